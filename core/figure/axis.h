#pragma once

#include "core/figure/display_list.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The labels and the title beside the rows or under the columns of a matrix.
struct AxisLabels {
    std::vector<std::string> labels; ///< one for each row or column; or empty
    std::string title;               ///< e.g. "queries: who reads"
    std::optional<Index> emphasised; ///< the label that is set in semibold ink
    /// The prefix of the labels' target names: "token:" makes "token:1", "token:2" …; empty: labels have no target.
    std::string target;
    float smallest_word = type_size::small; ///< the size to which words may shrink in low rows or above narrow columns
    bool are_whole = false;                 ///< true: words are not cut, unless they are very long
    bool may_slant = false;                 ///< true: words of columns are slanted if they are long
    std::vector<Index> italic{};            ///< labels in italics: tokens whose embeddings were drawn at random
};

/// The side of the matrix on which labels stand: left for rows, below or above for columns.
enum class AxisSide : std::uint8_t { left, below, above };

/// The part of an axis that is laid out: of `count` cells, each `step` pixels long, those from `first` up to `last`,
/// which is excluded.
struct AxisExtent {
    Index count = 0;
    float step = 0;
    Index first = 0;
    Index last = 0;
    std::optional<CellId> matrix{}; ///< the first cell of the labelled matrix; nullopt: the axis belongs to no matrix
};

/// The least distance between labels one above the other (logical pixels). In lower rows some labels are left out.
constexpr float axis_line_height = 14;

/// The smallest type of words beside low rows or above narrow columns (logical pixels). In still lower rows some labels
/// are left out.
constexpr float smallest_word_on_screen = 7;

/// Lays out labels and title beside cells that begin at (0, 0). `across` is the size of the cells at right angles to
/// the axis (for `below`, their height). Labels without room are rotated or left out. `reach`, if given, receives the
/// distance from the cells to the far end of the axis.
DisplayList lay_out_axis(const AxisLabels& axis, AxisSide side, const AxisExtent& extent, float across,
                         const Theme& theme, const Typesetter& typesetter, float* reach = nullptr);

/// The numbers "1", "2" … as labels.
std::vector<std::string> counted(Index count);

} // namespace attn
