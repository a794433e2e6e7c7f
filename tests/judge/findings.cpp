#include "tests/judge/findings.h"

#include "core/document/options/session_notation.h"
#include "core/figure/png.h"
#include "core/notation/in_notation.h"
#include "tests/core/figure/fonts.h"
#include "tests/judge/claims.h"
#include "tests/judge/colours.h"
#include "tests/judge/equations.h"
#include "tests/judge/layout.h"
#include "tests/judge/measures.h"
#include "tests/judge/numbers.h"
#include "tests/thoroughness.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <gtest/gtest.h>

namespace attn::test {

namespace {

constexpr std::uint32_t sessions_checked = 120;
constexpr std::uint32_t sessions_read = 400;
constexpr std::uint32_t sessions_checked_nightly = 20000;
constexpr int most_told = 30;

} // namespace

Case::Case(Random& random)
    : session(random_session(random)), trace(computed(session.layer())),
      before(computed(random_baseline(random, session).layer())), reference(trace.layer()),
      reference_before(before.layer()) {}

namespace {

std::uint32_t asked_or(std::uint32_t usual) {
    if (const char* const asked = std::getenv("ATTN_TRUTH_SESSIONS"))
        return static_cast<std::uint32_t>(std::atoi(asked));
    return is_at_night() ? sessions_checked_nightly : usual;
}

} // namespace

std::uint32_t number_of_sessions() {
    return asked_or(sessions_checked);
}

std::uint32_t number_of_sessions_read() {
    return asked_or(sessions_read);
}

std::string described(const FigureRequest& request, const Session& session) {
    const FigureRequest sized = with_size(request);
    return fmt::format("--kind {} --stage {} --head {} --row {} --column {}{}{} ({} pt{}{}, {}{}, {} heads, {} tokens)",
                       request.kind, array_name(*request.array), *request.head + 1, *request.row + 1,
                       *request.column + 1, sized.width ? fmt::format(" --width {}", *sized.width) : "",
                       sized.height ? fmt::format(" --height {}", *sized.height) : "", sized.font_size,
                       request.is_grey() ? ", grey" : "", request.dark ? ", dark" : "", session.notation.name(),
                       session.tokens_as_columns ? ", columns" : "", sizes_of(session.layer()).H,
                       sizes_of(session.layer()).S_q);
}

std::vector<std::string> complaints(const DisplayList& list, const Box& page, const Case& drawn, bool grey) {
    std::vector<std::string> all = layout_complaints(list, page);
    if (grey)
        std::ranges::move(colour_complaints(list), std::back_inserter(all));
    std::ranges::move(scale_complaints(list), std::back_inserter(all));
    std::ranges::move(number_complaints(list, drawn.reference, drawn.reference_before), std::back_inserter(all));
    std::ranges::move(measure_complaints(list, drawn.reference), std::back_inserter(all));
    std::ranges::move(formula_complaints(list, {.session = drawn.session, .reference = drawn.reference}),
                      std::back_inserter(all));
    std::ranges::move(claim_complaints(list, drawn.session, drawn.reference), std::back_inserter(all));
    std::ranges::move(name_complaints(list, drawn.trace, notation_of(drawn.session)), std::back_inserter(all));
    return all;
}

void Findings::add(const std::string& kind, const std::string& where, const DisplayList& list, const Page& page,
                   std::vector<std::string> wrong) {
    ++pictures_;
    if (wrong.empty())
        return;
    ++bad_[kind];
    if (const char* const folder = std::getenv("ATTN_TRUTH_PICTURES"))
        if (const auto bytes = write_png(list, page, 1.5F, typesetter()))
            std::ofstream(std::filesystem::path(folder) / fmt::format("{}-{}.png", kind, pictures_), std::ios::binary)
                << *bytes;
    if (told_++ >= most_told)
        return;
    wrong.resize(std::min<std::size_t>(wrong.size(), 6));
    ADD_FAILURE() << fmt::format("{} {}: {}\n  {}", pictures_, kind, where, fmt::join(wrong, "\n  "));
}

void Findings::expect_none(int at_least) const {
    EXPECT_TRUE(bad_.empty()) << fmt::format("{} among {} pictures", fmt::join(bad_, ", "), pictures_);
    EXPECT_GT(pictures_, at_least);
}

} // namespace attn::test
