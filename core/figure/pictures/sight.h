#pragma once

#include "core/attention/cell.h"
#include "core/figure/geometry.h"
#include "core/figure/theme.h"

#include <optional>

namespace attn {

/// What of a layer is looked at, and how: a stage or weight, one of its cells, the colours, how near.
struct Sight {
    StageId step = StageId::A;            ///< the stage of the walk
    std::optional<ParameterId> parameter; ///< shown in its place
    Index item = 0;
    Index head = 0;
    Index row = 0;
    Index column = 0;
    std::optional<CellId> focus; ///< a cell of an operand, inspected and edited while the step stays
    ArrayId focus_beside;        ///< what was shown when the focus was set; beside another it does not count

    Look look = Look::light;
    float zoom = 1;
    Point pan;

    ArrayId array() const { return parameter ? ArrayId(*parameter) : ArrayId(step); }
};

} // namespace attn
