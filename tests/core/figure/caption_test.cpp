#include "core/figure/caption.h"

#include "tests/core/figure/figures.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Drawn;
using test::Shown;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string words_of(const Figure& figure) {
    return fmt::format("{}", fmt::join(test::texts_of(figure), " "));
}

FigureRequest of_matrix(ArrayId array) {
    FigureRequest request;
    request.array = array;
    request.width = 12.0F;
    return request;
}

TEST(Caption, SaysWhatSignsInCellsMean) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1},"
                              " 'mask': {'causal': true}}");
    shown.with([](Layer& layer) { layer.pins[{ArrayId::A, 0, 0, 2, 1}] = 0.25F; });
    const FigureSource source{shown.session(), shown.trace(), typesetter()};
    const auto attention = lay_out(of_matrix(ArrayId::A), source);
    ASSERT_TRUE(attention);
    EXPECT_THAT(words_of(*attention), HasSubstr("Hatched: masked. Black corner: pinned."));
    const auto input = lay_out(of_matrix(ArrayId::X), source);
    ASSERT_TRUE(input);
    EXPECT_THAT(words_of(*input), Not(HasSubstr("corner")));
    FigureRequest chosen = of_matrix(ArrayId::A);
    chosen.row = 2;
    chosen.column = 1;
    const auto outlined = lay_out(chosen, source);
    ASSERT_TRUE(outlined);
    EXPECT_THAT(words_of(*outlined), HasSubstr("Outlined: c₃ reads b₂."));
}

TEST(Caption, OfGreyCellsWithoutNumbersSaysWhatTheirSignIs) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1}}");
    FigureRequest request = of_matrix(ArrayId::Q);
    request.grey = true;
    request.numbers = false;
    EXPECT_THAT(words_of(drawn.figure(request)), HasSubstr("−: negative."));
    request.numbers = true;
    EXPECT_THAT(words_of(drawn.figure(request)), Not(HasSubstr("negative")));
}

TEST(Figure, SoftmaxAndOneTokenHaveRoomInAColumn) {
    for (const char* preset : {"who-and-where", "by-hand", "masks", "eight-heads"})
        for (const char* kind : {"softmax", "token"}) {
            const Drawn drawn = Drawn::preset(preset);
            FigureRequest request;
            request.kind = kind;
            request.width = 8.0F;
            const auto figure = lay_out(request, drawn.source());
            ASSERT_TRUE(figure) << preset << " " << kind << ": " << figure.error().message;
        }
}

} // namespace
} // namespace attn
