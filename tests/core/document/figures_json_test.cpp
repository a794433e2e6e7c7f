#include "tests/core/document/sessions.h"

#include "core/document/files/session_json.h"
#include "core/notation/notation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::session_of;

constexpr const char* listed =
    "{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}, 'figures': ["
    "{'name': 'plain'},"
    "{'name': 'full', 'kind': 'product', 'stage': 'scores', 'item': 1, 'head': 2, 'row': 2, 'column': 1,"
    " 'notation': 'paper', 'tokens_as_columns': true, 'width': 8.5, 'font_size': 10, 'dpi': 600, 'numbers': false,"
    " 'precision': 3, 'limits': [-2, 2.5], 'palette': 'grey', 'dark': true, 'title': 'Mine', 'caption': false},"
    "{'name': 'bare', 'title': false, 'limits': 'stage'}]}";

std::string refusal_of_figures(const std::string& figures) {
    std::string json =
        "{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 4, 'heads': 2}, 'figures': " + figures + "}";
    for (char& letter : json)
        letter = letter == '\'' ? '"' : letter;
    const auto session = parse_session(json, "s.json", "");
    EXPECT_FALSE(session) << figures;
    return session ? "" : session.error().message;
}

TEST(ListedFigures, AreReadWithEverythingTheySay) {
    const Session session = session_of(listed);
    ASSERT_EQ(session.figures.size(), 3U);
    const FigureRequest& full = session.figures[1];
    EXPECT_EQ(full.kind, "product");
    EXPECT_EQ(full.array, ArrayId::scores);
    EXPECT_EQ(full.head, 1);
    EXPECT_EQ(full.row, 1);
    EXPECT_EQ(full.width, 8.5F);
    EXPECT_EQ(full.limits, FigureLimits::fixed);
    EXPECT_EQ(full.highest, 2.5F);
    EXPECT_TRUE(full.is_grey() && full.dark && !full.captioned && !full.numbers);
    EXPECT_FALSE(session.figures[2].titled);
}

TEST(ListedFigures, AreWrittenAsTheyAreRead) {
    const Session session = session_of(listed);
    const auto again = session_from_json(session_to_json(session, "a.npz").document, {}, "again");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->session.figures, session.figures);
}

TEST(ListedFigures, ShareANotationOfTheirOwnThatIsReadOnce) {
    std::string own = json_text(json_of_profile(NotationChoice("paper").profile()));
    own.replace(own.find("paper"), 5, "our notes");
    std::string figures;
    for (int n = 0; n < 3; ++n)
        figures += (n == 0 ? "" : ",") + fmt::format(R"({{"name": "f{}", "notation": {}}})", n, own);
    const auto session = parse_session(
        R"({"version": 1, "tokens": ["a"], "sizes": {"d_model": 4, "heads": 2}, "figures": [)" + figures + "]}",
        "s.json", "");
    ASSERT_TRUE(session) << session.error().message;
    const auto profile = [&](std::size_t n) { return &session->figures.at(n).notation->profile(); };
    EXPECT_EQ(profile(0)->name, "our notes");
    EXPECT_EQ(profile(1), profile(0));
    EXPECT_EQ(profile(2), profile(0));
}

TEST(ListedFigures, AreRefusedWhereTheyCannotBeMeant) {
    EXPECT_NE(refusal_of_figures("[{'kind': 'heatmap'}]").find("figures[1]"), std::string::npos);
    EXPECT_NE(refusal_of_figures("[{'name': '../a'}]").find("name"), std::string::npos);
    for (const char* const name : {"-rf", "--help", ".hidden", "a\\u001b[2J", "a\\u202eb"})
        EXPECT_NE(refusal_of_figures(std::string("[{'name': '") + name + "'}]").find("no name for a file"),
                  std::string::npos)
            << name;
    EXPECT_NE(refusal_of_figures("[{'name': 'a'}, {'name': 'a'}]").find("two figures"), std::string::npos);
    EXPECT_NE(refusal_of_figures("[{'name': 'a', 'knid': 'sum'}]").find("knid"), std::string::npos);
    EXPECT_NE(refusal_of_figures("[{'name': 'a', 'kind': '../tree'}]").find("tree"), std::string::npos);
    EXPECT_NE(refusal_of_figures("[{'name': 'a', 'stage': 'Z'}]").find("Z"), std::string::npos);
    EXPECT_NE(refusal_of_figures("[{'name': 'a', 'limits': [2, 1]}]").find("below"), std::string::npos);
    EXPECT_NE(refusal_of_figures("[{'name': 'a', 'width': 1e9}]").find("width"), std::string::npos);
    EXPECT_NE(refusal_of_figures("[{'name': 'a', 'head': 0}]").find("head"), std::string::npos);
}

} // namespace
} // namespace attn
