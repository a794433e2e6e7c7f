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

/// The name of a picture on the command line and in scripts.
struct PictureName {
    std::string_view name;
    bool operator==(const PictureName&) const = default;
};

/// Identifies a picture by its name. All pictures are in the table in picture.h.
struct PictureId : PictureName {
    constexpr PictureId(PictureName of) : PictureName(of) {}

    // The pictures that code refers to by name.
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

/// The smallest type of words in a lecture, before everything is enlarged (logical pixels).
constexpr float smallest_enlarged_word = 5;

/// The order in which a product is computed: cell by cell as sums, row by row, or as a sum of outer products.
enum class Reading : std::uint8_t { cells, rows, outer_products };

/// The part of a stage that is shown while it is computed step by step.
struct Reveal {
    Reading reading = Reading::cells;
    Index cells = 0; ///< number of cells of the result that are done, in reading order; the next one is being computed
    Index terms = 0; ///< number of terms of the next cell that are done, or of outer products or values that are added
    int level = 0;   ///< level of a softmax row: scores, maximum, differences, exponentials, sum, shares
    float way = 0;   ///< for things that slide: the fraction of the way that is done, from 0 to 1
    bool operator==(const Reveal&) const = default;
};

/// The last part that the picture of a block shows. The parts follow attention in this order.
enum class BlockPart : std::uint8_t { sum, norm, mlp, next };

/// The view of a layer in the window or in a figure: a stage or weight, a cell, the colours, the zoom.
struct ViewState {
    ArrayId step = ArrayId::A;        ///< the selected stage
    std::optional<ArrayId> parameter; ///< a weight or bias that is shown instead of the stage
    std::optional<ArrayId> section{}; ///< the array whose section notes and legend on paper show; nullopt: all sections
    Index item = 0;
    Index head = 0;
    std::vector<Index> heads{}; ///< the heads that are shown by pictures on paper that compare heads; empty: all
    Index row = 0;
    Index column = 0;
    std::optional<CellId> focus; ///< the cell of an operand that is inspected and edited while the stage stays
    ArrayId focus_beside{};      ///< the array that was shown when the focus was set; with another array the focus does
                                 ///< not count
    /// The corner of a range of cells opposite to the inspected cell. It counts only while the inspected cell is
    /// `range_begin`.
    std::optional<CellId> range_end;
    CellId range_begin{0, ArrayId{}};
    std::optional<PictureId> picture; ///< the picture that the user chose; nullopt, or a picture that does not fit the
                                      ///< stage: the stage's own

    std::optional<Reveal> reveal; ///< nullopt: everything is shown
    /// The arrays whose rows the picture of one token shows; empty: all.
    std::vector<ArrayId> token_lines;
    /// True if the picture is shown in a lesson, which names each array in a step of its own.
    bool in_lesson() const { return !token_lines.empty(); }
    bool says_token_lines = true; ///< words beside the symbols of those rows
    bool says_remarks = true;     ///< sentences beneath a picture about its numbers
    bool hides_made = false;      ///< hides the numbers that a picture computes itself, because a lesson asks for one
    BlockPart block_to = BlockPart::next;
    bool names_roles = true; ///< true: titles of axes are "queries: who reads"; false: "who reads"

    StepsShown steps = StepsShown::notes; ///< the stages to step through, and on paper those that figures of a whole
                                          ///< layer show

    Sampling sampling{.temperature = 1}; ///< the rule by which the next word of a model is drawn

    Look look = Look::light;
    bool grey = false;         ///< greys instead of colours, for print
    bool viridis = false;      ///< numbers in viridis, unless `grey` is set
    bool shows_change = false; ///< shows changes since the baseline, if there is one, over the cells
    bool only_change = false;  ///< shows changes instead of the values
    bool shares_range = false; ///< true: one range for all heads of an array; false: one for each matrix
    FixedRanges fixed_ranges;  ///< ranges that the user fixed
    CellNumbers numbers = CellNumbers::fitting;
    int decimals = usual_decimals;
    bool decimals_are_given = false; ///< `decimals` is for all numbers; otherwise only for those in cells
    /// The decimals of attention weights, and of arithmetic that is written out.
    int fine_decimals() const { return decimals_are_given ? decimals : std::max(usual_fine_decimals, decimals); }
    bool whole_numbers = false; ///< matrices of whole numbers are shown without decimals
    float smallest_number = 6;  ///< size of type of printed numbers
    /// The least size of printed numbers in a lecture, if `smallest_number` has no room; 0: they do not shrink.
    float least_number = 0;
    /// True in a lecture, where everything is enlarged: words may then be smaller, and cells become wider than high if
    /// their numbers fit only then.
    bool is_enlarged = false;
    bool marks_cell = true;  ///< outlines the selected cell in all matrices that contain it
    bool on_paper = false;   ///< drawn on paper: no room is kept for controls
    bool page_grows = false; ///< the page grows if something has no room
    float zoom = 1;
    Point pan;

    ArrayId array() const { return parameter ? *parameter : ArrayId(step); }
    bool has_fixed_range(ArrayId of) const { return find_fixed_range(fixed_ranges, of) != nullptr; }
};

} // namespace attn
