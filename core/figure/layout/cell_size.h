#pragma once

#include "core/figure/geometry.h"
#include "core/tensor/matrix.h"

#include <functional>

namespace attn {

/// The limits of a picture's cells, in logical pixels.
struct CellLimits {
    Point largest{56, 56};
    /// The size up to which cells of long matrices are stretched, so that they can be told apart or show their numbers.
    Point stretched{6, 6};
    Point least{};  ///< kept even if the picture is then larger than the room
    float step = 1; ///< sizes are multiples of this; whole pixels keep edges sharp
    float zoom = 1;
};

/// The cells along one direction and what is beside them: the length in logical pixels, and the number of cells.
struct Track {
    float length = 0;
    Index cells = 0;
};

/// The extent of a picture with cells of one size, across and down.
struct PictureExtent {
    Track across;
    Track down;
};

/// The largest cells with which a picture fits into the room. Cells are square if that leaves them large enough to be
/// told apart; those of long matrices are stretched. Labels turn or disappear when cells get narrow, so `extent` is
/// called until cells and extent agree.
Point settled_cell(Point room, const CellLimits& limits, const std::function<PictureExtent(Point cell)>& extent);

/// The upper left corner of a picture of that size in its area: centred horizontally, a little above the centre
/// vertically.
Point placed(const Box& area, Point size);

} // namespace attn
