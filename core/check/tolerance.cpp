#include "core/check/tolerance.h"

#include "core/model/arrays.h"
#include "core/tensor/compose.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace attn {

namespace {

// Errors relative to the largest entry.
constexpr double error_of_products = 2e-6;
constexpr double error_of_inputs = 1e-5; // sines of large angles
constexpr double error_of_shares = 1e-5;
constexpr double most_error_of_shares = 1e-3; // where scores are large
constexpr double error_of_outputs = 1.5e-5;
constexpr double error_of_float16 = 4e-3; // eight roundings
constexpr double error_of_bfloat16 = 3.2e-2;
// The numbers that a stage is summed from may cancel.
constexpr double error_of_terms = 2.4e-7;

/// Calls `visit(slot, matrix)` for every matrix of the stage.
template <class Visit>
void for_each_slot(const Trace& trace, ArrayId id, const Visit& visit) {
    for (const Address slot : trace.slots(id))
        visit(slot, trace.compute_uncached(slot));
}

/// Infinite numbers and hidden scores do not count.
double largest_of(std::span<const float> numbers) {
    double largest = 0;
    for (const float number : numbers)
        if (std::isfinite(number) && number > hidden_below)
            largest = std::max(largest, std::abs(static_cast<double>(number)));
    return largest;
}

} // namespace

double largest_entry(const Trace& trace, ArrayId id) {
    double largest = 0;
    if (!trace.has(id))
        return largest;
    for_each_slot(trace, id, [&](Address, const Matrix& matrix) {
        for (Index i = 0; i < matrix.rows(); ++i)
            largest = std::max(largest, largest_of(matrix.row(i)));
    });
    return largest;
}

