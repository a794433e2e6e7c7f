#include "core/check/agreement.h"

#include "core/model/arrays.h"
#include "core/tensor/buffer.h"
#include "core/tensor/compose.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace attn {

namespace {

constexpr double infinitely_far = std::numeric_limits<double>::infinity();

/// What hides in an answer: less than this, and so far below the scores that its exponential is no float32.
constexpr float hiding_below = -1000;
constexpr float exponent_range = 104;

/// Rows of one item and head whose keys are all hidden.
class HiddenRows {
public:
    /// For a stage that is compared: only what is made from shares is touched by them.
    HiddenRows(const Trace& trace, ArrayId stage) : trace_(trace) {
        if (!trace.has(ArrayId::row_max) || !is_made_by(stage, OperationId::exponential))
            return;
        for (const Address slot : trace.slots(ArrayId::row_max)) {
            const Matrix row_max = trace.compute_uncached(slot);
            for (Index i = 0; i < row_max.rows(); ++i)
                rows_.push_back(row_max(i, 0) == minus_infinity);
        }
        any_ = std::ranges::find(rows_, true) != rows_.end();
    }

    /// Whether the row may be NaN: it or, in stages that join the heads, one of them is hidden.
    bool reach(Address slot, Index row) const {
        if (!any_)
            return false;
        const Index heads = trace_.extent(ArrayId::row_max).heads;
        if (row_of(slot.array).heads != Heads::none)
            return hidden(slot.item, slot.head, row);
        for (Index head = 0; head < heads; ++head)
            if (hidden(slot.item, head, row))
                return true;
        return false;
    }

private:
    bool hidden(Index item, Index head, Index row) const {
        const Index heads = trace_.extent(ArrayId::row_max).heads;
        return rows_[static_cast<std::size_t>((item * heads + head) * trace_.sizes().S_q + row)];
    }

    const Trace& trace_;
    std::vector<bool> rows_; // item-major
    bool any_ = false;
};

/// Compares the cells of one stage and keeps the worst.
class Comparison {
public:
    /// `rounding`, relative to each number of the answer, is not counted as a difference.
    Comparison(const Trace& trace, Agreement& agreement, double rounding = 0)
        : hidden_rows_(trace, agreement.stage), agreement_(agreement), rounding_(rounding) {}

    /// `allowed` is by cell of the whole matrix, or empty. `factor` is what the answer's row is multiplied with first;
    /// one that is not finite is passed over.
    void add_row(Address slot, Index row, std::span<const float> expected, std::span<const float> answered,
                 const Matrix& allowed, double factor = 1) {
        if (!std::isfinite(factor))
            factor = 1;
        for (std::size_t j = 0; j < expected.size(); ++j) {
            const CellId cell{slot.array, slot.item, slot.head, row, static_cast<Index>(j)};
            add(cell, expected[j], answered[j], difference(slot, row, expected[j], answered[j], factor),
                allowed.empty() ? agreement_.tolerance : static_cast<double>(allowed(row, cell.column)));
        }
    }

private:
    double difference(Address slot, Index row, float expected, float answered, double factor) {
        if (std::isnan(answered) && !std::isnan(expected) && hidden_rows_.reach(slot, row)) {
            agreement_.nan_rows = true;
            return 0;
        }
        if (std::isnan(answered) || std::isnan(expected))
            return std::isnan(answered) && std::isnan(expected) ? 0 : infinitely_far;
        if (std::abs(expected) >= -hidden_below && std::signbit(expected) == std::signbit(answered) &&
            hides(answered)) {
            agreement_.finite_hiding |= std::isinf(expected) && !std::isinf(answered);
            return 0;
        }
        if (std::isinf(answered) || std::isinf(expected))
            return answered == expected ? 0 : infinitely_far;
        const double number = static_cast<double>(answered) * factor;
        const double apart = std::abs(number - static_cast<double>(expected));
        return rounding_ == 0 ? apart : std::max(0.0, apart - rounding_ * (std::abs(number) + smallest_normal));
    }

