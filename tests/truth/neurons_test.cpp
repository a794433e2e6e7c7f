// The neurons of the MLP: all of them or the largest, each with its own number.

#include "core/document/sources/presets.h"
#include "core/figure/figure.h"
#include "core/figure/pictures/picture.h"
#include "tests/core/figure/figures.h"
#include "tests/folders.h"
#include "tests/judge/layout.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace attn::test {
namespace {

TEST(Neurons, AreTheLargestOfTheChosenTokenInTheirOrder) {
    const auto session = load_preset(source_folder() / "assets", "english", {.layer = 1, .text = "tom has a frog ."});
    ASSERT_TRUE(session);
    const Drawn drawn(*session);
    const FigureSource source = drawn.source();
    PictureCache cache;
    for (const ArrayId stage : {ArrayId::mlp_up, ArrayId::mlp_act})
        for (const float width : {300.0F, 700.0F, 1300.0F})
            for (const float height : {200.0F, 600.0F}) {
                ViewState view;
                view.step = stage;
                view.row = 3;
                view.column = 7;
                const DrawContext drawing{*session, source.trace, view, source.typesetter, cache};
                const Picture& neurons = picture(PictureName{"neurons"});
                ASSERT_TRUE(neurons.fits(drawing));
                DisplayList list;
                const Box area{0, 0, width, height};
                neurons.draw(list, drawing, area);
                for (const std::string& complaint : layout_complaints(list, area.grown(8)))
                    ADD_FAILURE() << width << "×" << height << ": " << complaint;
                std::vector<float> shown;
                for (const Item& item : list.items)
                    if (const auto* const number = std::get_if<ShownNumber>(&item.says)) {
                        EXPECT_EQ(number->cell.row, 3);
                        shown.push_back(std::abs(source.trace.value(number->cell)));
                    }
                ASSERT_GT(shown.size(), 5U);
                EXPECT_TRUE(std::ranges::is_sorted(shown, std::ranges::greater()));
                std::size_t larger = 0;
                for (const float number : source.trace.matrix({0, stage, 0, 0}).row(3))
                    larger += std::abs(number) > shown.back() ? 1U : 0U;
                EXPECT_LT(larger, shown.size()) << "a larger one is left out";
            }
}

} // namespace
} // namespace attn::test
