#pragma once

#include "core/figure/colour_map.h"
#include "core/figure/geometry.h"
#include "core/figure/heatmap.h"
#include "core/figure/theme.h"
#include "core/model/cell.h"

#include <optional>

namespace attn {

/// The ways in which a stage or a weight can be drawn. Their table stands in picture.h.
enum class PictureId : std::uint8_t {
    product,
    softmax,
    spread,
    joined,
    equation,
    heatmap,
    values,
    sum,
    parts,
    heads,
    differences,
    lines,
    wrong_axis,
    bilinear,
    writing,
    fused,
    one_head,
    subspaces,
    einsum,
    notes,
    items,
    token,
    inner_product,
    linear_map,
    conditional_probability,
    saturation,
    spectrum
};

/// How a product is read: each cell a sum, each row from a row, or one outer product added to the other.
enum class Reading : std::uint8_t { cells, rows, outer_products };

/// How much of a stage is there while it is computed before the eyes.
struct Reveal {
    Reading reading = Reading::cells;
    Index cells = 0; ///< that many cells of the result, in reading order; the next one is being made
    Index terms = 0; ///< of the next cell, that many of its terms; of outer products and values, that many are added
    int level = 0;   ///< of a softmax row: scores, maximum, differences, exponentials, sum, shares
    float way = 0;   ///< of what slides: the share of its way that lies behind it
    bool operator==(const Reveal&) const = default;
};

/// What of a layer is looked at, and how: a stage or weight, one of its cells, the colours, how near.
struct ViewState {
    ArrayId step = ArrayId::A;        ///< the stage of the walk
    std::optional<ArrayId> parameter; ///< shown in its place
    Index item = 0;
    Index head = 0;
    Index row = 0;
    Index column = 0;
    Index singular_value = 0;    ///< of the spectrum, the one whose directions are told
    std::optional<CellId> focus; ///< a cell of an operand, inspected and edited while the step stays
    ArrayId focus_beside{};      ///< what was shown when the focus was set; beside another it does not count
    /// The corner of a range of cells that lies across from the inspected cell; it counts while that is `range_begin`.
    std::optional<CellId> range_end;
    CellId range_begin{};
    std::optional<PictureId> picture; ///< none, or one that the stage does not have: the stage's first

    std::optional<Reveal> reveal; ///< none: all of it is there

    Look look = Look::light;
    bool grey = false;         ///< for print
    bool shows_change = false; ///< since the baseline, where there is one: it colours the cells, beneath their values
    bool only_change = false;  ///< and stands instead of the values
    RangeSource range = RangeSource::this_matrix;
    float fixed_low = -1; ///< where the range is fixed
    float fixed_high = 1;
    CellNumbers numbers = CellNumbers::fitting;
    int decimals = 2;
    bool whole_numbers = false; ///< a matrix of whole numbers shows no decimals
    float smallest_number = 6;  ///< of type, where numbers are printed
    bool marks_cell = true;     ///< the chosen cell is outlined wherever its matrix is shown
    bool on_paper = false;      ///< nothing can be moved: no room is kept for controls
    bool page_grows = false;    ///< what has no room asks for a wider page
    float zoom = 1;
    Point pan;

    ArrayId array() const { return parameter ? *parameter : ArrayId(step); }
};

} // namespace attn
