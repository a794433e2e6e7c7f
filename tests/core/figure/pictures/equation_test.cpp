#include "tests/core/figure/pictures/shown.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Shown;

TEST(Equation, StandsBetweenMatricesAloneThatAreEqual) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        layer.soft_cap = 2;
        layer.V_norm.kind = Norm::Kind::rms;
        layer.rotary.pairs = Rotary::Pairs::halves;
    });
    for (const ArrayId stage : {ArrayId::capped, ArrayId::V_normed, ArrayId::Q_rotated, ArrayId::K_rotated}) {
        const DisplayList list = shown.at(stage).draw(PictureId::equation);
        EXPECT_EQ(test::count_of(list, "→"), 1U) << array_name(stage);
        EXPECT_EQ(test::count_of(list, "="), 0U) << array_name(stage);
    }
    for (const ArrayId stage : {ArrayId::X, ArrayId::masked})
        EXPECT_EQ(test::count_of(shown.at(stage).draw(PictureId::equation), "→"), 0U) << array_name(stage);
}

} // namespace
} // namespace attn
