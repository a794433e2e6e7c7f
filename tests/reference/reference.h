#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"

#include <memory>
#include <optional>
#include <vector>

namespace attn::test {

/// A number, and the error that single precision may have. (Section 7 of the design)
struct Expected {
    double value = 0;
    double tolerance = 0;
};

Expected sum(const Expected& left, const Expected& right);
Expected difference(const Expected& left, const Expected& right);
Expected product(const Expected& left, const Expected& right);

/// One summand of a cell: left · right, or left alone.
struct ExpectedTerm {
    Expected left;
    std::optional<Expected> right;
    Expected value() const { return right ? product(left, *right) : left; }
};

/// A plain matrix of doubles.
struct DoubleMatrix {
    Index rows = 0;
    Index columns = 0;
    std::vector<double> values; // row-major
    double operator()(Index i, Index j) const { return values[static_cast<std::size_t>(i * columns + j)]; }
};

/// The right numbers of a layer, from the formulas alone (section 1 of the design) in double precision. It knows the
/// layer's weights, words, options, pins and given matrices, and nothing that the program computed from them.
class Reference {
public:
    explicit Reference(const Layer& layer);
    Reference(Reference&&) noexcept;
    ~Reference();

    /// Any stage or parameter, for one item and head.
    DoubleMatrix array(ArrayId id, Index item, Index head) const;
    /// The error that any of its numbers may have.
    double tolerance(ArrayId id, Index item, Index head) const;

    Expected expected(const CellId& cell) const;

    /// The summands of a cell, in the order of section 1, even if another number is pinned or given in its place. Empty
    /// if the cell is no sum of products.
    std::vector<ExpectedTerm> terms(const CellId& cell) const;

    /// True if keys and values have a sequence of their own.
    bool has_context() const;

    /// One of the layer's lengths.
    Index length(Index Sizes::*which) const;

private:
    class Formulas;
    std::unique_ptr<Formulas> formulas_;
};

} // namespace attn::test
