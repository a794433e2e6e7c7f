#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <optional>
#include <span>
#include <string_view>

namespace attn {

/// True if the sum of attention weights is 1 except for rounding.
bool is_nearly_one(double sum);

/// The reason why attention weights are no distribution: one of them is NaN, below 0 or above 1, or they do not sum to
/// 1; nullopt if they are one. `row` is the address of the first weight.
std::optional<Fact> why_no_distribution(std::span<const float> shares, const CellId& row);

/// The selected row from masked scores to attention weights, and the claims that can be made about its stages.
class SoftmaxRow {
public:
    explicit SoftmaxRow(const DrawContext& drawing);

    CellId cell(ArrayId stage, Index column = 0) const;
    Index row() const { return row_; }
    Index keys() const { return masked_.columns(); }
    /// The word for a query's scores: "row", or "column" if tokens are columns.
    std::string_view line() const;

    const Matrix& masked() const { return masked_; }           // 1 x S_k
    const Matrix& differences() const { return differences_; } // 1 x S_k, scores minus their maximum
    const Matrix& exponentials() const { return exp_; }        // 1 x S_k
    const Matrix& shares() const { return A_; }                // 1 x S_k
    float largest() const { return largest_; }
    float sum() const { return sum_; }
    float sum_of_shares() const;
    /// The key of the row's largest score; nullopt if a pin replaces the maximum.
    std::optional<Index> place_of_largest() const;

    Claim of_differences() const;
    Claim of_exponentials() const;
    Claim of_sum() const;
    Claim of_shares() const;
    Claim of_entropy() const;
    /// The claim on the sums of all rows of A (S_q x S_k).
    Claim of_row_sums(const Matrix& A) const;

private:
    Matrix row_of(ArrayId stage) const;
    std::string number(float value) const;
    bool is_made_by_softmax() const;

    const DrawContext& drawing_;
    Index row_;
    Matrix masked_;
    Matrix exp_;
    Matrix A_;
    float largest_;
    float sum_;
    Matrix differences_;
};

} // namespace attn
