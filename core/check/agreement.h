#pragma once

#include "core/check/answer.h"
#include "core/check/tolerance.h"
#include "core/model/cell.h"

#include <functional>
#include <optional>
#include <string>

namespace attn {

/// How an answered stage compares with the layer's.
struct Agreement {
    ArrayId stage{};
    Index cells = 0;
    Index differing = 0;           ///< cells further apart than they may be
    double largest_difference = 0; ///< of those that differ; infinite where one of two numbers is no finite one
    double largest_entry = 0;      ///< of the layer's finite numbers
    double tolerance = 0;          ///< the most that a cell may be apart
    CellId cell;                   ///< where the difference is largest
    float answered = 0;            ///< the two numbers there
    float expected = 0;
    bool nan_rows = false;      ///< rows that are masked whole are NaN in the answer, zeros in the layer
    bool finite_hiding = false; ///< hidden cells hold a large negative number instead of −∞
    bool other_shift = false;   ///< exponentials are shifted otherwise, and so their sums; the shares are the same

    bool agrees() const { return differing == 0; }
};

/// What an answer's matrix of an item and of the n-th of its heads should be, in these rows: the layer's, or the mean
/// of all heads'.
Matrix expected_rows(const Trace& trace, const AnsweredStage& answered, Index item, Index n, IndexRange rows);

/// A part of a stage that is looked at first.
struct PartOfStage {
    ArrayId stage{};
    IndexRange rows;
    std::function<bool(Address slot)> covers; ///< whether a matrix is looked at
};

/// Whether the answer comes as near as `within`, or as rounding allows: false means that compare() would find cells
/// further away. Reads no other rows; stops at the first cell that is too far away.
bool may_agree(const Trace& trace, const Answer& answer, const PartOfStage& part, double within);

/// Compares one stage of an answer, cell by cell. The trace has the stage.
Agreement compare(const Trace& trace, const Answer& answer, ArrayId stage, const std::optional<double>& relative = {},
                  Roundings roundings = Roundings::of_computing);

} // namespace attn
