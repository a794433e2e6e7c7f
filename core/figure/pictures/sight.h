#pragma once

#include "core/attention/cell.h"
#include "core/figure/colour_map.h"
#include "core/figure/geometry.h"
#include "core/figure/theme.h"

#include <optional>

namespace attn {

/// The ways in which a stage or a weight can be drawn. Their table stands in picture.h.
enum class PictureId : std::uint8_t { product, softmax, equation, heatmap, heads, differences, lines };

/// What of a layer is looked at, and how: a stage or weight, one of its cells, the colours, how near.
struct Sight {
    StageId step = StageId::A;            ///< the stage of the walk
    std::optional<ParameterId> parameter; ///< shown in its place
    Index item = 0;
    Index head = 0;
    Index row = 0;
    Index column = 0;
    std::optional<CellId> focus;      ///< a cell of an operand, inspected and edited while the step stays
    ArrayId focus_beside;             ///< what was shown when the focus was set; beside another it does not count
    std::optional<PictureId> picture; ///< none, or one that the stage does not have: the stage's first

    Look look = Look::light;
    bool grey = false;         ///< for print
    bool shows_change = false; ///< numbers are the change since the baseline, where there is one
    RangeSource range = RangeSource::this_matrix;
    float fixed_low = -1; ///< where the range is fixed
    float fixed_high = 1;
    float zoom = 1;
    Point pan;

    ArrayId array() const { return parameter ? ArrayId(*parameter) : ArrayId(step); }
};

} // namespace attn
