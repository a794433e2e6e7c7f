#include "core/figure/cell_pixels.h"

#include "core/tensor/compose.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

Matrix halves(test::Random& random, Shape shape) {
    return filled(shape.rows, shape.columns,
                  [&](Index, Index) { return 0.5F * static_cast<float>(test::random_index(random, -6, 6)); });
}

RC_GTEST_PROP(CellPixels, OfAChangeAreThoseOfTheDifference, (unsigned seed)) {
    test::Random random(seed);
    const Shape shape{test::random_index(random, 1, 30), test::random_index(random, 1, 30)};
    Image change;
    change.matrix = halves(random, shape);
    change.before = halves(random, shape);
    change.range = {-6, 6, -6, 6, RangeSource::this_matrix};
    change.transposed = test::random_index(random, 0, 1) == 1;
    Image difference_itself = change;
    difference_itself.matrix = difference(change.matrix, change.before);
    difference_itself.before = Matrix();
    const Index most = test::random_index(random, 1, 40); // fewer pixels than cells: cells are joined
    const Pixels shown = cell_pixels(change, most, most);
    const Pixels whole = cell_pixels(difference_itself, most, most);
    const Colour none = colour_map(change.palette, change.look).at(0, change.range);
    RC_ASSERT(shown.rgba.size() == whole.rgba.size());
    for (std::size_t i = 0; i < whole.rgba.size(); ++i) {
        Colour colour = unpacked(shown.rgba[i]);
        RC_ASSERT((colour.a == 0) == (unpacked(whole.rgba[i]) == none)); // without a change the value below is visible
        colour.a = 255;
        RC_ASSERT(packed(colour) == whole.rgba[i]);
    }
}

} // namespace
} // namespace attn
