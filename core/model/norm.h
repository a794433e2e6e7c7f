#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"

#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace attn {

/// True if X is computed by a norm.
inline bool has_norm(const Layer& layer) {
    return layer.norm.kind != Norm::Kind::off;
}

/// A row of the table of norms of heads' rows: everything that the program knows about such a norm, besides the rows of
/// the arrays that it computes.
struct HeadNormRow {
    HeadNorm Block::*norm = nullptr;
    std::string_view key;      ///< key of the norm in session files
    std::string_view notation; ///< name of the norm in notations: <norm of heads>
    std::string_view rows;     ///< the arrays that it normalises, in words
};

inline constexpr std::array head_norms{
    HeadNormRow{&Block::head_norm, "head_norm", "heads", "queries and keys"},
    HeadNormRow{&Block::V_norm, "V_norm", "values", "values"},
};
using HeadNormKinds = std::array<Norm::Kind, head_norms.size()>;

/// The table's row for a norm; null if the norm is not in the table.
constexpr const HeadNormRow* find_head_norm(HeadNorm Block::*norm) {
    for (const HeadNormRow& row : head_norms)
        if (row.norm == norm)
            return &row;
    return nullptr;
}

inline bool has_norm(const Layer& layer, const HeadNormRow& row) {
    return (layer.*row.norm).kind != Norm::Kind::off;
}

/// has_norm as a condition for the table of arrays.
template <HeadNorm Block::*norm>
bool norms_heads(const Layer& layer) {
    return has_norm(layer, *find_head_norm(norm));
}

/// The mean and factor of a norm: a value becomes (value − mean) · factor, before gain and bias.
struct RowNorm {
    double mean = 0;   ///< 0 for rms
    double factor = 1; ///< 1 / √(variance + epsilon), or 1 / √(mean square + epsilon)
};

/// The mean and factor of a row, in double precision. The row has `parts` pieces, e.g. the rows of all heads;
/// `piece(i)` is piece i.
template <class Piece>
RowNorm row_norm(Norm::Kind kind, float epsilon, Index parts, const Piece& piece) {
    RowNorm result;
    double count = 0;
    for (Index part = 0; part < parts; ++part)
        for (const float value : std::span<const float>(piece(part))) {
            count += 1;
            result.mean += kind == Norm::Kind::layer ? static_cast<double>(value) : 0;
        }
    if (kind == Norm::Kind::off || kind == Norm::Kind::gain || count == 0)
        return {};
    result.mean /= count;
    double squares = 0;
    for (Index part = 0; part < parts; ++part)
        for (const float value : std::span<const float>(piece(part))) {
            const double centred = static_cast<double>(value) - result.mean;
            squares += centred * centred;
        }
    result.factor = 1 / std::sqrt(squares / count + static_cast<double>(epsilon));
    return result;
}

/// The mean and factor of a whole row.
RowNorm row_norm(const Norm& norm, std::span<const float> row);

/// Normalises every row. Each cell is rounded once. Copies if the norm is off.
void normalise(const Norm& norm,
               ConstView residual, // S x D
               View result);       // S x D

/// True if both norms have the same options and numbers.
bool same_norm(const Norm& before, const Norm& after);

} // namespace attn
