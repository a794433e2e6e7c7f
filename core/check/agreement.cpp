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

/// A score hides its key if it is below this, and so far below the other scores that its exponential vanishes in
/// float32.
constexpr float hiding_below = -1000;
constexpr float exponent_range = 104;

/// The rows, of each item and head, in which every key is hidden.
class HiddenRows {
public:
    /// Empty unless `stage` is computed from attention weights: other stages do not depend on hidden rows.
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

    /// True if the row may be NaN: it is hidden or, in stages computed from all heads, hidden in one of them.
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
    std::vector<bool> rows_; // by item, head, row
    bool any_ = false;
};

/// The difference that each cell of one matrix is allowed. It is computed when the first cell needs it, because most
/// cells agree to within `part_of_itself()`.
class AllowedInMatrix {
public:
    AllowedInMatrix(const AllowedDifference& allowed, Index item, Index n) : allowed_(allowed), item_(item), n_(n) {}

    double at(Index row, Index column, float expected, double difference) {
        if (const double own = allowed_.part_of_itself() * std::abs(static_cast<double>(expected));
            difference <= own && std::isfinite(own))
            return own;
        if (!by_cell_)
            by_cell_ = allowed_.by_cell(item_, n_);
        return by_cell_->empty() ? allowed_.most() : static_cast<double>((*by_cell_)(row, column));
    }

private:
    const AllowedDifference& allowed_;
    Index item_;
    Index n_;
    std::optional<Matrix> by_cell_;
};

/// Compares the cells of one stage, and records the cell with the largest difference in the agreement.
class Comparison {
public:
    /// `rounding`, relative to each number of the answer, does not count as a difference.
    Comparison(const Trace& trace, Agreement& agreement, double rounding = 0)
        : hidden_rows_(trace, agreement.stage), agreement_(agreement), rounding_(rounding) {}

    /// Compares a row, after multiplying the answer's row by `factor` (ignored if infinite or NaN). If `allowed` is
    /// null, each cell may differ by the agreement's tolerance.
    void add_row(Address slot, Index row, std::span<const float> expected, std::span<const float> answered,
                 AllowedInMatrix* allowed, double factor = 1) {
        if (!std::isfinite(factor))
            factor = 1;
        for (std::size_t j = 0; j < expected.size(); ++j) {
            const CellId cell{slot.layer, slot.array, slot.item, slot.head, row, static_cast<Index>(j)};
            const double apart = difference(slot, row, expected[j], answered[j], factor);
            add(cell, static_cast<float>(static_cast<double>(expected[j]) / factor), answered[j], apart,
                apart == 0           ? 0
                : allowed == nullptr ? agreement_.tolerance
                                     : allowed->at(row, cell.column, expected[j], apart));
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
        // A large difference that is allowed in its own cell is not reported if another cell differs more than allowed.
        const bool is_worse = difference > agreement_.largest_difference && (differs || agreement_.agrees());
        if (!is_first_that_differs && !is_worse)
            return;
        agreement_.largest_difference = difference;
        agreement_.cell = cell;
        agreement_.answered = answered;
        agreement_.expected = expected;
    }

    static constexpr double smallest_normal = 0x1p-14; // smallest normal float16; roundings do not get smaller below it

    HiddenRows hidden_rows_;
    Agreement& agreement_;
    double rounding_;
};

/// The relative error of storing a number in the answer's number type: half of its last bit. 0 for float32, and if the
/// roundings of computing are allowed, which include it.
double rounding_of(const AnsweredStage& answered, Roundings roundings) {
    if (roundings == Roundings::of_computing)
        return 0;
    return answered.stored == DataType::float16 ? 0x1p-11 : answered.stored == DataType::bfloat16 ? 0x1p-8 : 0;
}

/// The numbers of items and heads to compare. If the answer has one matrix for all heads, each head is compared with
/// it.
Extent compared(const Trace& trace, const AnsweredStage& answered) {
    const Extent extent = trace.extent(answered.stage);
    return {std::max(extent.items, answered.extent.items),
            answered.averaged ? 1 : std::max(extent.heads, answered.extent.heads)};
}

/// True for exponentials and their sums: they agree even if each row is multiplied by a factor of its own.
bool may_be_shifted(ArrayId stage) {
    return stage == ArrayId::exp || stage == ArrayId::row_sum;
}

/// The factor by which the layer's row of exponentials is larger than the answer's, if the answer did not subtract the
/// row's maximum. It is read at the row's largest exponential, which is 1 in the layer.
double factor_of_shift(std::span<const float> expected, std::span<const float> answered) {
    const auto largest = static_cast<std::size_t>(std::ranges::max_element(expected) - expected.begin());
    const auto factor = static_cast<double>(expected[largest]) / static_cast<double>(answered[largest]);
    return std::isfinite(factor) && factor > 0 ? factor : 1;
}

/// The factors that turn the rows of an answer's exponentials, or of their sums, into the layer's. The factor of a sum
/// is that of the answer's exponentials; if the answer has none, exp(s) is assumed instead of exp(s − m).
class Shifts {
public:
    Shifts(const Trace& trace, const Answer& answer, const AnsweredStage& answered, Address slot)
        : exponentials_(answer.find(ArrayId::exp)), item_(slot.item), head_(slot.head) {
        if (exponentials_ != nullptr && exponentials_->first_row > answered.first_row)
            exponentials_ = nullptr;
        numbers_ = trace.compute_uncached(
            {slot.layer, exponentials_ != nullptr ? ArrayId::exp : ArrayId::row_max, slot.item, slot.head});
    }
    double of(Index row) const {
        return exponentials_ != nullptr ? factor_of_shift(numbers_.row(row), exponentials_->row(item_, head_, row))
                                        : std::exp(-static_cast<double>(numbers_(row, 0)));
    }

private:
    const AnsweredStage* exponentials_;
    Index item_;
    Index head_;
    Matrix numbers_;
};

/// Compares a stage cell by cell. If `other_shift` is true, exponentials may be shifted by another number than their
/// row's maximum.
Agreement compare(const Trace& trace, const Answer& answer, const AnsweredStage& answered, const Leniency& leniency,
                  bool other_shift) {
    const AllowedDifference allowed(trace, answered, leniency);
    Agreement agreement;
    agreement.stage = answered.stage;
    agreement.largest_entry = largest_entry(trace, answered.stage);
    agreement.tolerance = allowed.most();
    agreement.cell.array = answered.stage;
    agreement.other_shift = other_shift;
    Comparison comparison(trace, agreement, rounding_of(answered, leniency.roundings));
    const Extent extent = compared(trace, answered);
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < extent.heads; ++head) {
            const Address slot{trace.layer().number, answered.stage, item,
                               trace.addresses().nth_head(answered.stage, head)};
            const Matrix expected = expected_rows(trace, answered, item, head, answered.rows());
            const auto shifts = other_shift ? std::optional(Shifts(trace, answer, answered, slot)) : std::nullopt;
            AllowedInMatrix by_cell(allowed, item, head);
            for (Index i = answered.first_row; i < answered.rows().last; ++i)
                comparison.add_row(slot, i, expected.row(i), answered.row(item, head, i), &by_cell,
                                   shifts ? shifts->of(i) : 1);
        }
    return agreement;
}

} // namespace

