#pragma once

#include "core/figure/display_list.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The labels and the title beside the rows or under the columns of a matrix.
struct AxisLabels {
    std::vector<std::string> labels; ///< one each row or column; or none
    std::string title;               ///< "queries: who reads"
    std::optional<Index> emphasised; ///< this label is set in semibold ink
    std::vector<Index> italic;       ///< these labels are set in italics: words whose numbers were drawn at random
    /// Names of the labels' targets: "token:" makes "token:1", "token:2" …; empty: labels stand for nothing.
    std::string target;
    float smallest_word = type_size::small; ///< down to here words shrink where rows are low, or turned ones close
    bool are_whole = false;                 ///< words are not cut, unless they are longer than most pages
    bool may_slant = false;                 ///< words of columns, where upright ones would reach far
};

/// The side of the matrix on which the labels stand: rows have theirs at the left, columns below or above.
enum class AxisSide : std::uint8_t { left, below, above };

/// The part of an axis that is laid out: `count` cells of `step` pixels, and of them those from `first` to before
/// `last`.
struct AxisExtent {
    Index count = 0;
    float step = 0;
    Index first = 0;
    Index last = 0;
    std::optional<CellId> matrix{}; ///< the first cell of the matrix whose rows or columns are counted; none: no one's
};

/// The least distance between labels above each other (logical pixels): not every row is named where rows are lower.
constexpr float axis_line_height = 14;

/// The smallest type of words beside low rows, or turned above narrow columns (logical pixels): not every row is named
/// where rows are lower.
constexpr float smallest_word_on_screen = 7;

/// Labels and title, laid out beside cells that begin at (0, 0); `across` is how far the cells reach away from this
/// side (for `below`, their height). Labels without room are thinned, or turned where they are too long.
/// `reach`, if given, receives how far the axis reaches out from the cells.
DisplayList lay_out_axis(const AxisLabels& axis, AxisSide side, const AxisExtent& extent, float across,
                         const Theme& theme, const Typesetter& typesetter, float* reach = nullptr);

/// The numbers "1", "2" … as labels.
std::vector<std::string> counted(Index count);

} // namespace attn
