#pragma once

#include "core/figure/geometry.h"
#include "core/tensor/matrix.h"

#include <functional>

namespace attn {

/// How large the cells of a picture may be, in logical pixels.
struct CellLimits {
    Point largest{56, 56};
    /// Long matrices are stretched up to here, where cells can be told apart, or hold their numbers.
    Point stretched{6, 6};
    Point least{};  ///< wins over the room: a page grows where there is none
    float step = 1; ///< cells are so many of these wide: whole pixels keep edges sharp
    float zoom = 1;
};

/// How long something is, and how many cells lie in it one behind the other.
struct Track {
    float length = 0;
    Index cells = 0;
};

/// What a picture takes with cells of a size.
struct PictureExtent {
    Track across;
    Track down;
};

/// The largest cells with which a picture has room: square where they can be told apart, of long matrices
/// stretched. What stands around cells depends on their size, since words turn and thin above narrow ones: `extent` is
/// asked again until both agree.
Point settled_cell(Point room, const CellLimits& limits, const std::function<PictureExtent(Point cell)>& extent);

/// Where a picture of that size begins in its area: in the middle, and above rather than beneath it.
Point placed(const Box& area, Point size);

} // namespace attn
