#pragma once

#include "core/tensor/eigen.h"
#include <stdexcept>

namespace attn::test {

/// The value of an expression: one number, or a matrix as it is shown.
struct FormulaValue {
    Eigen::MatrixXd numbers;
    double slack = 0; ///< half a unit of the last digit of written numbers
};

/// The error that matrices cannot be multiplied or added.
struct FormulaMisfit : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The error that an expression cannot be evaluated, with the reason.
struct FormulaUnread : std::runtime_error {
    using std::runtime_error::runtime_error;
};

FormulaValue number_value(double value, double slack = 0);
bool is_number(const FormulaValue& value);

/// The sum; a single row is added to each row, a single column to each column. Throws FormulaMisfit if shapes do not
/// fit, like the functions below.
FormulaValue added(const FormulaValue& left, const FormulaValue& right);
FormulaValue multiplied(const FormulaValue& left, const FormulaValue& right);
/// The inner product of two rows; of other matrices the product.
FormulaValue dot(const FormulaValue& left, const FormulaValue& right);
FormulaValue by_cells(const FormulaValue& left, const FormulaValue& right);
FormulaValue divided(const FormulaValue& left, const FormulaValue& right);
/// The softmax of each row, or of each column.
FormulaValue shares(const FormulaValue& scores, bool of_columns);

} // namespace attn::test