namespace {

Eigen::VectorXd row_lengths(const Matrix& matrix) {
    return eigen(matrix).cast<double>().rowwise().norm();
}

/// The largest length of a row.
double longest_row(const Trace& trace, ArrayId id) {
    double longest = 0;
    if (!trace.has(id))
        return longest;
    for_each_slot(trace, id, [&](Address, const Matrix& matrix) {
        for (const double length : row_lengths(matrix))
            longest = std::max(longest, length);
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

/// The scores whose exponentials the stage is made from; nothing where it is made from none, or they are not there.
std::optional<ArrayId> exponents_of(const Trace& trace, ArrayId id) {
    if (!is_stage(id)) // what is learnt is made from nothing
        return std::nullopt;
    const Recipe& recipe = trace.recipe(id);
    for (const Operand& operand : recipe.operands)
        if (recipe.operation != OperationId::exponential) {
            if (const auto found = exponents_of(trace, operand.array))
                return found;
        } else if (operand.reads == Reads::cell && trace.has(operand.array)) {
            return operand.array;
        }
    return std::nullopt;
}

/// The tolerance of shares where the scores are as large as the largest of the layer.
double error_of_largest_scores(const Trace& trace, ArrayId id) {
    const auto exponents = exponents_of(trace, id);
    return exponents
               ? std::clamp(error_of_products * largest_entry(trace, *exponents), error_of_shares, most_error_of_shares)
               : error_of_shares;
}

/// The number that an error is relative to: shares are above 1 in known bugs only.
double size_of_entries(const Trace& trace, ArrayId id) {
    const double largest = largest_entry(trace, id);
    return row_of(id).tolerance == Tolerance::shares ? std::max(1.0, largest) : largest;
}

double float32_error(const Trace& trace, ArrayId id, double size) {
    const auto with_terms = [&](double error) {
        return std::max(error * size, error_of_terms * size_of_terms(trace, id));
    };
    switch (row_of(id).tolerance) {
    case Tolerance::inputs:
        return with_terms(error_of_inputs);
    case Tolerance::shares:
    case Tolerance::row_sums:
        return error_of_largest_scores(trace, id) * size;
    case Tolerance::outputs:
        return with_terms(error_of_outputs);
    case Tolerance::products:
        break;
    }
    return with_terms(error_of_products);
}

/// The size of the terms that each score of a row is summed from: the length of its query times that of the longest
/// key. They may cancel. Zeros where they are not there.
Eigen::VectorXd sizes_of_terms_by_row(const Trace& trace, Address slot) {
    const Recipe& recipe = trace.recipe(slot.array);
    const Magnitude magnitude = operation(recipe.operation).magnitude;
    const auto operand = [&](std::size_t n) { return Address{recipe.operands[n].array, slot.item, slot.head}; };
    if (!trace.has(operand(0).array) || (magnitude == Magnitude::product && !trace.has(operand(1).array)))
        return Eigen::VectorXd::Zero(trace.sizes().S_q);
    if (magnitude == Magnitude::product)
        return row_lengths(trace.compute_uncached(operand(0))) *
               row_lengths(trace.compute_uncached(operand(1))).maxCoeff();
    return sizes_of_terms_by_row(trace, operand(0)) *
           (magnitude == Magnitude::scaled ? std::abs(score_factor(trace.layer())) : 1);
}

/// By which part of itself an exponential may be off in each row, as rounding of the row's scores explains.
Eigen::VectorXd errors_of_exponentials(const Trace& trace, Address slot, const Matrix& scores) {
    constexpr double most = 100; // far beyond what shares are allowed
    Eigen::VectorXd errors = error_of_terms * sizes_of_terms_by_row(trace, slot);
    for (Index i = 0; i < scores.rows(); ++i) {
        const double of_score = std::max(error_of_products * largest_of(scores.row(i)), errors(i));
        errors(i) = std::expm1(std::min(2 * of_score, most)); // the row's maximum is off too
    }
    return errors;
}

} // namespace

double allowed_difference(const Trace& trace, const AnsweredStage& answered, const std::optional<double>& relative,
                          Roundings roundings) {
    const double size = size_of_entries(trace, answered.stage);
    if (relative)
        return *relative * size;
    const double of_float32 = float32_error(trace, answered.stage, size);
    if (roundings == Roundings::of_storing)
        return of_float32;
    if (answered.stored == DataType::float16)
        return std::max(of_float32, error_of_float16 * size);
    if (answered.stored == DataType::bfloat16)
        return std::max(of_float32, error_of_bfloat16 * size);
    return of_float32;
}

AllowedDifference::AllowedDifference(const Trace& trace, const AnsweredStage& answered,
                                     const std::optional<double>& relative, Roundings roundings)
    : trace_(trace), answered_(answered), most_(allowed_difference(trace, answered, relative, roundings)) {
    const Tolerance tolerance = row_of(answered.stage).tolerance;
    if (relative || (tolerance != Tolerance::shares && tolerance != Tolerance::row_sums))
        return;
    scores_ = exponents_of(trace, answered.stage);
    const bool is_computed_coarsely = roundings == Roundings::of_computing &&
                                      (answered.stored == DataType::float16 || answered.stored == DataType::bfloat16);
    least_ = is_computed_coarsely ? most_ : std::min(most_, error_of_shares * size_of_entries(trace, answered.stage));
}

Matrix AllowedDifference::by_cell(Index item, Index n) const {
    if (!scores_)
        return {};
    if (!answered_.averaged)
        return of_head(item, trace_.addresses().nth_head(answered_.stage, n));
    const Index heads = trace_.extent(answered_.stage).heads;
    const Shape shape = shape_of(trace_.sizes(), answered_.stage);
    RowMajorMatrix mean = RowMajorMatrix::Zero(shape.rows, shape.columns);
    for (Index head = 0; head < heads; ++head) {
        const Matrix own = of_head(item, trace_.addresses().nth_head(answered_.stage, head));
        mean += eigen(own) / static_cast<float>(heads);
    }
    return matrix_of(std::move(mean));
}

Matrix AllowedDifference::of_head(Index item, Index head) const {
    const Matrix scores = trace_.compute_uncached({*scores_, item, head});
    const Matrix expected = trace_.compute_uncached({answered_.stage, item, head});
    const Eigen::VectorXd errors = errors_of_exponentials(trace_, {*scores_, item, head}, scores);
    const bool is_share = trace_.recipe(answered_.stage).operation == OperationId::quotient;
    return filled(expected.rows(), expected.columns(), [&](Index i, Index j) {
        const auto here = static_cast<double>(expected(i, j));
        if (here == 0 && expected.columns() == scores.columns() && scores(i, j) == minus_infinity)
            return 0.0;
        const double others = is_share ? std::max(0.0, 1 - here) : 1; // what a share gains, the others lose
        const double moves = here * others * errors(i);
        return moves > least_ ? std::min(moves, most_) : least_; // NaN is allowed the least
    });
}

} // namespace attn
