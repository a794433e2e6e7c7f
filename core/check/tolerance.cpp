#include "core/check/tolerance.h"

#include "core/model/arrays.h"
#include "core/model/rotary.h"
#include "core/tensor/compose.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace attn {

namespace {

using Eigen::VectorXd;

// Errors relative to the largest entry of a stage.
constexpr double error_of_products = 2e-6;
constexpr double error_of_inputs = 1e-5; // sines of large angles
constexpr double error_of_shares = 1e-5;
constexpr double error_of_outputs = 1.5e-5;
constexpr double error_of_float16 = 4e-3; // eight roundings
constexpr double error_of_bfloat16 = 3.2e-2;
// Errors relative to the terms that are added for a cell: these may cancel, but their rounding errors remain.
constexpr double error_of_terms = 2.4e-7;
constexpr double error_of_terms_of_outputs = 10 * error_of_terms; // attention weights have an error of their own

/// The largest magnitude; infinite numbers and hidden scores do not count.
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
    for (const Address slot : trace.slots(id)) {
        const Matrix matrix = trace.compute_uncached(slot);
        for (Index i = 0; i < matrix.rows(); ++i)
            largest = std::max(largest, largest_of(matrix.row(i)));
    }
    return largest;
}

namespace {

/// The recipe of the exponentials from which a stage is computed; nullptr if it is computed from none, or if their
/// operands are missing.
const Recipe* exponential_of(const Trace& trace, ArrayId id) {
    if (!is_stage(id)) // parameters are not made from other arrays
        return nullptr;
    const Recipe& recipe = trace.recipe(id);
    if (recipe.operation == OperationId::exponential)
        return trace.made_from(id).size() == recipe.operands.size() ? &recipe : nullptr;
    for (const Operand& operand : recipe.operands)
        if (const Recipe* const found = exponential_of(trace, operand.array))
            return found;
    return nullptr;
}

VectorXd finite(const VectorXd& numbers) {
    return numbers.unaryExpr([](double number) { return std::isfinite(number) ? number : 0; });
}

/// The Euclidean length of each column of a matrix. It is added row by row, in the order in which the numbers are
/// stored.
VectorXd lengths_of_columns(const Matrix& matrix) {
    VectorXd squares = VectorXd::Zero(matrix.columns());
    for (Index i = 0; i < matrix.rows(); ++i)
        squares += eigen(matrix).row(i).cast<double>().cwiseAbs2().transpose();
    return finite(squares.cwiseSqrt());
}

/// A bound on the terms that are added for cell (i, j) of a matrix: rows(i) · columns(j). Terms may cancel, but their
/// rounding errors remain. Empty for operations that add nothing.
struct TermSizes {
    VectorXd rows{};
    VectorXd columns{};
    VectorXd lengths{}; ///< the rows' length when a product reads them: rounding errors have either sign, so they add
                        ///< up to less than the bound

    bool empty() const { return rows.size() == 0; }
    double largest() const { return empty() ? 0 : rows.maxCoeff() * columns.maxCoeff(); }
};

TermSizes with_lengths(VectorXd rows, VectorXd columns) {
    VectorXd lengths = rows * (columns.norm() / std::sqrt(static_cast<double>(columns.size())));
    return {std::move(rows), std::move(columns), std::move(lengths)};
}

} // namespace

/// Computes bounds on the terms of a stage from those of its operands.
class SizesOfTerms {
public:
    /// `coarse` is the relative error of computing in 16 bits, or 0.
    SizesOfTerms(const Trace& trace, const Leniency& leniency, double coarse)
        : trace_(trace), leniency_(leniency), coarse_(coarse) {}

    const TermSizes& of(Address slot) const {
        const auto found = known_.find(slot);
        return found != known_.end() ? found->second : known_.emplace(slot, made(slot)).first->second;
    }

    double largest(ArrayId stage) const {
        double largest = 0;
        for (const Address slot : trace_.slots(stage))
            largest = std::max(largest, of(slot).largest());
        return largest;
    }