    bool hides(float answered) const {
        return -std::abs(answered) <= hiding_below &&
               static_cast<double>(std::abs(answered)) >=
                   agreement_.largest_entry + static_cast<double>(exponent_range);
    }

    void add(const CellId& cell, float expected, float answered, double difference, double allowed) {
        ++agreement_.cells;
        const bool differs = difference > allowed;
        const bool is_first_that_differs = differs && agreement_.differing == 0;
        agreement_.differing += differs ? 1 : 0;
        // A larger difference may be allowed elsewhere: it is not the one to tell of.
        const bool is_worse = difference > agreement_.largest_difference && (differs || agreement_.agrees());
        if (!is_first_that_differs && !is_worse)
            return;
        agreement_.largest_difference = difference;
        agreement_.cell = cell;
        agreement_.answered = answered;
        agreement_.expected = expected;
    }

    static constexpr double smallest_normal = 0x1p-14; // of float16, below which roundings no longer shrink

    HiddenRows hidden_rows_;
    Agreement& agreement_;
    double rounding_;
};

/// Half of the last bit of what the answer is stored in, relative to a number.
double rounding_of(const AnsweredStage& answered, Roundings roundings) {
    if (roundings == Roundings::of_computing)
        return 0;
    return answered.stored == DataType::float16 ? 0x1p-11 : answered.stored == DataType::bfloat16 ? 0x1p-8 : 0;
}

/// The agreement but for its cells.
Agreement without_cells(const Trace& trace, const AnsweredStage& answered, const AllowedDifference& allowed) {
    Agreement agreement;
    agreement.stage = answered.stage;
    agreement.largest_entry = largest_entry(trace, answered.stage);
    agreement.tolerance = allowed.most();
    agreement.cell.array = answered.stage;
    return agreement;
}

/// For how many items and heads there is something to compare: one matrix for all is compared with each.
Extent compared(const Trace& trace, const AnsweredStage& answered) {
    const Extent extent = trace.extent(answered.stage);
    return {std::max(extent.items, answered.extent.items),
            answered.averaged ? 1 : std::max(extent.heads, answered.extent.heads)};
}

/// Exponentials and their sums may count as equal though each row has another factor.
bool may_be_shifted(ArrayId stage) {
    return stage == ArrayId::exp || stage == ArrayId::row_sum;
}

/// Where exponentials are shifted otherwise than by their row's maximum, rows differ by a factor. It is known where the
/// layer's exponential is 1.
double factor_of_shift(std::span<const float> expected, std::span<const float> answered) {
    const auto largest = static_cast<std::size_t>(std::ranges::max_element(expected) - expected.begin());
    const auto factor = static_cast<double>(expected[largest]) / static_cast<double>(answered[largest]);
    return std::isfinite(factor) && factor > 0 ? factor : 1;
}

/// The comparison of exponentials, or of their sums, up to a shift of each row. The shift of sums is that of the
/// exponentials where they are answered too, otherwise none at all: exp(s) instead of exp(s − m).
Agreement compare_shifted(const Trace& trace, const Answer& answer, const AnsweredStage& answered,
                          const AllowedDifference& allowed, Roundings roundings) {
    Agreement agreement = without_cells(trace, answered, allowed);
    agreement.other_shift = true;
    Comparison comparison(trace, agreement, rounding_of(answered, roundings));
    const AnsweredStage* exponentials = answer.find(ArrayId::exp);
    const Extent extent = compared(trace, answered);
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < extent.heads; ++head) {
            const Address slot{answered.stage, item, head};
            const Matrix expected = trace.compute_uncached(slot);
            const Matrix exp = exponentials != nullptr ? trace.compute_uncached({ArrayId::exp, item, head}) : Matrix();
            const Matrix row_max = trace.compute_uncached({ArrayId::row_max, item, head});
            const Matrix& found = answered.matrix(item, head);
            const Matrix by_cell = allowed.by_cell(item, head);
            for (Index i = 0; i < expected.rows(); ++i)
                comparison.add_row(slot, i, expected.row(i), found.row(i), by_cell,
                                   exponentials != nullptr
                                       ? factor_of_shift(exp.row(i), exponentials->matrix(item, head).row(i))
                                       : std::exp(-static_cast<double>(row_max(i, 0))));
        }
    return agreement;
}

} // namespace

