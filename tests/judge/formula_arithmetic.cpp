#include "tests/judge/formula_arithmetic.h"

#include <cmath>
#include <fmt/format.h>

namespace attn::test {

namespace {

using Eigen::MatrixXd;

std::string shape_of_value(const FormulaValue& value) {
    return fmt::format("{} × {}", value.numbers.rows(), value.numbers.cols());
}

} // namespace

bool is_number(const FormulaValue& value) {
    return value.numbers.size() == 1;
}

FormulaValue number_value(double value, double slack) {
    return {MatrixXd::Constant(1, 1, value), slack};
}

/// The sum. A single row is added to each row, a single column to each column.
FormulaValue added(const FormulaValue& left, const FormulaValue& right) {
    const MatrixXd& a = left.numbers;
    const MatrixXd& b = right.numbers;
    const double slack = left.slack + right.slack;
    if (a.rows() == b.rows() && a.cols() == b.cols())
        return {a + b, slack};
    if (b.rows() == 1 && b.cols() == a.cols())
        return {a.rowwise() + b.row(0), slack};
    if (b.cols() == 1 && b.rows() == a.rows())
        return {a.colwise() + b.col(0), slack};
    throw FormulaMisfit(shape_of_value(left) + " and " + shape_of_value(right) + " are added");
}

FormulaValue multiplied(const FormulaValue& left, const FormulaValue& right) {
    if (is_number(left) && left.numbers.cols() != right.numbers.rows())
        return {left.numbers(0, 0) * right.numbers, left.slack + right.slack};
    if (is_number(right) && left.numbers.cols() != right.numbers.rows())
        return {right.numbers(0, 0) * left.numbers, left.slack + right.slack};
    if (left.numbers.cols() != right.numbers.rows())
        throw FormulaMisfit(shape_of_value(left) + " times " + shape_of_value(right));
    return {left.numbers * right.numbers, left.slack + right.slack};
}

FormulaValue dot(const FormulaValue& left, const FormulaValue& right) {
    const bool are_vectors =
        left.numbers.rows() == 1 && right.numbers.rows() == 1 && left.numbers.cols() == right.numbers.cols();
    if (!are_vectors)
        return multiplied(left, right);
    return number_value(left.numbers.row(0).dot(right.numbers.row(0)), left.slack + right.slack);
}

FormulaValue by_cells(const FormulaValue& left, const FormulaValue& right) {
    if (left.numbers.rows() != right.numbers.rows() || left.numbers.cols() != right.numbers.cols())
        throw FormulaMisfit(shape_of_value(left) + " by cells with " + shape_of_value(right));
    return {left.numbers.cwiseProduct(right.numbers), 0};
}

FormulaValue divided(const FormulaValue& left, const FormulaValue& right) {
    if (!is_number(right))
        throw FormulaUnread("divided by a matrix");
    const double by = right.numbers(0, 0);
    if (by == 0 && left.numbers.cwiseAbs().maxCoeff() == 0)
        return {left.numbers, 0}; // a row that may read nothing
    return {left.numbers / by, left.slack + right.slack};
}

/// The softmax of each row, or of each column if tokens are columns.
FormulaValue shares(const FormulaValue& scores, bool of_columns) {
    MatrixXd all = of_columns ? MatrixXd(scores.numbers.transpose()) : scores.numbers;
    for (Index i = 0; i < all.rows(); ++i) {
        const double largest = all.row(i).maxCoeff();
        if (largest == -HUGE_VAL) {
            all.row(i).setZero();
            continue;
        }
        all.row(i) = (all.row(i).array() - largest).exp().matrix();
        all.row(i) /= all.row(i).sum();
    }
    return {of_columns ? MatrixXd(all.transpose()) : all, 0};
}

} // namespace attn::test
