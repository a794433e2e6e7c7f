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

/// A hidden score: −∞, or what programs write instead. Slips are tried with −1e9.
constexpr float hidden_below = -1e8F;
/// What hides in an answer: less than this, and so far below the scores that its exponential is no float32.
constexpr float hiding_below = -1000;
constexpr float exponent_range = 104;

// Errors relative to the largest entry.
constexpr double error_of_products = 2e-6;
constexpr double error_of_inputs = 1e-5; // sines of large angles
constexpr double error_of_shares = 1e-5;
constexpr double error_of_outputs = 1.5e-5;
constexpr double error_of_float16 = 4e-3; // eight roundings
constexpr double error_of_bfloat16 = 3.2e-2;
// Of the numbers that a stage is summed from: they may cancel.
constexpr double error_of_terms = 2.4e-7;

/// Calls `visit(slot, matrix)` for every matrix of the stage.
template <class Visit>
void for_each_slot(const Trace& trace, ArrayId id, const Visit& visit) {
    for (const Address slot : trace.slots(id))
        visit(slot, trace.compute_uncached(slot));
}

double largest_entry(const Trace& trace, ArrayId id) {
    double largest = 0;
    if (!trace.has(id))
        return largest;
    for_each_slot(trace, id, [&](Address, const Matrix& matrix) {
        for (Index i = 0; i < matrix.rows(); ++i)
            for (const float value : matrix.row(i))
                if (std::isfinite(value) && value > hidden_below)
                    largest = std::max(largest, std::abs(static_cast<double>(value)));
    });
    return largest;
}

/// The largest length of a row.
double longest_row(const Trace& trace, ArrayId id) {
    double longest = 0;
    if (!trace.has(id))
        return longest;
    for_each_slot(trace, id, [&](Address, const Matrix& matrix) {
        for (Index i = 0; i < matrix.rows(); ++i) {
            double squares = 0;
            for (const float value : matrix.row(i))
                squares += static_cast<double>(value) * static_cast<double>(value);
            longest = std::max(longest, std::sqrt(squares));
        }
    });
    return std::isfinite(longest) ? longest : 0;
}

/// The largest length of a column.
double longest_column(const Trace& trace, ArrayId id) {
    double longest = 0;
    if (!trace.has(id))
        return longest;
    for_each_slot(trace, id, [&](Address, const Matrix& matrix) {
        for (Index j = 0; j < matrix.columns(); ++j) {
            double squares = 0;
            for (Index d = 0; d < matrix.rows(); ++d)
                squares += static_cast<double>(matrix(d, j)) * static_cast<double>(matrix(d, j));
            longest = std::max(longest, std::sqrt(squares));
        }
    });
    return std::isfinite(longest) ? longest : 0;
}

/// The size of the numbers that the stage's cells are summed from.
double size_of_terms(const Trace& trace, ArrayId id) {
    constexpr double outputs_over_shares = 10; // shares carry an error of their own
    const auto& operands = trace.recipe(id).operands;
    const auto is_computed = [&](const Operand& operand) {
        return is_stage(operand.array) && !trace.recipe(operand.array).operands.empty();
    };
    const auto size_of_operands = [&] {
        double size = 0;
        for (const Operand& operand : operands)
            size += is_computed(operand) ? size_of_terms(trace, operand.array) : largest_entry(trace, operand.array);
        return size;
    };
    // A factor may itself be what is left of larger numbers, whose error it carries on.
    const auto with_error = [&](const Operand& operand, double length) {
        return is_computed(operand) ? std::max(length, size_of_terms(trace, operand.array)) : length;
    };
    const auto product = [&] {
        const bool meets_rows = operands[1].reads == Reads::row_as_column;
        const double left = longest_row(trace, operands[0].array);
        const double right =
            meets_rows ? longest_row(trace, operands[1].array) : longest_column(trace, operands[1].array);
        return std::max(with_error(operands[0], left) * right, left * with_error(operands[1], right));
    };
    const double error_before = row_of(id).tolerance == Tolerance::outputs ? outputs_over_shares : 1;
    switch (operation(trace.recipe(id).operation).magnitude) {
    case Magnitude::none:
        break;
    case Magnitude::own:
        return largest_entry(trace, id);
    case Magnitude::operands:
        return size_of_operands();
    case Magnitude::scaled:
        return size_of_operands() * std::abs(score_factor(trace.layer()));
    case Magnitude::product:
        return error_before * product();
    case Magnitude::mixture:
        return error_before * with_error(operands[1], largest_entry(trace, operands[1].array));
    case Magnitude::heads:
        return error_before * largest_entry(trace, operands[0].array);
    }
    return 0;
}

/// The largest entry of what the stage is an exponential of, itself or further up.
double largest_exponent(const Trace& trace, ArrayId id) {
    double largest = 0;
    if (!is_stage(id)) // what is learnt is made from nothing
        return largest;
    for (const Operand& operand : trace.recipe(id).operands)
        largest = std::max(largest, trace.recipe(id).operation == OperationId::exponential
                                        ? largest_entry(trace, operand.array)
                                        : largest_exponent(trace, operand.array));
    return largest;
}

