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

/// A number of the layer in a picture: the value of a cell, rounded to what is shown, or what was made of it.
struct ShownNumber {
    CellId cell{0, ArrayId{}};
    std::optional<CellId> less{}; ///< less the value of this one
    bool is_change = false;       ///< since the baseline
    Index terms = -1;             ///< only that many of the terms of its sum; −1: all
    bool operator==(const ShownNumber&) const = default;
};

/// One term of the written sum of a cell.
struct ShownTerm {
    CellId cell;
    Index term = 0; ///< counted from 0
    bool operator==(const ShownTerm&) const = default;
};

/// The rest of a cell's sum: one number for all terms that are not written by themselves.
struct ShownRest {
    CellId cell;
    bool operator==(const ShownRest&) const = default;
};

/// The sum of a cell's written terms.
struct ShownSum {
    CellId cell;
    bool is_rounded = false; ///< the picture says that the digits shown do not add up
    bool operator==(const ShownSum&) const = default;
};

/// Sentences, or a line of them, each with what must hold for it.
struct ShownClaims {
    Claims claims;
    bool operator==(const ShownClaims&) const = default;
};

/// A formula of the user's notes, letter by letter as TeX, however it is broken into lines.
struct ShownFormula {
    std::string tex;
    bool operator==(const ShownFormula&) const = default;
};

/// One number of the product of two matrices that is no stage: of a row of the left one, and of a column of the right
/// one, or of its row, where it is transposed.
struct ShownProduct {
    CellId left;  ///< the row's first cell
    CellId right; ///< the column's first cell
    Index terms = 0;
    bool right_transposed = false;
    bool operator==(const ShownProduct&) const = default;
};

/// One number of a row behind the layer: what went past it and what it wrote, added; or that, after a norm of the row.
struct ShownResidual {
    CellId past;
    CellId written;
    bool is_normed = false;
    bool operator==(const ShownResidual&) const = default;
};

/// The name or the shape that stands beside a matrix.
struct ShownName {
    CellId first; ///< of the matrix
    bool is_change = false;
    bool operator==(const ShownName&) const = default;
};

/// The word beside a row of a matrix, or at a column.
struct ShownLabel {
    CellId first;           ///< of the matrix
    bool is_column = false; ///< as drawn
    Index place = 0;        ///< of the row or column, from 0
    bool operator==(const ShownLabel&) const = default;
};

/// A value that is drawn without digits: how high or wide a bar is, how wide a line, where a dot lies on an axis.
enum class Measure : std::uint8_t { height, width, stroke, place };
struct ShownMeasure {
    CellId cell;
    Measure measure{};
    bool operator==(const ShownMeasure&) const = default;
};

/// A singular value of a head's product of weights, written or as high as its bar.
struct ShownSingularValue {
    WeightProduct product{};
    Index head = 0;
    Index number = 0; ///< from 0, falling
    bool is_height = false;
    bool operator==(const ShownSingularValue&) const = default;
};

/// A number beneath its place on an axis.
struct ShownTick {
    double value = 0;
    bool operator==(const ShownTick&) const = default;
};

/// A length of the layer behind its words, "heads: 8".
struct ShownLength {
    Index Sizes::*length = nullptr;
    bool operator==(const ShownLength&) const = default;
};

/// The colours of a matrix.
struct ShownColours {
    Palette palette{};
    Range range;
    std::optional<CellId> first{}; ///< none: it is worked out for the picture alone
    std::string name{};            ///< TeX; empty: the array's symbol
    bool is_difference = false;    ///< from another matrix; the first cell is of the one that it is taken from
    bool operator==(const ShownColours&) const = default;
};

/// The colours that a colour bar explains.
struct ExplainedColours {
    Palette palette{};
    Range range;
    bool operator==(const ExplainedColours&) const = default;
};

/// The fact about the layer that an item of a picture shows, so that it can be checked.
using Statement = std::variant<std::monostate, ShownNumber, ShownTerm, ShownRest, ShownSum, ShownClaims, ShownFormula,
                               ShownProduct, ShownResidual, ShownName, ShownLabel, ShownMeasure, ShownSingularValue,
                               ShownTick, ShownLength, ShownColours, ExplainedColours>;

} // namespace attn
