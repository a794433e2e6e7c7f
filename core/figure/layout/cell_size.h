#pragma once

#include "core/figure/geometry.h"
#include "core/tensor/matrix.h"

#include <functional>

namespace attn {

/// The limits of a picture's cells, in logical pixels.
struct CellLimits {
    Point largest{56, 56};
    /// The size up to which the cells of long matrices are stretched, so that they can be told apart or hold their
    /// numbers.
    Point stretched{6, 6};
    Point least{};  ///< wins over the room: a page grows where there is none
    float step = 1; ///< cells are so many of these wide: whole pixels keep edges sharp
    float zoom = 1;
};

/// A row of cells and what stands beside them: its length in logical pixels, and the number of cells one behind the
/// other.
struct Track {
    float length = 0;
    Index cells = 0;
};

/// The room that a picture takes, across and down, with cells of one size.
struct PictureExtent {
    Track across;
    Track down;
};

/// The largest cells with which a picture has room: square where they can be told apart, of long matrices
/// stretched. What stands around cells depends on their size, since words turn and thin above narrow ones: `extent` is
/// asked again until both agree.
Point settled_cell(Point room, const CellLimits& limits, const std::function<PictureExtent(Point cell)>& extent);

/// The upper left corner of a picture of that size in its area: centred across, and above the centre down.
Point placed(const Box& area, Point size);

} // namespace attn
