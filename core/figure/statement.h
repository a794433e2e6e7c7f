#pragma once

#include "core/explain/weight_product.h"
#include "core/figure/colour_map.h"
#include "core/model/cell.h"
#include "core/model/claim.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace attn {

/// A number of the layer in a picture: the value of a cell as it is rounded, or a number computed from it.
struct ShownNumber {
    CellId cell{0, ArrayId{}};
    std::optional<CellId> less{}; ///< minus the value of this cell
    bool is_change = false;       ///< the change since the baseline
    Index terms = -1;             ///< the sum of only the first terms; −1: all
    bool operator==(const ShownNumber&) const = default;
};

/// One term in the written sum of a cell.
struct ShownTerm {
    CellId cell;
    Index term = 0; ///< index of the term
    bool operator==(const ShownTerm&) const = default;
};

/// The rest of a cell's written sum: one number for all terms that are not written.
struct ShownRest {
    CellId cell;
    bool operator==(const ShownRest&) const = default;
};

/// The total of a cell's written sum.
struct ShownSum {
    CellId cell;
    bool is_rounded = false; ///< true: the picture says that the written digits do not add up
    bool operator==(const ShownSum&) const = default;
};

/// Sentences, or a line of them, with the facts that they claim.
struct ShownClaims {
    Claims claims;
    bool operator==(const ShownClaims&) const = default;
};

/// A formula of the user's notes, as TeX before it is broken into lines.
struct ShownFormula {
    std::string tex;
    bool operator==(const ShownFormula&) const = default;
};

/// A number of a product of two matrices that is no stage: of a row of the left matrix and a column of the right one,
/// or of its row if it is transposed.
struct ShownProduct {
    CellId left;  ///< first cell of the row
    CellId right; ///< first cell of the column
    Index terms = 0;
    bool right_transposed = false;
    bool operator==(const ShownProduct&) const = default;
};

/// A number in a row of the residual stream after the layer: the sum of what went past the layer and what the layer
/// wrote, or that sum after a norm.
struct ShownResidual {
    CellId past;
    CellId written;
    bool is_normed = false;
    bool operator==(const ShownResidual&) const = default;
};

/// The name or the shape beside a matrix.
struct ShownName {
    CellId first; ///< first cell of the matrix
    bool is_change = false;
    bool operator==(const ShownName&) const = default;
};

/// The label of a row or column of a matrix.
struct ShownLabel {
    CellId first;           ///< first cell of the matrix
    bool is_column = false; ///< true: of a column, as drawn
    Index place = 0;        ///< index of the row or column
    bool operator==(const ShownLabel&) const = default;
};

/// A value that is drawn without digits: as the height or width of a bar, the width of a line, or the place of a dot.
enum class Measure : std::uint8_t { height, width, stroke, place };
struct ShownMeasure {
    CellId cell;
    Measure measure{};
    bool operator==(const ShownMeasure&) const = default;
};

/// A singular value of a head's product of weights, written as a number or drawn as a bar.
struct ShownSingularValue {
    WeightProduct product{};
    Index head = 0;
    Index number = 0; ///< index among the values, the largest first
    bool is_height = false;
    bool operator==(const ShownSingularValue&) const = default;
};

/// The number of a tick on an axis.
struct ShownTick {
    double value = 0;
    bool operator==(const ShownTick&) const = default;
};

/// A length of the layer, written after its words: "heads: 8".
struct ShownLength {
    Index Sizes::*length = nullptr;
    bool operator==(const ShownLength&) const = default;
};

/// The colours in which a matrix is drawn.
struct ShownColours {
    Palette palette{};
    Range range;
    std::optional<CellId> first{}; ///< first cell of the matrix; nullopt: it is not an array of the layer
    std::string name{};            ///< TeX; empty: the array's symbol
    bool is_difference = false;    ///< true: shows the difference of this matrix from another
    bool operator==(const ShownColours&) const = default;
};

/// The colours that a colour bar explains.
struct ExplainedColours {
    Palette palette{};
    Range range;
    bool operator==(const ExplainedColours&) const = default;
};

/// The statement of an item in a picture about the layer, so that tests can check it.
using Statement = std::variant<std::monostate, ShownNumber, ShownTerm, ShownRest, ShownSum, ShownClaims, ShownFormula,
                               ShownProduct, ShownResidual, ShownName, ShownLabel, ShownMeasure, ShownSingularValue,
                               ShownTick, ShownLength, ShownColours, ExplainedColours>;

} // namespace attn
