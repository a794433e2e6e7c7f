#include "tests/reference/reference.h"

#include "tests/reference/layer_formulas.h"

#include <algorithm>
#include <cmath>

namespace attn::test {

namespace {

/// The size of the numbers that a matrix's errors come from. It is at least 1, as cells are sums of such numbers, which
/// may cancel in a matrix of one cell.
double magnitude(const Eigen::MatrixXd& numbers) {
    const auto is_finite = numbers.array().isFinite();
    return std::max(1.0, is_finite.select(numbers.array().abs(), 0).maxCoeff());
}

/// The smallest magnitude other than 0.
double smallest(const Eigen::MatrixXd& numbers) {
    const Eigen::ArrayXXd sizes = numbers.array().abs();
    return (sizes > 0).select(sizes, 1).minCoeff();
}

/// True for numbers that must be exactly 0: a masked key's exponential and attention weight, and the mask itself.
bool is_exactly_zero(ArrayId id, double value) {
    return value == 0 && (id == ArrayId::A || id == ArrayId::exp || id == ArrayId::mask);
}

} // namespace

Expected sum(const Expected& left, const Expected& right) {
    return {left.value + right.value, left.tolerance + right.tolerance};
}

Expected difference(const Expected& left, const Expected& right) {
    const bool equal = left.value == right.value; // also if both are infinite
    return {equal ? 0 : left.value - right.value, left.tolerance + right.tolerance};
}

Expected product(const Expected& left, const Expected& right) {
    return {left.value * right.value, std::abs(left.value) * right.tolerance + std::abs(right.value) * left.tolerance +
                                          left.tolerance * right.tolerance};
}

class Reference::Formulas : public LayerFormulas {
public:
    using LayerFormulas::LayerFormulas;

    double tolerance(Address at) {
        const auto known = tolerances_.find(at);
        return known != tolerances_.end() ? known->second : tolerances_.emplace(at, new_tolerance(at)).first->second;
    }

private:
    double new_tolerance(Address at) {
        if (is_parameter(at.array) || at.array == ArrayId::E || layer().given.contains(at))
            return 0;
        const double largest = magnitude(array(at.array, at.item, at.head));
        switch (at.array) {
        case ArrayId::exp: // e^(s ± t) is about e^s (1 ± t), which is more than 1e-5 for large scores
            return largest * std::max(1e-5, tolerance({0, ArrayId::masked, at.item, at.head}));
        case ArrayId::A: // a sum below 1 contains pinned or given numbers, and the errors are then as much larger
            return largest * std::max(1e-5, tolerance({0, ArrayId::masked, at.item, at.head})) /
                   std::min(1.0, smallest(array(ArrayId::row_sum, at.item, at.head)));
        case ArrayId::gate:
            return 1e-5 * largest;
        case ArrayId::row_sum:
            return 1.5e-5 * largest;
        case ArrayId::O:
        case ArrayId::O_gated:
        case ArrayId::concat:
        case ArrayId::parts:
        case ArrayId::Y:
            return largest * error_of_shares(at.item);
        case ArrayId::capped:
        case ArrayId::masked:
        case ArrayId::row_max: // a bound makes scores small, not their errors
            return 2e-6 * std::max(largest, magnitude(array(ArrayId::scaled, at.item, at.head)));
        default:
            return 2e-6 * largest;
        }
    }

    /// The error of any head's attention weights, and of stages made from them: that of large scores is the scores',
    /// and that of rows with a sum below 1 is larger.
    double error_of_shares(Index item) {
        double largest = 0;
        for (Index head = 0; head < std::ssize(layer().heads); ++head)
            largest = std::max(largest, std::max(1.5e-5, tolerance({0, ArrayId::masked, item, head})) /
                                            std::min(1.0, smallest(array(ArrayId::row_sum, item, head))));
        return largest;
    }

