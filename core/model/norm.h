#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"

#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace attn {

/// Whether a norm makes X.
inline bool has_norm(const Layer& layer) {
    return layer.norm.kind != Norm::Kind::off;
}

/// A norm of the rows of heads: all there is to know about it, besides the rows of the arrays that it makes.
struct HeadNormRow {
    HeadNorm Layer::*norm = nullptr;
    std::string_view key;      ///< in session files
    std::string_view notation; ///< of formulas: <norm of heads>
    std::string_view function; ///< in scripts
    std::string_view rows;     ///< what is normed, in words
};

inline constexpr std::array head_norms{
    HeadNormRow{&Layer::head_norm, "head_norm", "heads", "normed_heads", "queries and keys"},
    HeadNormRow{&Layer::V_norm, "V_norm", "values", "normed_values", "values"},
};
using HeadNormKinds = std::array<Norm::Kind, head_norms.size()>;

/// The row of a norm; none where there is none.
constexpr const HeadNormRow* find_head_norm(HeadNorm Layer::*norm) {
    for (const HeadNormRow& row : head_norms)
        if (row.norm == norm)
            return &row;
    return nullptr;
}

/// Whether the layer has the norm.
inline bool has_norm(const Layer& layer, const HeadNormRow& row) {
    return (layer.*row.norm).kind != Norm::Kind::off;
}

/// The same as a condition in the table of arrays.
template <HeadNorm Layer::*norm>
bool norms_heads(const Layer& layer) {
    return has_norm(layer, *find_head_norm(norm));
}

/// What a row is turned into before the gain: (value − mean) · factor.
struct RowNorm {
    double mean = 0;   ///< 0 for rms
    double factor = 1; ///< 1 / √(variance + epsilon), or 1 / √(mean square + epsilon)
};

/// The norm, in double precision, of a row that stands in `parts` pieces: those of all heads.
template <class Piece>
RowNorm row_norm(Norm::Kind kind, float epsilon, Index parts, const Piece& piece) {
    RowNorm result;
    double count = 0;
    for (Index part = 0; part < parts; ++part)
        for (const float value : std::span<const float>(piece(part))) {
            count += 1;
            result.mean += kind == Norm::Kind::layer ? static_cast<double>(value) : 0;
        }
    if (kind == Norm::Kind::off || count == 0)
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

/// The same of a row in one piece.
RowNorm row_norm(const Norm& norm, std::span<const float> row);

/// Every row normalised, each cell rounded once; a copy where the norm is off.
void normalise(const Norm& norm,
               ConstView residual, // S x D
               View result);       // S x D

/// Whether both do the same to every row.
bool same_norm(const Norm& before, const Norm& after);

} // namespace attn