Matrix mean_of_heads(const Trace& trace, ArrayId stage, Index item, IndexRange rows,
                     const std::optional<double>& factor) {
    const Index heads = trace.extent(stage).heads;
    const Shape shape = shape_of(trace.sizes(), stage);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(rows.count(), shape.columns);
    for (Index n = 0; n < heads; ++n) {
        const Matrix own = trace.compute_rows_uncached(
            {trace.layer().number, stage, item, trace.addresses().nth_head(stage, n)}, rows);
        sum += eigen(own).middleRows(rows.first, rows.count()).cast<double>();
    }
    const auto buffer = std::make_shared<Buffer>(shape);
    eigen(buffer->view()).middleRows(rows.first, rows.count()) =
        (sum * factor.value_or(1 / static_cast<double>(heads))).cast<float>();
    return matrix_of(buffer);
}

Matrix expected_rows(const Trace& trace, const AnsweredStage& answered, Index item, Index n, IndexRange rows) {
    if (answered.averaged)
        return mean_of_heads(trace, answered.stage, item, rows);
    return trace.compute_rows_uncached(
        {trace.layer().number, answered.stage, item, trace.addresses().nth_head(answered.stage, n)}, rows);
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
            const Address slot{trace.layer().number, part.stage, item, trace.addresses().nth_head(part.stage, head)};
            if (!part.covers(trace.canonical(slot)))
                continue;
            const Matrix expected = expected_rows(trace, answered, item, head, part.rows);
            for (Index i = part.rows.first; i < part.rows.last; ++i) {
                comparison.add_row(slot, i, expected.row(i), answered.row(item, head, i), nullptr);
                if (!agreement.agrees())
                    return false;
            }
        }
    return true;
}

Agreement compare(const Trace& trace, const Answer& answer, ArrayId stage, const Leniency& leniency) {
    assert(trace.has(stage) && answer.find(stage) != nullptr);
    const AnsweredStage& answered = *answer.find(stage);
    const bool is_shiftable = may_be_shifted(stage) && trace.has(ArrayId::row_max) && trace.has(ArrayId::exp);
    // A row's sum has the same factor as the exponentials that it adds.
    const auto is_shifted = [&](const Operand& operand) {
        return may_be_shifted(operand.array) && answer.find(operand.array) != nullptr &&
               compare(trace, answer, operand.array, leniency).other_shift;
    };
    if (is_shiftable && std::ranges::any_of(trace.made_from(stage), is_shifted))
        return compare(trace, answer, answered, leniency, true);
    const Agreement agreement = compare(trace, answer, answered, leniency, false);
    if (agreement.agrees() || !is_shiftable)
        return agreement;
    const Agreement shifted = compare(trace, answer, answered, leniency, true);
    return shifted.agrees() ? shifted : agreement;
}

} // namespace attn
