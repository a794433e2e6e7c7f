#pragma once

#include "core/tensor/eigen.h"
#include <stdexcept>

namespace attn::test {

/// What an expression comes to: one number, or a matrix as it is shown.
struct FormulaValue {
    Eigen::MatrixXd numbers;
    double slack = 0; ///< half a unit of the last digit of written numbers
};

/// Matrices that cannot be multiplied or added.
struct FormulaMisfit : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Why an expression cannot be worked out.
struct FormulaUnread : std::runtime_error {
    using std::runtime_error::runtime_error;
};

FormulaValue number_value(double value, double slack = 0);
bool is_number(const FormulaValue& value);

/// Throw FormulaMisfit where shapes do not fit. A row is added to each row, a column to each column.
FormulaValue added(const FormulaValue& left, const FormulaValue& right);
FormulaValue multiplied(const FormulaValue& left, const FormulaValue& right);
/// Of two rows their inner product, else as multiplied.
FormulaValue dot(const FormulaValue& left, const FormulaValue& right);
FormulaValue by_cells(const FormulaValue& left, const FormulaValue& right);
FormulaValue divided(const FormulaValue& left, const FormulaValue& right);
/// Softmax of each row, or of each column.
FormulaValue shares(const FormulaValue& scores, bool of_columns);

} // namespace attn::test
