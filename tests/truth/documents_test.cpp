// Every equation of numbers in notes and slides is one that a calculator confirms: over random sessions with a context,
// values of another width, two items, gates, pins, shared and rotated heads, in any notation, in rows and in columns.

#include "core/figure/pictures/view_state.h"
#include "core/handouts/lecture_tex.h"
#include "tests/core/handouts/made_lecture.h"
#include "tests/judge/findings.h"
#include "tests/judge/random_sessions.h"
#include "tests/judge/tex_arithmetic.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::check_arithmetic;

TEST(TexArithmetic, FindsWhatACalculatorWouldNotGive) {
    EXPECT_THAT(check_arithmetic(R"($a_{1,1} = 1 \cdot 2 + 3 = 5$)").untrue, testing::IsEmpty());
    EXPECT_EQ(check_arithmetic(R"($1 \cdot 2 + 3 = 6$)").untrue.size(), 1U);
    EXPECT_THAT(check_arithmetic(R"($\exp(-1) / (\frac{1}{2} + \sqrt{4}) \approx 0.147$)").untrue, testing::IsEmpty());
    EXPECT_EQ(check_arithmetic(R"($3.812 \cdot 0.577 = 2.201$)").untrue.size(), 1U);
    EXPECT_EQ(
        check_arithmetic("\\stepformula{eq}{x = 1 + 1\\stepside = 2}{}{s = 8 \\cdot 0.5\\stepside = 5}").untrue.size(),
        1U);
    EXPECT_EQ(check_arithmetic("$q = 1 + 2 + 2\\text{ more} = 7$").compared, 0) << "the others are not written";
}

TEST(Truth, OfTheArithmeticInDocumentsOfRandomSessions) {
    int compared = 0;
    constexpr std::uint32_t most = 100; // a document takes as long as a hundred figures
    const std::uint32_t sessions = std::min(test::number_of_sessions() / 20, most);
    for (std::uint32_t seed = 0; seed < sessions; ++seed) {
        test::Random random(seed);
        const test::Drawn drawn(test::random_session(random));
        FigureRequest shown;
        if (drawn.session().layer().heads.size() > 1 && seed % 2 == 1)
            shown.head = static_cast<Index>(drawn.session().layer().heads.size()) - 1;
        const auto document = seed % 3 == 0 ? slide_deck(drawn.source(), shown) : lecture_notes(drawn.source(), shown);
        ASSERT_TRUE(document) << document.error().message;
        const test::ArithmeticFindings found = check_arithmetic(test::with_sentences(*document));
        EXPECT_THAT(found.untrue, testing::IsEmpty())
            << "session " << seed << " in " << drawn.session().notation.name();
        compared += found.compared;
    }
    EXPECT_GT(compared, 2 * static_cast<int>(sessions));
}

} // namespace
} // namespace attn