    /// The relative error of the exponentials in each row that rounding of the row's scores explains. It is taken from
    /// the largest exponential, since the scores of much smaller ones do not matter.
    VectorXd errors_of_exponentials(const Recipe& exponential, Address slot) const {
        constexpr double most = 100; // far beyond the tolerance of attention weights
        const TermSizes& terms =
            of(trace_.canonical(Address{slot.layer, exponential.operands[0].array, slot.item, slot.head}));
        const Matrix largest =
            trace_.compute_uncached({slot.layer, exponential.operands[1].array, slot.item, slot.head});
        const double widest = terms.empty() ? 0 : terms.columns.maxCoeff();
        VectorXd errors(largest.rows());
        for (Index i = 0; i < errors.size(); ++i) {
            const double size = std::abs(static_cast<double>(largest(i, 0))) + 1;
            const double summed = terms.empty() ? 0 : terms.rows(i) * widest;
            const double of_score = std::max({error_of_products * size, error_of_terms * summed, coarse_ * summed});
            errors(i) = std::expm1(std::min(2 * of_score, most)); // the row's maximum has an error too
        }
        return finite(errors);
    }

private:
    TermSizes made(Address slot) const {
        if (!is_stage(slot.array) || trace_.made_from(slot.array).empty())
            return {};
        const Recipe& recipe = trace_.recipe(slot.array);
        const auto operand = [&](std::size_t n) {
            return trace_.canonical(Address{slot.layer, recipe.operands[n].array, slot.item, slot.head});
        };
        switch (operation(recipe.operation).magnitude) {
        case Magnitude::none:
            return recipe.operation == OperationId::multiply ? of(operand(1)) : TermSizes(); // the gate, which is at
                                                                                             // most 1, only shrinks
                                                                                             // them
        case Magnitude::own:
            return of_whole_stage(slot);
        case Magnitude::product:
            return of_product(slot, recipe);
        case Magnitude::mixture:
            return of_mixture(operand(0), operand(1));
        case Magnitude::scaled: {
            TermSizes scaled = of(operand(0));
            scaled.rows *= std::abs(score_factor(trace_.layer()));
            scaled.lengths *= std::abs(score_factor(trace_.layer()));
            return scaled;
        }
        case Magnitude::operands:
            return recipe.operation == OperationId::side_by_side ? of_heads(operand(0)) : of_cells(slot, recipe);
        case Magnitude::heads:
            return of_sum(operand(0));
        }
        return {};
    }

    /// True if the array's numbers are known. A recording may lack the operands of a stage.
    bool is_there(ArrayId array) const { return !is_stage(array) || trace_.has(array); }

    Matrix numbers(Address slot) const {
        return is_stage(slot.array) ? trace_.compute_uncached(slot) : parameter(trace_.layer(), slot.array, slot.head);
    }

    /// The bounds for the result of a norm, all as large as its largest number, because a norm magnifies the rounding
    /// of nearly constant rows.
    TermSizes of_whole_stage(Address slot) const {
        const Shape shape = shape_of(trace_.sizes(), slot.array);
        const double largest = largest_entry(trace_, slot.array);
        return {VectorXd::Constant(shape.rows, error_of_products / error_of_terms * largest),
                VectorXd::Ones(shape.columns),
                VectorXd::Constant(shape.rows, error_of_products / error_of_terms * largest)};
    }

    /// The lengths of the rows of a matrix, or of the larger terms from which they were added, whose rounding they
    /// keep. In 16 bits the expected length of a sum is used, which is half of the bound.
    const VectorXd& lengths_of_rows(Address slot) const {
        const auto found = lengths_.find(slot);
        if (found != lengths_.end())
            return found->second;
        const Matrix matrix = numbers(slot);
        VectorXd lengths = finite(eigen(matrix).cast<double>().rowwise().norm());
        if (const TermSizes& terms = of(slot); !terms.empty())
            lengths = lengths.cwiseMax(coarse_ > 0 ? terms.lengths / 2 : terms.lengths);
        return lengths_.emplace(slot, std::move(lengths)).first->second;
    }

