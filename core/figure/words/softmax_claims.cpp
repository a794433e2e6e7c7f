#include "core/figure/words/softmax_claims.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/model/facts.h"
#include "core/notation/in_notation.h"
#include "core/tensor/matrix.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>

namespace attn {

namespace {

double sum_of(std::span<const float> row) {
    return std::accumulate(row.begin(), row.end(), 0.0);
}

std::optional<Fact> first_that_is_nan(std::span<const float> row, const CellId& cell) {
    const CellId nan = first_nan(row, cell);
    const bool is_nan = std::isnan(row[static_cast<std::size_t>(nan.column)]);
    return is_nan ? std::optional(fact(Quantity::is_nan, nan, 1)) : std::nullopt;
}

/// The claim that a number is below 0 or above 1; nullopt if none is.
std::optional<Claim> beyond_0_to_1(std::span<const float> row, const CellId& cell) {
    const auto [least, largest] = std::ranges::minmax(row);
    if (least < 0)
        return Claim{"some below 0", fact_at_most(Quantity::row_least, cell, 0)};
    return largest > 1 ? std::optional(Claim{"some above 1", fact_at_least(Quantity::row_largest, cell, 1)})
                       : std::nullopt;
}

} // namespace

bool is_nearly_one(double sum) {
    return std::abs(sum - 1) < 1e-3;
}

std::optional<Fact> why_no_distribution(std::span<const float> shares, const CellId& row) {
    if (auto nan = first_that_is_nan(shares, row))
        return nan;
    const double total = sum_of(shares);
    if (!is_nearly_one(total))
        return fact_near(Quantity::row_sum, row, total);
    const auto beyond = beyond_0_to_1(shares, row);
    return beyond ? std::optional(beyond->when.front()) : std::nullopt;
}

SoftmaxRow::SoftmaxRow(const DrawContext& drawing)
    : drawing_(drawing), row_(selected_cell(drawing).row), masked_(row_of(ArrayId::masked)), exp_(row_of(ArrayId::exp)),
      A_(row_of(ArrayId::A)), largest_(row_of(ArrayId::row_max)(0, 0)), sum_(row_of(ArrayId::row_sum)(0, 0)) {
    std::vector<float> differences;
    for (const float score : masked_.row(0))
        differences.push_back(score - largest_);
    differences_ = Matrix::adopt(std::move(differences), 1, keys());
}

Matrix SoftmaxRow::row_of(ArrayId stage) const {
    return drawing_.trace.array(stage, drawing_.view_state.item, drawing_.view_state.head).row_block(row_, 1);
}

CellId SoftmaxRow::cell(ArrayId stage, Index column) const {
    return canonical(
        drawing_, {drawing_.layer().number, stage, drawing_.view_state.item, drawing_.view_state.head, row_, column});
}

std::string_view SoftmaxRow::line() const {
    return token_line(drawing_.session.tokens_as_columns);
}

std::string SoftmaxRow::number(float value) const {
    return display_number(value, drawing_.view_state.fine_decimals());
}

float SoftmaxRow::sum_of_shares() const {
    return std::accumulate(A_.row(0).begin(), A_.row(0).end(), 0.0F);
}

std::optional<Index> SoftmaxRow::place_of_largest() const {
    const auto row = masked_.row(0);
    if (std::ranges::any_of(row, [&](float score) { return score > largest_; }))
        return std::nullopt;
    const auto place = std::ranges::find(row, largest_);
    return place == row.end() ? std::nullopt : std::optional<Index>(place - row.begin());
}

/// True if all attention weights are the exponentials divided by their sum, i.e. none is pinned or given.
bool SoftmaxRow::is_made_by_softmax() const {
    constexpr float rounding = 1e-4F;
    for (Index j = 0; j < keys(); ++j)
        if (!(std::abs(exp_(0, j) / sum_ - A_(0, j)) <= rounding))
            return false;
    return true;
}

/// The claim on the scores minus m, where m is their maximum or a pin.
Claim SoftmaxRow::of_differences() const {
    const bool is_largest = std::ranges::none_of(masked_.row(0), [&](float score) { return score > largest_; });
    const CellId m = cell(ArrayId::row_max);
    if (!is_largest && largest_ == 0)
        return {"m is 0, so as above", fact(Quantity::value, m, 0)};
    const auto bound = is_largest ? fact_at_most : fact_at_least;
    Fact above = bound(Quantity::row_largest, cell(ArrayId::masked), 0);
    above.other = m;
    return {is_largest             ? "at most 0"
            : std::isnan(largest_) ? "m is no number"
                                   : "m is not the largest",
            std::move(above)};
}

Claim SoftmaxRow::of_exponentials() const {
    const CellId first = cell(ArrayId::exp);
    if (auto nan = first_that_is_nan(exp_.row(0), first))
        return {"not all are numbers", *std::move(nan)};
    if (auto beyond = beyond_0_to_1(exp_.row(0), first))
        return *std::move(beyond);
    return {"between 0 and 1",
            {fact_at_least(Quantity::row_least, first, 0), fact_at_most(Quantity::row_largest, first, 1)}};
}

/// The claim on the sum: if it is the sum of the exponentials, and if they are divided by it.
Claim SoftmaxRow::of_sum() const {
    const Index readable = std::ranges::count_if(masked_.row(0), [](float score) { return score > minus_infinity; });
    if (sum_ == 0 && readable == 0)
        return {"every key is masked", fact(Quantity::readable_in_row, cell(ArrayId::masked), 0)};
    if (std::isnan(sum_))
        return {"no number", fact(Quantity::is_nan, cell(ArrayId::row_sum), 1)};
    Fact is_sum = fact_near(Quantity::row_sum, cell(ArrayId::exp), static_cast<double>(sum_));
    const double added = sum_of(exp_.row(0));
    if (!(is_sum.at_least <= added && added <= is_sum.at_most))
        return {is_made_by_softmax() ? "not their sum; share: bar ÷ it" : "not their sum",
                fact(Quantity::is_given, cell(ArrayId::row_sum), 1)};
    return {is_made_by_softmax() ? "their sum; bar ÷ it is a share" : "their sum; not each share is ÷ it",
            std::move(is_sum)};
}

/// The claim that attention weights are parts of the sum of exponentials, if softmax computed them.
Claim SoftmaxRow::of_shares() const {
    const CellId first = cell(ArrayId::A);
    if (sum_ == 0 && sum_of_shares() == 0)
        return {"0 by definition", fact(Quantity::row_sum, first, 0)};
    if (auto nan = first_that_is_nan(A_.row(0), first))
        return {"not all are numbers", *std::move(nan)};
    if (!is_made_by_softmax())
        return {"some are not ÷ it", fact_at_least(Quantity::given_count, first, 1)};
    const std::string written = number(sum_);
    return {prose("÷ {}", written), written_fact(Quantity::value, cell(ArrayId::row_sum), written)};
}

/// The claim on the entropy of the attention weights in bits, compared with even attention to the allowed keys.
Claim SoftmaxRow::of_entropy() const {
    const CellId masked = cell(ArrayId::masked);
    const CellId first = cell(ArrayId::A);
    const Index allowed = std::ranges::count_if(masked_.row(0), [](float score) { return score > minus_infinity; });
    const Prose none = prose("this {} is no distribution", line());
    if (allowed == 0)
        return {none, fact(Quantity::readable_in_row, masked, 0)};
    if (auto why = why_no_distribution(A_.row(0), first))
        return {none, *std::move(why)};
    double bits = 0;
    for (const float share : A_.row(0))
        bits -= share > 0 ? static_cast<double>(share) * std::log2(static_cast<double>(share)) : 0;
    const std::string entropy = fixed_number(static_cast<float>(std::max(0.0, bits)), 2);
    const std::string most = fixed_number(std::log2(static_cast<float>(allowed)), 2);
    return {prose("entropy {} bit of log₂{} = {}", entropy, allowed, most),
            {written_fact(Quantity::row_entropy, first, entropy),
             fact(Quantity::readable_in_row, masked, static_cast<double>(allowed)),
             written_fact(Quantity::even_entropy, masked, most)}};
}

Claim SoftmaxRow::of_row_sums(const Matrix& A) const {
    constexpr double slack = 2e-3;
    CellId first = cell(ArrayId::A);
    Claim all{prose("each {} sums to 1", line()),
              {fact_at_least(Quantity::least_row_sum, first, 1 - slack),
               fact_at_most(Quantity::largest_row_sum, first, 1 + slack)}};
    for (first.row = 0; first.row < A.rows(); ++first.row) {
        const auto row = A.row(first.row);
        const double total = sum_of(row);
        if (auto nan = first_that_is_nan(row, first))
            return {prose("not every {} sums to 1", line()), *std::move(nan)};
        if (!is_nearly_one(total))
            return {prose("not every {} sums to 1", line()), fact_near(Quantity::row_sum, first, total)};
    }
    return all;
}

} // namespace attn
