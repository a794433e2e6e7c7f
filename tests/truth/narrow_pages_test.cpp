// Figures on pages of any width and height: a figure that fits a page fits a larger one, numbers matter more than the
// arrangement, and columns do not overlap.

#include "core/figure/figure.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"

#include <fmt/core.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Shown;

Shown eight_heads_of_four_tokens() {
    return Shown::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], 'sizes': {'d_model': 16, "
                       "'heads': 8}}");
}

Result<Figure> figure(Shown& shown, std::string_view kind, float width, std::optional<float> height = {}) {
    FigureRequest request;
    request.kind = kind;
    request.width = width;
    request.height = height;
    return lay_out(request, {shown.session(), shown.trace(), typesetter()});
}

TEST(NarrowPages, FormulasOfNotesKeepToTheirColumn) {
    Shown shown = eight_heads_of_four_tokens();
    for (const char* const notation : {"d_h", "paper", "illustrated", "Txd", "nxd", "sum"})
        for (const float width : {16.0F, 20.0F, 24.0F}) {
            const auto notes = figure(shown.in_notation_of(notation), "notes", width);
            ASSERT_TRUE(notes) << notation << ", " << width << " cm";
            EXPECT_THAT(test::layout_complaints(notes->list, notes->page.area), testing::IsEmpty())
                << notation << ", " << width << " cm";
        }
}

TEST(NarrowPages, OfAJournalHaveTheNumbersOfTheScoresBeforeAndAfterScaling) {
    for (const char* const preset : {"by-hand", "who-and-where", "four-letters"}) {
        Shown shown = Shown::preset(preset);
        const auto spread = figure(shown, "spread", 8);
        ASSERT_TRUE(spread) << preset;
        EXPECT_FALSE(spread->list.lacks_numbers) << preset;
        EXPECT_THAT(test::layout_complaints(spread->list, spread->page.area), testing::IsEmpty()) << preset;
    }
}

TEST(NarrowPages, OfAJournalHaveTheNumbersOfABilinearForm) {
    Shown shown = Shown::preset("by-hand");
    for (const float width : {8.0F, 9.0F, 10.0F}) {
        const auto bilinear = figure(shown, "bilinear", width);
        ASSERT_TRUE(bilinear) << width;
        EXPECT_FALSE(bilinear->list.lacks_numbers) << width;
        EXPECT_THAT(test::layout_complaints(bilinear->list, bilinear->page.area), testing::IsEmpty()) << width;
    }
}

TEST(NarrowPages, ThatAreLowerHaveNoNumbersOfHeadsThatHigherOnesLack) {
    Shown shown = eight_heads_of_four_tokens();
    for (const float width : {16.0F, 16.5F, 18.0F}) {
        bool had_numbers = false;
        for (const float height : {7.5F, 8.0F, 8.5F, 9.0F, 10.0F, 12.0F, 14.0F}) {
            const auto heads = figure(shown, "heads", width, height);
            ASSERT_TRUE(heads) << width << " × " << height;
            EXPECT_FALSE(had_numbers && heads->list.lacks_numbers) << width << " × " << height;
            had_numbers = had_numbers || !heads->list.lacks_numbers;
        }
        EXPECT_TRUE(had_numbers) << width;
    }
}

TEST(NarrowPages, StackHeadsWhoseNumbersAreThenToBeRead) {
    Shown shown = Shown::preset("four-letters");
    const auto parts = figure(shown, "parts", 8);
    ASSERT_TRUE(parts);
    EXPECT_FALSE(parts->list.lacks_numbers);
}

} // namespace
} // namespace attn
