// Spectra fit every place that has room for them, with any number of heads and values.

#include "core/figure/figure.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"
#include "tests/judge/measures.h"
#include "tests/judge/numbers.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Shown;

/// Layers with many heads and values, with one of each, with a context, and with long words.
std::vector<Shown> layers_with_spectra() {
    std::vector<Shown> layers;
    for (const char* const name : {"eight-heads", "who-and-where", "by-hand", "red-fox", "masks", "why-scale"})
        layers.push_back(Shown::preset(name));
    layers.push_back(
        Shown::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 1, 'heads': 1, 'd_k': 1, 'd_v': 1}}"));
    layers.push_back(Shown::json("{'version': 1, 'tokens': ['Größenordnung', '多头自注意力机制', 'is'], 'sizes': "
                                 "{'d_model': 8, 'heads': 24, 'd_k': 12, 'd_v': 4}}"));
    layers.push_back(Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': "
                                 "{'d_model': 128, 'heads': 1, 'd_k': 128, 'd_v': 64}}"));
    return layers;
}

TEST(Spectrum, LiesTrulyInWindowsOfAnySize) {
    for (Shown& shown : layers_with_spectra())
        for (const ArrayId stage : {ArrayId::scores, ArrayId::V})
            for (const Box area : {Box{32, 32, 640, 390}, Box{32, 32, 1000, 480}, Box{32, 32, 2200, 1400}}) {
                const DisplayList list = shown.at(stage).draw(PictureId::spectrum, area);
                EXPECT_THAT(test::layout_complaints(list, area.grown(24)), testing::IsEmpty())
                    << shown.session().title << " in " << area.width << "×" << area.height;
            }
}

TEST(Spectrum, AsAFigureLiesTrulyAtEveryWidth) {
    for (Shown& shown : layers_with_spectra())
        for (const float width : {8.0F, 12.0F, 16.0F, 18.0F}) {
            FigureRequest request;
            request.kind = "spectrum";
            request.width = width;
            const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
            if (!figure && width < 18) { // for so many heads
                EXPECT_THAT(figure.error().message, testing::HasSubstr("needs a width of"));
                continue;
            }
            ASSERT_TRUE(figure) << shown.session().title << ": " << figure.error().message;
            EXPECT_THAT(test::layout_complaints(figure->list, figure->page.area), testing::IsEmpty())
                << shown.session().title << ", " << width << " cm";
        }
}

TEST(Spectrum, SaysAndDrawsTheValuesOfTheProducts) {
    for (Shown& shown : layers_with_spectra()) {
        const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::spectrum, {32, 32, 900, 500});
        const test::Reference reference(shown.trace().layer());
        EXPECT_THAT(test::number_complaints(list, reference, reference), testing::IsEmpty());
        EXPECT_THAT(test::measure_complaints(list, reference), testing::IsEmpty());
    }
}

} // namespace
} // namespace attn
