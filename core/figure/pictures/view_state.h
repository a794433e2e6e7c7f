#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/fixed_range.h"
#include "core/document/session/steps.h"
#include "core/explain/sampling.h"
#include "core/figure/colour_map.h"
#include "core/figure/geometry.h"
#include "core/figure/heatmap.h"
#include "core/figure/theme.h"
#include "core/model/cell.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

/// The name of a picture, by which scripts and the command line call it.
struct PictureName {
    std::string_view name;
    bool operator==(const PictureName&) const = default;
};

/// A way in which a stage or a weight can be drawn, by its name. The table of all ways stands in picture.h.
struct PictureId : PictureName {
    constexpr PictureId(PictureName of) : PictureName(of) {}

    // Those that somebody names: keys, and tests.
    static constexpr PictureName product{"product"};
    static constexpr PictureName softmax{"softmax"};
    static constexpr PictureName spread{"spread"};
    static constexpr PictureName joined{"joined"};
    static constexpr PictureName equation{"equation"};
    static constexpr PictureName heatmap{"heatmap"};
    static constexpr PictureName values{"values"};
    static constexpr PictureName sum{"sum"};
    static constexpr PictureName parts{"parts"};
    static constexpr PictureName heads{"heads"};
    static constexpr PictureName differences{"differences"};
    static constexpr PictureName lines{"lines"};
    static constexpr PictureName wrong_axis{"wrong-axis"};
    static constexpr PictureName bilinear{"bilinear"};
    static constexpr PictureName writing{"writing"};
    static constexpr PictureName fused{"fused"};
    static constexpr PictureName one_head{"one-head"};
    static constexpr PictureName subspaces{"subspaces"};
    static constexpr PictureName einsum{"einsum"};
    static constexpr PictureName notes{"notes"};
    static constexpr PictureName items{"items"};
    static constexpr PictureName token{"token"};
    static constexpr PictureName block{"block"};
    static constexpr PictureName inner_product{"inner-product"};
    static constexpr PictureName linear_map{"linear-map"};
    static constexpr PictureName projection{"projection"};
    static constexpr PictureName conditional_probability{"conditional-probability"};
    static constexpr PictureName saturation{"saturation"};
    static constexpr PictureName spectrum{"spectrum"};
    static constexpr PictureName model{"model"};
    static constexpr PictureName patching{"patching"};
};

/// The smallest type of words in a lecture, where everything is enlarged (logical pixels).
constexpr float smallest_enlarged_word = 5;

/// The reading of a product: each cell a sum, each row from a row, or one outer product added to the other.
enum class Reading : std::uint8_t { cells, rows, outer_products };

/// The part of a stage that is there while it is computed step by step.
struct Reveal {
    Reading reading = Reading::cells;
    Index cells = 0; ///< that many cells of the result, in reading order; the next one is being made
    Index terms = 0; ///< of the next cell, that many of its terms; of outer products and values, that many are added
    int level = 0;   ///< of a softmax row: scores, maximum, differences, exponentials, sum, shares
    float way = 0;   ///< of what slides: the share of its way that lies behind it
    bool operator==(const Reveal&) const = default;
};

/// The part of a block up to which its picture goes: the steps behind attention, one after the other.
enum class BlockPart : std::uint8_t { sum, norm, mlp, next };

/// The view of a layer: a stage or weight, one of its cells, the colours, the zoom.
struct ViewState {
    ArrayId step = ArrayId::A;        ///< the stage of the walk
    std::optional<ArrayId> parameter; ///< shown in its place
    std::optional<ArrayId> section{}; ///< of notes and legend on paper: what they have beside that array; none: all
    Index item = 0;
    Index head = 0;
    std::vector<Index> heads{}; ///< on paper, of what compares heads: only these; empty: all
    Index row = 0;
    Index column = 0;
    std::optional<CellId> focus; ///< a cell of an operand, inspected and edited while the step stays
    ArrayId focus_beside{};      ///< what was shown when the focus was set; beside another it does not count
    /// The corner of a range of cells that lies across from the inspected cell; it counts while that is `range_begin`.
    std::optional<CellId> range_end;
    CellId range_begin{0, ArrayId{}};
    std::optional<PictureId> picture; ///< none, or one that the stage does not have: the stage's first

    std::optional<Reveal> reveal; ///< none: all of it is there
    /// The arrays whose lines stand in the picture of one token; none: all.
    std::vector<ArrayId> token_lines;
    /// True if the picture stands in a lesson, which names no array before its step does.
    bool in_lesson() const { return !token_lines.empty(); }
    bool says_token_lines = true; ///< words beside the symbols of those lines
    bool says_remarks = true;     ///< sentences beneath a picture, about its numbers
    bool hides_made = false;      ///< numbers that a picture makes itself: somebody is asked for one
    BlockPart block_to = BlockPart::next;
    bool names_roles = true; ///< titles of axes say "queries: who reads", and not only "who reads"

    StepsShown steps = StepsShown::notes; ///< what is stepped through, and on paper shown of the whole layer

    Sampling sampling{.temperature = 1}; ///< the rule by which a model's next word is drawn

    Look look = Look::light;
    bool grey = false;         ///< for print
    bool viridis = false;      ///< numbers in viridis; greys come first
    bool shows_change = false; ///< since the baseline, where there is one: it lies over the cells
    bool only_change = false;  ///< and stands instead of the values
    bool shares_range = false; ///< one range for all heads of an array, and not one for each matrix
    FixedRanges fixed_ranges;  ///< of arrays whose colours somebody fixed
    CellNumbers numbers = CellNumbers::fitting;
    int decimals = usual_decimals;
    bool decimals_are_given = false; ///< for all numbers, and not for those of cells alone
    /// The decimals of shares, and of arithmetic that is written out.
    int fine_decimals() const { return decimals_are_given ? decimals : std::max(usual_fine_decimals, decimals); }
    bool whole_numbers = false; ///< a matrix of whole numbers shows no decimals
    float smallest_number = 6;  ///< of type, where numbers are printed
    /// The least size of printed numbers in a lecture, where `smallest_number` has no room: smaller ones rather than
    /// none; at 0 none are smaller.
    float least_number = 0;
    /// True in a lecture, where all is enlarged until small type is large: words may be smaller, and cells are wider
    /// than high where their numbers then have room.
    bool is_enlarged = false;
    bool marks_cell = true;  ///< the chosen cell is outlined wherever its matrix is shown
    bool on_paper = false;   ///< nothing can be moved: no room is kept for controls
    bool page_grows = false; ///< what has no room asks for a wider page
    float zoom = 1;
    Point pan;

    ArrayId array() const { return parameter ? *parameter : ArrayId(step); }
    bool has_fixed_range(ArrayId of) const { return find_fixed_range(fixed_ranges, of) != nullptr; }
};

} // namespace attn
