#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"

#include <memory>
#include <optional>
#include <vector>

namespace attn::test {

/// A number, and how far from it single precision may be. (Section 7 of the design)
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

/// A matrix of doubles with nothing clever about it.
struct DoubleMatrix {
    Index rows = 0;
    Index columns = 0;
    std::vector<double> values; // row-major
    double operator()(Index i, Index j) const { return values[static_cast<std::size_t>(i * columns + j)]; }
};

/// What the numbers of a layer should be, from the formulas alone (section 1 of the design) in double precision. It
/// knows the layer's weights, words, options, pins and given matrices, and nothing that the program computed from them.
class Reference {
public:
    explicit Reference(const Layer& layer);
    Reference(Reference&&) noexcept;
    ~Reference();

    /// Any stage or parameter, of one item and head.
    DoubleMatrix array(ArrayId id, Index item, Index head) const;
    /// How far from it any of its numbers may be.
    double tolerance(ArrayId id, Index item, Index head) const;

    Expected expected(const CellId& cell) const;

    /// What a cell is the sum of, in the order of section 1; also where another number is pinned or given in its stead.
    /// Nothing where it is no sum of products.
    std::vector<ExpectedTerm> terms(const CellId& cell) const;

    /// Whether keys and values have a sequence of their own.
    bool has_context() const;

    /// One of the lengths that shapes are made of.
    Index length(Index Sizes::*which) const;

private:
    class Formulas;
    std::unique_ptr<Formulas> formulas_;
};

} // namespace attn::test