    TermSizes of_product(Address slot, const Recipe& recipe) const {
        const auto operands = product_operands(trace_.structure(), slot.array);
        if (!operands || !is_there(operands->left) || !is_there(operands->right))
            return {};
        VectorXd rows = lengths_of_rows(trace_.canonical(Address{slot.layer, operands->left, slot.item, slot.head}));
        const Address right = trace_.canonical(Address{slot.layer, operands->right, slot.item, slot.head});
        VectorXd columns;
        if (operands->right_transposed) {
            columns = lengths_of_rows(right);
        } else {
            columns = lengths_of_columns(numbers(right));
        }
        const bool has_bias = recipe.operands.size() > 2 && trace_.has(recipe.operands[2].array);
        if (const double longest = rows.maxCoeff(); has_bias && longest > 0) {
            // rows(i) · columns(j) + bias(j) ≤ √(rows(i)² + longest²) · √(columns(j)² + (bias(j) / longest)²)
            const Matrix bias = numbers({slot.layer, recipe.operands[2].array, 0, slot.head});
            const VectorXd added = finite(eigen(bias).row(0).cast<double>().transpose() / longest);
            rows = (rows.array().square() + longest * longest).sqrt().matrix();
            columns = (columns.array().square() + added.array().square()).sqrt().matrix();
        }
        if (coarse_ > 0) // terms have either sign
            rows *= 2 / std::sqrt(static_cast<double>(length_of(trace_.sizes(), row_of(operands->left).columns)));
        return with_lengths(std::move(rows), std::move(columns));
    }

    /// The bounds for attention weights times values. Attention weights have an error of their own, which is large if
    /// scores are.
    TermSizes of_mixture(Address shares, Address values) const {
        if (!is_there(values.array))
            return {};
        const Matrix mixed = numbers(values);
        VectorXd columns = finite(eigen(mixed).cast<double>().cwiseAbs().colwise().maxCoeff().transpose());
        if (const TermSizes& terms = of(values); !terms.empty() && coarse_ == 0)
            columns = columns.cwiseMax(terms.columns * terms.rows.maxCoeff());
        VectorXd rows = VectorXd::Ones(trace_.sizes().S_q);
        if (const Recipe* const exponential = exponential_of(trace_, shares.array)) {
            const VectorXd errors = errors_of_exponentials(*exponential, shares);
            const Matrix matrix = numbers(shares);
            const VectorXd kept = finite(eigen(matrix).cast<double>().rowwise().squaredNorm());
            rows.array() += (errors.array() * (1 - kept.array()).max(0)).min(std::max(leniency_.shares, coarse_)) /
                            std::max(error_of_terms_of_outputs, coarse_);
        }
        return with_lengths(std::move(rows), std::move(columns));
    }

    /// The bounds for operations on single cells, or on pairs of cells.
    TermSizes of_cells(Address slot, const Recipe& recipe) const {
        TermSizes sizes = of(trace_.canonical(Address{slot.layer, recipe.operands[0].array, slot.item, slot.head}));
        if (sizes.empty() || sizes.columns.maxCoeff() <= 0)
            return sizes;
        const double widest = sizes.columns.maxCoeff();
        if (recipe.operation == OperationId::rotate) {
            sizes.columns.setConstant(widest);
            if (leniency_.angles == Angles::in_float32)
                add_turns(sizes, numbers(slot));
        }
        for (std::size_t n = 1; n < recipe.operands.size() && recipe.operation == OperationId::add; ++n) {
            const Address added{slot.layer, recipe.operands[n].array, slot.item, slot.head};
            const Matrix matrix = trace_.has(added.array) ? numbers(trace_.canonical(added)) : Matrix();
            for (Index i = 0; i < matrix.rows(); ++i)
                if (const double largest = largest_of(matrix.row(i)); largest > 0) {
                    sizes.rows(i) += largest / widest;
                    sizes.columns.setConstant(widest);
                }
        }
        return sizes;
    }