double float32_error(const Trace& trace, ArrayId id, double largest) {
    const auto of_shares = [&] { return std::max(error_of_shares, error_of_products * largest_exponent(trace, id)); };
    const auto with_terms = [&](double error) {
        return std::max(error * largest, error_of_terms * size_of_terms(trace, id));
    };
    switch (row_of(id).tolerance) {
    case Tolerance::inputs:
        return with_terms(error_of_inputs);
    case Tolerance::shares:
        return of_shares() * std::max(1.0, largest); // above 1 in known bugs only
    case Tolerance::row_sums:
        return of_shares() * largest;
    case Tolerance::outputs:
        return with_terms(error_of_outputs);
    case Tolerance::products:
        break;
    }
    return with_terms(error_of_products);
}

/// Rows of one item and head whose keys are all hidden.
class HiddenRows {
public:
    /// For a stage that is compared: only what is made from shares is touched by them.
    HiddenRows(const Trace& trace, ArrayId stage) : trace_(trace) {
        if (!trace.has(ArrayId::row_max) || !is_made_by(stage, OperationId::exponential))
            return;
        for_each_slot(trace, ArrayId::row_max, [&](Address, const Matrix& row_max) {
            for (Index i = 0; i < row_max.rows(); ++i)
                rows_.push_back(row_max(i, 0) == -std::numeric_limits<float>::infinity());
        });
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

    /// `factor` is what the answer's row is multiplied with first; one that is not finite is passed over.
    void add_row(Address slot, Index row, std::span<const float> expected, std::span<const float> answered,
                 double factor = 1) {
        if (!std::isfinite(factor))
            factor = 1;
        for (std::size_t j = 0; j < expected.size(); ++j)
            add({slot.array, slot.item, slot.head, row, static_cast<Index>(j)}, expected[j], answered[j],
                difference(slot, row, expected[j], answered[j], factor));
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

    void add(const CellId& cell, float expected, float answered, double difference) {
        ++agreement_.cells;
        if (difference > agreement_.tolerance)
            ++agreement_.differing;
        if (difference <= agreement_.largest_difference)
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
Agreement without_cells(const Trace& trace, const AnsweredStage& answered, const std::optional<double>& relative,
                        Roundings roundings) {
    Agreement agreement;
    agreement.stage = answered.stage;
    agreement.largest_entry = largest_entry(trace, answered.stage);
    agreement.tolerance = allowed_difference(trace, answered, relative, roundings);
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
                          const std::optional<double>& relative, Roundings roundings) {
    Agreement agreement = without_cells(trace, answered, relative, roundings);
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
            for (Index i = 0; i < expected.rows(); ++i)
                comparison.add_row(slot, i, expected.row(i), found.row(i),
                                   exponentials != nullptr
                                       ? factor_of_shift(exp.row(i), exponentials->matrix(item, head).row(i))
                                       : std::exp(-static_cast<double>(row_max(i, 0))));
        }
    return agreement;
}

} // namespace

double allowed_difference(const Trace& trace, const AnsweredStage& answered, const std::optional<double>& relative,
                          Roundings roundings) {
    const double largest = largest_entry(trace, answered.stage);
    const bool are_shares = answered.stage == ArrayId::A || answered.stage == ArrayId::exp;
    const double size = are_shares ? std::max(1.0, largest) : largest; // above 1 in known bugs only
    if (relative)
        return *relative * size;
    const double of_float32 = float32_error(trace, answered.stage, largest);
    if (roundings == Roundings::of_storing)
        return of_float32;
    if (answered.stored == DataType::float16)
        return std::max(of_float32, error_of_float16 * size);
    if (answered.stored == DataType::bfloat16)
        return std::max(of_float32, error_of_bfloat16 * size);
    return of_float32;
}

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
                comparison.add_row(slot, i, expected.row(i), answered.matrix(item, head).row(i));
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
    Agreement agreement = without_cells(trace, answered, relative, roundings);
    Comparison comparison(trace, agreement, rounding_of(answered, roundings));
    const Extent extent = compared(trace, answered);
    const IndexRange all_rows{0, shape_of(trace.sizes(), stage).rows};
    for (Index item = 0; item < extent.items; ++item)
        for (Index head = 0; head < extent.heads; ++head) {
            const Address slot{stage, item, trace.addresses().nth_head(stage, head)};
            const Matrix expected = expected_rows(trace, answered, item, head, all_rows);
            for (Index i = 0; i < expected.rows(); ++i)
                comparison.add_row(slot, i, expected.row(i), answered.matrix(item, head).row(i));
        }
    if (agreement.agrees() || !may_be_shifted(stage) || !trace.has(ArrayId::row_max) || !trace.has(ArrayId::exp))
        return agreement;
    const Agreement shifted = compare_shifted(trace, answer, answered, relative, roundings);
    return shifted.agrees() ? shifted : agreement;
}

} // namespace attn
