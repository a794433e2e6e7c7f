#pragma once

#include "core/engine/trace.h"
#include "core/model/arrays.h"
#include "core/model/layer.h"

#include <vector>

namespace attn::test {

/// A matrix of doubles with nothing clever about it.
struct Table {
    Index rows = 0;
    Index columns = 0;
    std::vector<double> values;

    Table() = default;
    Table(Index row_count, Index column_count)
        : rows(row_count), columns(column_count), values(static_cast<std::size_t>(row_count * column_count)) {}
    double& operator()(Index i, Index j) { return values[static_cast<std::size_t>(i * columns + j)]; }
    double operator()(Index i, Index j) const { return values[static_cast<std::size_t>(i * columns + j)]; }
};

Table table_of(ConstView view);

/// All stages of one item and head, straight from the formulas of section 1, in loops and double precision.
/// The layer has words or a given X, and no pins.
struct NaiveHead {
    Table resid_pre, X, context, Q, K, V, Q_normed, K_normed, Q_rotated, K_rotated, scores, scaled, capped, bias, mask,
        masked, row_max, exp, row_sum, A, O, gate, O_gated, parts;
    const Table& stage(ArrayId id) const;
};

NaiveHead naive_head(const Layer& layer, Index item, Index head);

/// The layer's output for one item.
Table naive_output(const Layer& layer, Index item);

/// Fails the running test, naming stage, item, head and cell, where the trace is further from double precision than
/// section 7 of the design allows.
void expect_matches_naive(const Layer& layer, const Trace& trace);

} // namespace attn::test
