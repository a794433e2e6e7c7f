#pragma once

#include "core/model/cell.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace attn {

/// A number of the layer in a picture: the value of a cell, rounded to what is shown, or what was made of it.
struct ShownNumber {
    CellId cell;
    std::optional<CellId> less{}; ///< less the value of this one
    bool is_change = false;       ///< since the baseline
    Index terms = -1;             ///< only that many of the terms of its sum; −1: all
    bool operator==(const ShownNumber&) const = default;
};

/// One term of the written sum of a cell.
struct ShownTerm {
    CellId cell;
    Index first = 0; ///< counted from 0
    Index count = 1; ///< several that are written as one number
    bool operator==(const ShownTerm&) const = default;
};

/// What the written terms of a cell add up to.
struct ShownSum {
    CellId cell;
    bool is_rounded = false; ///< the picture says that the digits shown do not add up
    bool operator==(const ShownSum&) const = default;
};

/// What a caption says of the numbers of an array, or of one row of it.
enum class Property : std::uint8_t {
    rows_sum_to_1,   ///< each row; tokens as columns: each column
    row_sums_to_1,   ///< this row
    at_most_0,       ///< this row, less its largest
    between_0_and_1, ///< this row
};
struct ShownProperty {
    Property property{};
    CellId cell; ///< an array and a row of it
    bool operator==(const ShownProperty&) const = default;
};

/// A formula of the user's notes, letter by letter as TeX, however it is broken into lines.
struct ShownFormula {
    std::string tex;
    bool operator==(const ShownFormula&) const = default;
};

/// What an item of a picture says of the layer, so that it can be checked.
using Statement = std::variant<std::monostate, ShownNumber, ShownTerm, ShownSum, ShownProperty, ShownFormula>;

} // namespace attn