    /// Adds the error of rotary angles in float32: the rounding of the angle and of its frequency.
    void add_turns(TermSizes& sizes, const Matrix& rotated) const {
        constexpr double error_of_angles = 0x1p-22 / error_of_terms;
        for (Index c = 0; c < rotated.columns(); ++c) {
            const double frequency = turn_of(trace_.layer().rotary, rotated.columns(), 0, c).frequency;
            for (Index i = 0; i < rotated.rows(); ++i) {
                const double moved = error_of_angles * static_cast<double>(i) * frequency;
                sizes.lengths(i) = std::hypot(sizes.lengths(i), moved * static_cast<double>(rotated(i, c)));
                sizes.rows(i) = std::max(sizes.rows(i), moved * largest_of(rotated.row(i)) / sizes.columns(c));
            }
        }
    }

    /// The bounds for the columns of all heads side by side.
    TermSizes of_heads(Address first) const {
        VectorXd rows = VectorXd::Zero(trace_.sizes().S_q);
        VectorXd columns(0);
        for (Index head = 0; head < trace_.extent(first.array).heads; ++head) {
            const TermSizes& one = of({first.layer, first.array, first.item, head});
            if (one.empty())
                return {};
            const double largest = std::max(one.rows.maxCoeff(), 1e-30);
            rows = rows.cwiseMax(one.rows / largest);
            columns.conservativeResize(columns.size() + one.columns.size());
            columns.tail(one.columns.size()) = one.columns * largest;
        }
        return with_lengths(std::move(rows), std::move(columns));
    }

    /// The bounds for a sum over heads. By Cauchy's inequality Σ_h rows(i) · columns(j) is at most the product of both
    /// lengths over the heads. Each head's rows and columns are balanced first.
    TermSizes of_sum(Address first) const {
        Eigen::ArrayXd rows = Eigen::ArrayXd::Zero(trace_.sizes().S_q);
        Eigen::ArrayXd columns = Eigen::ArrayXd::Zero(trace_.sizes().D);
        for (Index head = 0; head < trace_.extent(first.array).heads; ++head) {
            const TermSizes& one = of({first.layer, first.array, first.item, head});
            if (one.empty())
                return {};
            const double balance =
                std::sqrt(std::max(one.rows.maxCoeff(), 1e-30) / std::max(one.columns.maxCoeff(), 1e-30));
            rows += (one.rows.array() / balance).square();
            columns += (one.columns.array() * balance).square();
        }
        return with_lengths(rows.sqrt().matrix(), columns.sqrt().matrix());
    }

    const Trace& trace_;
    Leniency leniency_;
    double coarse_;
    mutable std::map<Address, TermSizes> known_;
    mutable std::map<Address, VectorXd> lengths_;
};

namespace {

double coarse_error(const AnsweredStage& answered, Roundings roundings) {
    if (roundings == Roundings::of_storing)
        return 0;
    return answered.stored == DataType::float16    ? error_of_float16
           : answered.stored == DataType::bfloat16 ? error_of_bfloat16
                                                   : 0;
}

double error_of(Tolerance tolerance) {
    switch (tolerance) {
    case Tolerance::inputs:
        return error_of_inputs;
    case Tolerance::shares:
    case Tolerance::row_sums:
        return error_of_shares;
    case Tolerance::outputs:
        return error_of_outputs;
    case Tolerance::products:
        break;
    }
    return error_of_products;
}

} // namespace