    std::map<Address, double> tolerances_;
};

Reference::Reference(const Layer& layer) : formulas_(std::make_unique<Formulas>(layer)) {}
Reference::Reference(Reference&&) noexcept = default;
Reference::~Reference() = default;

DoubleMatrix Reference::array(ArrayId id, Index item, Index head) const {
    const Eigen::MatrixXd& numbers = formulas_->array(id, item, head);
    DoubleMatrix matrix{numbers.rows(), numbers.cols(), {}};
    for (Index i = 0; i < matrix.rows; ++i)
        for (Index j = 0; j < matrix.columns; ++j)
            matrix.values.push_back(numbers(i, j));
    return matrix;
}

double Reference::tolerance(ArrayId id, Index item, Index head) const {
    return formulas_->tolerance(formulas_->slot(id, item, head));
}

Expected Reference::expected(const CellId& cell) const {
    const double value = formulas_->array(cell.array, cell.item, cell.head)(cell.row, cell.column);
    const Address at = formulas_->slot(cell.array, cell.item, cell.head);
    const bool is_exact = is_exactly_zero(cell.array, value) ||
                          formulas_->layer().pins.contains({0, at.array, at.item, at.head, cell.row, cell.column});
    return {value, is_exact ? 0 : formulas_->tolerance(at)};
}

std::vector<ExpectedTerm> Reference::terms(const CellId& cell) const {
    using enum ArrayId;
    const Layer& layer = formulas_->layer();
    std::vector<ExpectedTerm> terms;
    const auto number = [&](ArrayId id, Index row, Index column) {
        return expected({0, id, cell.item, cell.head, row, column});
    };
    const auto rows_of = [&](ArrayId id) { return formulas_->array(id, cell.item, cell.head).rows(); };
    const auto columns_of = [&](ArrayId id) { return formulas_->array(id, cell.item, cell.head).cols(); };
    const auto row_times_column = [&](ArrayId left, ArrayId right, Index first = 0) {
        for (Index k = 0; k < rows_of(right); ++k)
            terms.push_back({number(left, cell.row, first + k), number(right, k, cell.column)});
    };
    const auto row_times_row = [&](ArrayId left, ArrayId right) {
        for (Index k = 0; k < columns_of(left); ++k)
            terms.push_back({number(left, cell.row, k), number(right, cell.column, k)});
    };
    const auto plus = [&](ArrayId bias) {
        if (rows_of(bias) > 0)
            terms.push_back({number(bias, 0, cell.column), {}});
    };
    const auto is_put_there = [&](const CellId& part) {
        return layer.given.contains({0, parts, part.item, part.head}) || layer.pins.contains(part);
    };
    const auto parts_of_heads = [&] {
        const auto heads = std::ssize(layer.heads);
        const CellId first{0, parts, cell.item, 0, cell.row, cell.column};
        if (heads == 1 && !is_put_there(first)) // the sum that the only head's contribution is
            return row_times_column(concat, W_O);
        for (Index head = 0; head < heads; ++head)
            terms.push_back({expected({0, parts, cell.item, head, cell.row, cell.column}), {}});
    };
    switch (cell.array) {
    case Q:
        row_times_column(X, W_Q);
        plus(b_Q);
        break;
    case K:
        row_times_column(formulas_->source(), W_K);
        plus(b_K);
        break;
    case V:
        row_times_column(formulas_->source(), W_V);
        plus(b_V);
        break;
    case scores:
        row_times_row(formulas_->queries_read(), formulas_->keys_read());
        break;
    case O:
        if (layer.heads[static_cast<std::size_t>(cell.head)].on)
            row_times_column(A, formulas_->values_read());
        break;
    case gate:
        row_times_column(X, W_G);
        break;
    case parts:
        row_times_column(concat, W_O, cell.head * rows_of(W_O));
        break;
    case Y:
        parts_of_heads();
        plus(b_O);
        break;
    default:
        break;
    }
    return terms;
}

bool Reference::has_context() const {
    return formulas_->layer().context != nullptr;
}

Index Reference::length(Index Sizes::*which) const {
    const Layer& layer = formulas_->layer();
    if (which == &Sizes::B)
        return std::ssize(layer.sequence.items);
    if (which == &Sizes::H)
        return std::ssize(layer.heads);
    if (which == &Sizes::queries_per_kv)
        return layer.queries_per_kv;
    if (which == &Sizes::S_q)
        return formulas_->array(ArrayId::scores, 0, 0).rows();
    if (which == &Sizes::S_k)
        return formulas_->array(ArrayId::scores, 0, 0).cols();
    if (which == &Sizes::D)
        return formulas_->array(ArrayId::X, 0, 0).cols();
    if (which == &Sizes::D_context)
        return formulas_->array(formulas_->source(), 0, 0).cols();
    if (which == &Sizes::d_k)
        return formulas_->array(ArrayId::Q, 0, 0).cols();
    return formulas_->array(ArrayId::V, 0, 0).cols();
}

} // namespace attn::test
