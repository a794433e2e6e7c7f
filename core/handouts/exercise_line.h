#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/handouts/exercises.h"

#include <string>
#include <vector>

namespace attn {

/// The array that softmax reads.
constexpr ArrayId read_by_softmax = ArrayId::masked;

/// A matrix that stands in a line with others, and the sign before it.
struct LinePart {
    ArrayId array;
    Index head;
    std::string sign;
    std::string called{}; ///< "Ŝ =" before its own name
};

/// The line of matrices by which a stage is worked out that is no product: "scores + mask = Ŝ → max → exp → sum → A".
class ExerciseLine {
public:
    ExerciseLine(const DrawContext& drawing, const Exercise& exercise) : drawing_(drawing), exercise_(exercise) {}

    /// The arrays that the stage is made from, cell by cell or row by row, and the stage itself.
    std::vector<LinePart> parts() const;

    /// The formulas of one number of each step, or of a matrix that is put together; those alone that names do not say.
    std::vector<std::string> formulas() const;

    /// The part of an array that stands beside the exercise: its rows and columns, if the array is as long and as wide
    /// as the stage.
    Submatrix part_beside(ArrayId array) const;

    /// True if the stage is the sum of the heads' parts, which stand before it.
    bool is_sum_over_heads() const;
    /// True if an array that is added to the scores changes them, and does not only mask.
    bool has_finite_numbers(ArrayId added) const;
    /// True if a shown row may read no key.
    bool has_row_without_keys() const;

private:
    /// The array that softmax reads, behind what is added where that says more than which cells are masked. Empty if
    /// later steps alone were recorded.
    std::vector<LinePart> scores_for_softmax() const;

    template <class Predicate>
    bool has_number(ArrayId array, const Predicate& is_meant) const;

    const DrawContext& drawing_;
    const Exercise& exercise_;
};

} // namespace attn
