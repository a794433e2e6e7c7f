#include "core/document/files/figures_json.h"
#include "core/files/json.h"
#include "tests/core/document/random_figures.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace attn {
namespace {

RC_GTEST_PROP(FigureOptions, AnyRequestIsListedAndReadAgainAsItWas, ()) {
    FigureRequest request = test::random_figure();
    request.name = "any";
    const auto document = parse_json(json_text(figures_to_json({request})), "figures");
    RC_ASSERT(document);
    const Field field(*document, "figures");
    const auto again = read_figures(field);
    RC_ASSERT(!field.failed());
    RC_ASSERT(again == std::vector{request});
}

TEST(FigureOptions, HaveNamesOfTheirOwnWhereverTheyAreNamed) {
    std::set<std::string_view> flags;
    std::set<std::string_view> keys{"name"};
    std::set<std::string_view> fields;
    for (const FigureOption& option : figure_options()) {
        EXPECT_TRUE(option.flag.empty() || flags.insert(option.flag).second) << option.flag;
        EXPECT_TRUE(option.key.empty() || keys.insert(option.key).second) << option.key;
        EXPECT_TRUE(option.field.empty() || fields.insert(option.field).second) << option.field;
        EXPECT_TRUE(option.key.empty() || !option.flag.empty()) << option.key << " can be listed and not be said";
    }
}

TEST(FigureOptions, AreWrittenInTheOrderInWhichFilesHaveThem) {
    FigureRequest request;
    request.name = "full";
    request.kind = "product";
    request.array = ArrayId::scores;
    request.item = request.head = request.row = request.column = 0;
    request.notation = NotationChoice("paper");
    request.tokens_as_columns = true;
    request.fit = FigureFit::page;
    request.width = 8.5F;
    request.height = 12;
    request.font_size = 10;
    request.dpi = 600;
    request.numbers = false;
    request.precision = 3;
    request.limits = FigureLimits::stage;
    request.palette = FigurePalette::grey;
    request.dark = true;
    request.title = "Mine";
    request.captioned = false;
    request.overlay = request.film = true;
    request.seconds = 2;
    EXPECT_EQ(
        figures_to_json({request}).items.front().keys,
        (std::vector<std::string>{
            "name", "kind",  "stage",   "item",      "head", "row",     "column",    "notation", "tokens_as_columns",
            "fit",  "width", "height",  "font_size", "dpi",  "numbers", "precision", "limits",   "palette",
            "dark", "title", "caption", "overlay",   "film", "seconds"}));
}

} // namespace
} // namespace attn