Matrix expected_rows(const Trace& trace, const AnsweredStage& answered, Index item, Index n, IndexRange rows) {
    if (!answered.averaged)
        return trace.compute_rows_uncached({answered.stage, item, trace.addresses().nth_head(answered.stage, n)}, rows);
    const Index heads = trace.extent(answered.stage).heads;
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(rows.count(), shape_of(trace.sizes(), answered.stage).columns);
    for (Index head = 0; head < heads; ++head) {
        const Matrix own =
            trace.compute_rows_uncached({answered.stage, item, trace.addresses().nth_head(answered.stage, head)}, rows);
        sum += eigen(own).middleRows(rows.first, rows.count()).cast<double>();
    }
    const auto buffer = std::make_shared<Buffer>(shape_of(trace.sizes(), answered.stage));
    for (Index i = rows.first; i < rows.last; ++i)
        for (Index j = 0; j < sum.cols(); ++j)
            buffer->view()(i, j) = static_cast<float>(sum(i - rows.first, j) / static_cast<double>(heads));
    return matrix_of(buffer);
}

bool may_agree(const Trace& trace, const Answer& answer, const PartOfStage& part, double within) {
    if (may_be_shifted(part.stage))
        return true;
    const AnsweredStage& answered = *answer.find(part.stage);
    Agreement agreement;
    agreement.stage = part.stage;
    agreement.tolerance = within;
    Comparison comparison(trace, agreement);
    const Extent extent = compared(trace, answered);
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < extent.heads; ++head) {
            const Address slot{part.stage, item, trace.addresses().nth_head(part.stage, head)};
            if (!part.covers(trace.canonical(slot)))
                continue;
            const Matrix expected = expected_rows(trace, answered, item, head, part.rows);
            for (Index i = part.rows.first; i < part.rows.last; ++i) {
                comparison.add_row(slot, i, expected.row(i), answered.matrix(item, head).row(i), {});
                if (!agreement.agrees())
                    return false;
            }
        }
    return true;
}

Agreement compare(const Trace& trace, const Answer& answer, ArrayId stage, const std::optional<double>& relative,
                  Roundings roundings) {
    assert(trace.has(stage) && answer.find(stage) != nullptr);
    const AnsweredStage& answered = *answer.find(stage);
    const AllowedDifference allowed(trace, answered, relative, roundings);
    Agreement agreement = without_cells(trace, answered, allowed);
    Comparison comparison(trace, agreement, rounding_of(answered, roundings));
    const Extent extent = compared(trace, answered);
    const IndexRange all_rows{0, shape_of(trace.sizes(), stage).rows};
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < extent.heads; ++head) {
            const Address slot{stage, item, trace.addresses().nth_head(stage, head)};
            const Matrix expected = expected_rows(trace, answered, item, head, all_rows);
            const Matrix by_cell = allowed.by_cell(item, head);
            for (Index i = 0; i < expected.rows(); ++i)
                comparison.add_row(slot, i, expected.row(i), answered.matrix(item, head).row(i), by_cell);
        }
    if (agreement.agrees() || !may_be_shifted(stage) || !trace.has(ArrayId::row_max) || !trace.has(ArrayId::exp))
        return agreement;
    const Agreement shifted = compare_shifted(trace, answer, answered, allowed, roundings);
    return shifted.agrees() ? shifted : agreement;
}

} // namespace attn
