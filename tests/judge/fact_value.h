#pragma once

#include "core/document/session/session.h"
#include "core/model/claim.h"
#include "tests/judge/singular_values.h"
#include "tests/reference/reference.h"

#include <string>
#include <string_view>

namespace attn::test {

/// True if the quantity is a shape instead of a number.
bool is_shape(Quantity quantity);

std::string_view name_of(Quantity quantity);

/// The product of weights that a fact about a weight refers to.
WeightProduct product_of(const CellId& cell);

/// The error of single precision for a number of about 1.
constexpr double of_float = 2e-6;

/// The values of facts, computed from the formulas of a layer alone.
class FactValues {
public:
    FactValues(const Session& session, const Reference& reference)
        : session_(session), layer_(session.layer()), reference_(reference), singular_values_(reference) {}

    Expected of(const Fact& fact);
    /// The shape as it is drawn: "5×6".
    std::string shape(const Fact& fact) const;

private:
    DoubleMatrix matrix(const CellId& cell) const { return reference_.array(cell.array, cell.item, cell.head); }
    DoubleMatrix matrix(ArrayId array, const CellId& cell) const {
        return reference_.array(array, cell.item, cell.head);
    }
    double tolerance(const CellId& cell) const { return reference_.tolerance(cell.array, cell.item, cell.head); }
    std::vector<double> row(const CellId& cell) const;

    Expected of_row(const Fact& fact) const;
    Expected of_rows(const Fact& fact) const;
    Expected of_matrix(const Fact& fact) const;
    Expected of_two_rows(const Fact& fact) const;
    Expected of_terms(const Fact& fact) const;
    Expected of_words(const Fact& fact) const;
    Expected of_turn(const Fact& fact) const;
    Expected of_reading(const Fact& fact) const;
    Expected of_all_readings(const Fact& fact) const;
    Expected of_scores(const Fact& fact) const;
    Expected of_weights(const Fact& fact);
    Expected of_options(const Fact& fact) const;
    double wrong_sum(const CellId& cell, bool largest) const;
    bool exists(ArrayId array) const;

    const Session& session_;
    const Layer& layer_;
    const Reference& reference_;
    SingularValues singular_values_;
};

} // namespace attn::test
