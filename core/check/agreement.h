#pragma once

#include "core/check/answer.h"
#include "core/check/tolerance.h"
#include "core/model/cell.h"

#include <functional>
#include <optional>
#include <string>

namespace attn {

/// The result of comparing an answered stage with the layer's.
struct Agreement {
    ArrayId stage{};
    Index cells = 0;
    Index differing = 0;           ///< number of cells whose difference is larger than allowed
    double largest_difference = 0; ///< the largest difference of the differing cells, or of all cells if none differs;
                                   ///< may be infinite
    double largest_entry = 0;      ///< the largest magnitude in the layer's stage; infinite numbers do not count
    double tolerance = 0;          ///< the largest difference that is allowed in any cell
    CellId cell{0, ArrayId{}};     ///< the cell with the largest difference
    float answered = 0;            ///< the answer's number in that cell; `expected` is the layer's
    float expected = 0;
    bool nan_rows = false;      ///< rows with every key masked are NaN in the answer, zeros in the layer
    bool finite_hiding = false; ///< hidden cells have a large negative number instead of −∞
    bool other_shift = false;   ///< exponentials and sums are shifted by other numbers; the attention weights are equal

    bool agrees() const { return differing == 0; }
};

/// The mean of a stage over all heads, or their sum times `factor`, in `rows`; other rows are undefined.
Matrix mean_of_heads(const Trace& trace, ArrayId stage, Index item, IndexRange rows,
                     const std::optional<double>& factor = {});

/// The right numbers for the answer's n-th matrix of an item, in `rows`: the layer's, or their mean over heads if the
/// answer's are averaged.
Matrix expected_rows(const Trace& trace, const AnsweredStage& answered, Index item, Index n, IndexRange rows);

/// A part of a stage: some rows of some of its matrices.
struct PartOfStage {
    ArrayId stage{};
    IndexRange rows;
    std::function<bool(Address slot)> covers; ///< true if the matrix belongs to the part
};

/// True if the answer differs from the layer in this part by at most `within`, or by what rounding allows. False means
/// that compare() would find a larger difference. Reads no other rows, and stops at the first cell that is too far
/// away.
bool may_agree(const Trace& trace, const Answer& answer, const PartOfStage& part, double within);

/// Compares one stage of an answer, cell by cell. The trace must have the stage.
Agreement compare(const Trace& trace, const Answer& answer, ArrayId stage, const Leniency& leniency = {});

} // namespace attn
