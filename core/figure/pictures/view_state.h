#pragma once

#include "core/document/steps.h"
#include "core/figure/colour_map.h"
#include "core/figure/geometry.h"
#include "core/figure/heatmap.h"
#include "core/figure/theme.h"
#include "core/model/cell.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn {

/// A way in which a stage or a weight can be drawn, by its name. The table of all ways stands in picture.h.
struct PictureId {
    std::string_view name;
    bool operator==(const PictureId&) const = default;

    // Those that somebody names: keys, and tests.
    static const PictureId product;
    static const PictureId softmax;
    static const PictureId spread;
    static const PictureId joined;
    static const PictureId equation;
    static const PictureId heatmap;
    static const PictureId values;
    static const PictureId sum;
    static const PictureId parts;
    static const PictureId heads;
    static const PictureId differences;
    static const PictureId lines;
    static const PictureId wrong_axis;
    static const PictureId bilinear;
    static const PictureId writing;
    static const PictureId fused;
    static const PictureId one_head;
    static const PictureId subspaces;
    static const PictureId einsum;
    static const PictureId notes;
    static const PictureId items;
    static const PictureId token;
    static const PictureId inner_product;
    static const PictureId linear_map;
    static const PictureId projection;
    static const PictureId conditional_probability;
    static const PictureId saturation;
    static const PictureId spectrum;
};
inline constexpr PictureId PictureId::product{"product"};
inline constexpr PictureId PictureId::softmax{"softmax"};
inline constexpr PictureId PictureId::spread{"spread"};
inline constexpr PictureId PictureId::joined{"joined"};
inline constexpr PictureId PictureId::equation{"equation"};
inline constexpr PictureId PictureId::heatmap{"heatmap"};
inline constexpr PictureId PictureId::values{"values"};
inline constexpr PictureId PictureId::sum{"sum"};
inline constexpr PictureId PictureId::parts{"parts"};
inline constexpr PictureId PictureId::heads{"heads"};
inline constexpr PictureId PictureId::differences{"differences"};
inline constexpr PictureId PictureId::lines{"lines"};
inline constexpr PictureId PictureId::wrong_axis{"wrong-axis"};
inline constexpr PictureId PictureId::bilinear{"bilinear"};
inline constexpr PictureId PictureId::writing{"writing"};
inline constexpr PictureId PictureId::fused{"fused"};
inline constexpr PictureId PictureId::one_head{"one-head"};
inline constexpr PictureId PictureId::subspaces{"subspaces"};
inline constexpr PictureId PictureId::einsum{"einsum"};
inline constexpr PictureId PictureId::notes{"notes"};
inline constexpr PictureId PictureId::items{"items"};
inline constexpr PictureId PictureId::token{"token"};
inline constexpr PictureId PictureId::inner_product{"inner-product"};
inline constexpr PictureId PictureId::linear_map{"linear-map"};
inline constexpr PictureId PictureId::projection{"projection"};
inline constexpr PictureId PictureId::conditional_probability{"conditional-probability"};
inline constexpr PictureId PictureId::saturation{"saturation"};
inline constexpr PictureId PictureId::spectrum{"spectrum"};

/// Of words, in a lecture, where everything is enlarged (logical pixels of type).
constexpr float smallest_enlarged_word = 5;

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
    std::optional<ArrayId> section{}; ///< of notes and legend on paper: what they have beside that array; none: all
    Index item = 0;
    Index head = 0;
    std::vector<Index> heads{}; ///< on paper, of what compares heads: only these; empty: all
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
    /// The arrays whose lines stand in the picture of one token; none: all.
    std::vector<ArrayId> token_lines;
    bool says_token_lines = true; ///< words beside the symbols of those lines
    bool says_remarks = true;     ///< sentences beneath a picture, about its numbers
    bool names_roles = true;      ///< titles of axes say "queries: who reads", and not only "who reads"

    StepsShown steps = StepsShown::notes; ///< what is stepped through, and on paper shown of the whole layer

    Look look = Look::light;
    bool grey = false;         ///< for print
    bool shows_change = false; ///< since the baseline, where there is one: it lies over the cells
    bool only_change = false;  ///< and stands instead of the values
    RangeSource range = RangeSource::this_matrix;
    float fixed_low = -1; ///< where the range is fixed
    float fixed_high = 1;
    CellNumbers numbers = CellNumbers::fitting;
    int decimals = 2;
    bool whole_numbers = false; ///< a matrix of whole numbers shows no decimals
    float smallest_number = 6;  ///< of type, where numbers are printed
    /// In a lecture, where all is enlarged until small type is large: words may be smaller, and cells are wider than
    /// high where their numbers then have room.
    bool is_enlarged = false;
    bool marks_cell = true;  ///< the chosen cell is outlined wherever its matrix is shown
    bool on_paper = false;   ///< nothing can be moved: no room is kept for controls
    bool page_grows = false; ///< what has no room asks for a wider page
    float zoom = 1;
    Point pan;

    ArrayId array() const { return parameter ? *parameter : ArrayId(step); }
};

} // namespace attn