AllowedDifference::AllowedDifference(const Trace& trace, const AnsweredStage& answered, const Leniency& leniency)
    : trace_(trace), answered_(answered), coarse_(coarse_error(answered, leniency.roundings)),
      terms_(std::make_unique<SizesOfTerms>(trace, leniency, coarse_)), is_uniform_(leniency.relative.has_value()) {
    const ArrayId stage = answered.stage;
    const Tolerance tolerance = row_of(stage).tolerance;
    const Recipe* const exponential = exponential_of(trace, stage);
    is_exponential_ = exponential != nullptr && (tolerance == Tolerance::shares || tolerance == Tolerance::row_sums);
    // Attention weights exceed 1 only if the layer has a known bug.
    const double size =
        tolerance == Tolerance::shares ? std::max(1.0, largest_entry(trace, stage)) : largest_entry(trace, stage);
    if (is_uniform_) {
        most_ = *leniency.relative * size;
        return;
    }
    const double error = error_of(tolerance);
    error_of_terms_ = tolerance == Tolerance::outputs ? error_of_terms_of_outputs : error_of_terms;
    if (is_exponential_) {
        const ArrayId scores = exponential->operands[0].array;
        const double of_largest =
            std::max(error_of_products * largest_entry(trace, scores), error_of_terms * terms_->largest(scores));
        most_ = std::max(std::clamp(of_largest, error, leniency.shares), coarse_) * size;
        return;
    }
    const double of_terms = error_of_terms_ * terms_->largest(stage);
    most_ =
        std::max({error * size, tolerance == Tolerance::outputs ? std::min(of_terms, leniency.shares * size) : of_terms,
                  coarse_ * size});
    part_ = std::max(error, coarse_);
}

AllowedDifference::~AllowedDifference() = default;

Matrix AllowedDifference::by_cell(Index item, Index n) const {
    if (is_uniform_)
        return {};
    if (!answered_.averaged)
        return of_head(item, trace_.addresses().nth_head(answered_.stage, n));
    const Index heads = trace_.extent(answered_.stage).heads;
    const Shape shape = shape_of(trace_.sizes(), answered_.stage);
    RowMajorMatrix mean = RowMajorMatrix::Zero(shape.rows, shape.columns);
    for (Index head = 0; head < heads; ++head) {
        const Matrix own = of_head(item, trace_.addresses().nth_head(answered_.stage, head));
        if (own.empty())
            return {};
        mean += eigen(own) / static_cast<float>(heads);
    }
    return matrix_of(std::move(mean));
}

Matrix AllowedDifference::of_head(Index item, Index head) const {
    const Address slot{trace_.layer().number, answered_.stage, item, head};
    if (is_exponential_)
        return of_shares(slot);
    const TermSizes& terms = terms_->of(trace_.canonical(slot));
    if (terms.empty())
        return {};
    // This is twice the error that most() allows for the largest cell.
    const double error = std::max(2 * error_of_terms_, coarse_);
    const Matrix expected = trace_.compute_uncached(slot);
    return filled(expected.rows(), expected.columns(), [&](Index i, Index j) {
        const double own = part_ * std::abs(static_cast<double>(expected(i, j)));
        return std::min(most_, std::max(own, error * terms.rows(i) * terms.columns(j)));
    });
}

/// The allowed differences of attention weights: those that rounding of the scores in the same row explains. They are
/// tiny if one key gets nearly all of the attention.
Matrix AllowedDifference::of_shares(Address slot) const {
    constexpr double of_small_shares = 0.02; // relative to the row's largest
    const Recipe& exponential = *exponential_of(trace_, slot.array);
    const Matrix scores = trace_.compute_uncached({slot.layer, exponential.operands[0].array, slot.item, slot.head});
    const Matrix expected = trace_.compute_uncached(slot);
    const VectorXd errors = terms_->errors_of_exponentials(exponential, slot);
    const bool is_share = trace_.recipe(slot.array).operation == OperationId::quotient;
    std::vector<double> least;
    for (Index i = 0; i < expected.rows(); ++i) {
        const double largest = largest_of(expected.row(i));
        const double error = std::max(error_of_shares, coarse_) * std::max(1.0, largest);
        least.push_back(std::min({most_, error, of_small_shares * largest}));
    }
    return filled(expected.rows(), expected.columns(), [&](Index i, Index j) {
        const auto here = static_cast<double>(expected(i, j));
        if (here == 0 && expected.columns() == scores.columns() && scores(i, j) == minus_infinity)
            return 0.0;
        const double others = is_share ? std::max(0.0, 1 - here) : 1; // one key gains what the other keys lose
        const double moves = here * others * errors(i);
        const double at_least = least[static_cast<std::size_t>(i)];
        return moves > at_least ? std::min(moves, most_) : at_least; // NaN gets the least
    });
}

} // namespace attn
