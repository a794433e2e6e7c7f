#include "core/explain/readout.h"

#include "core/engine/engine.h"
#include "tests/core/document/sessions.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

using test::after;
using test::session_of;

/// A session of three tokens whose Y is given, so that the read-out has known numbers.
Session with_output(const std::string& rows) {
    return session_of("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1},"
                      " 'readout': [{'name': 'colour', 'columns': [2, 4], 'labels': ['red', 'green', 'blue']}],"
                      " 'given': [{'stage': 'Y', 'matrix': " +
                      rows + "}]}");
}

std::vector<TokenReading> read(const Session& session) {
    Engine engine(1);
    return read_out(engine.compute(session.layer()), session.readouts.front(), 0);
}

TEST(ReadOut, IsTheLabelOfTheLargestColumnWithinTheRangeAndItsShare) {
    const Session session = with_output("[[9, 1, 2, 0], [0, 0, 0, 3], [0, 5, 5, 4]]");
    const auto readings = read(session);
    ASSERT_EQ(readings.size(), 3U);
    EXPECT_EQ(reading_text(session.readouts.front(), readings, " "), "green blue =") << "column 1 does not count";
    EXPECT_NEAR(readings[0].sure, std::exp(2.) / (std::exp(1.) + std::exp(2.) + 1), 1e-12);
    EXPECT_NEAR(readings[1].sure, std::exp(3.) / (2 + std::exp(3.)), 1e-12);
    EXPECT_NEAR(readings[2].sure, 1 / (2 + std::exp(-1.)), 1e-12) << "one of two equal ones";
    EXPECT_EQ(sureness_text(session.readouts.front(), readings), "=: a tie of 2");
}

TEST(ReadOut, OfHugeNumbersIsSureAndOfNoNumbersSaysNothing) {
    const Session huge = with_output("[[0, 3e38, -3e38, 0], [0, 'inf', 0, 0], [0, 100, 0, 0]]");
    for (const TokenReading& reading : read(huge)) {
        EXPECT_EQ(reading.label, 0);
        EXPECT_NEAR(reading.sure, 1, 1e-12);
    }
    EXPECT_EQ(sureness_text(huge.readouts.front(), read(huge)), "each over 99 %");
    const Session none = with_output("[[0, 'nan', 1, 2], [0, 1, 'nan', 0], [0, 0, 1, 0]]");
    EXPECT_EQ(reading_text(none.readouts.front(), read(none), " "), "? ? green");
    EXPECT_EQ(read(none)[0].sure, 0);
}

TEST(ReadOut, SaysATieAsATieAndNotAsALetter) {
    const Session session = with_output("[[0, 1, 1, 1], [0, -2, 3, 2.9999995], [0, 3, 2.999, 3]]");
    const auto readings = read(session);
    EXPECT_EQ(reading_text(session.readouts.front(), readings, ""), "===") << "rounding alone decides nothing";
    EXPECT_EQ(readings[0].ties, 3);
    EXPECT_EQ(readings[1].ties, 2);
    EXPECT_EQ(readings[2].ties, 2);
    EXPECT_EQ(sureness_text(session.readouts.front(), readings), "=: a tie of 3");
    const Session plain = with_output("[[0, 1, 2, 1], [0, -2, 3, 2.999], [0, 'inf', 5, 1]]");
    EXPECT_EQ(reading_text(plain.readouts.front(), read(plain), " "), "green green red");
}

TEST(ReadOut, FollowsWhatChangesTheOutput) {
    const Session session = with_output("[[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]]");
    const Session changed = after(session, SetCell{{0, ArrayId::Y, 0, 0, 1, 3}, 7});
    EXPECT_EQ(reading_text(session.readouts.front(), read(changed), " "), "red blue red");
}

} // namespace
} // namespace attn
