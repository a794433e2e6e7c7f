// The projection of a word's row: offered by shapes only, shown once it is computed.

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/cache.h"
#include "core/tensor/workers.h"
#include "tests/core/figure/figures.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Drawn;

struct Waiting {
    Drawn drawn = Drawn::json("{'version': 1, 'seed': 3, 'tokens': ['rose', 'is', 'a'], "
                              "'sizes': {'d_model': 128, 'heads': 1, 'd_k': 96, 'd_v': 96}}");
    FigureSource source = drawn.source();
    PictureCache& cache = *source.cache;

    Waiting() { cache.put_off(); }
    Figure figure(std::string_view kind) const {
        auto figure = lay_out(test::request_of(kind, ArrayId::Q), source);
        EXPECT_TRUE(figure) << (figure ? "" : figure.error().message);
        return figure ? *std::move(figure) : Figure{};
    }
};

TEST(ProjectionPicture, SaysThatItsPartsAreWorkedOutUntilTheyAre) {
    Waiting waiting;
    EXPECT_TRUE(test::says(waiting.figure("projection"), "Being worked out"));
    ASSERT_TRUE(waiting.cache.has_put_off());
    Workers alone(1);
    ASSERT_TRUE(waiting.cache.find_what_waits(alone, {}, [](std::size_t, std::size_t) {}));
    EXPECT_TRUE(test::says(waiting.figure("projection"), "reads 96 of 128 directions"));
    EXPECT_FALSE(waiting.cache.has_put_off());
}

TEST(Pictures, AreOfferedWithoutWorkingAnythingOutThatTakesLong) {
    const Waiting waiting;
    for (const FigureKind& kind : figure_kinds())
        for (const ArrayId array : {ArrayId::Q, ArrayId::scores, ArrayId::W_Q, ArrayId::Y})
            static_cast<void>(can_be_drawn(test::request_of(kind.name, array), waiting.source));
    EXPECT_EQ(waiting.cache.times_not_found(), 0U);
    waiting.figure("spectrum");
    EXPECT_NE(waiting.cache.times_not_found(), 0U) << "drawing does";
}

} // namespace
} // namespace attn
