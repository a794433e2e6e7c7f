#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/handouts/exercises.h"

#include <string>
#include <vector>

namespace attn {

/// The array that softmax reads.
constexpr ArrayId read_by_softmax = ArrayId::masked;

/// A matrix in a line of matrices, and the sign before it.
struct LinePart {
    ArrayId array;
    Index head;
    std::string sign{};
    std::string called{}; ///< another name before its own: "Ŝ ="; mostly empty
};

/// The line of matrices by which a stage other than a product is worked out: "scores + mask = Ŝ → max → exp → sum → A".
class ExerciseLine {
public:
    ExerciseLine(const DrawContext& drawing, const Exercise& exercise) : drawing_(drawing), exercise_(exercise) {}

    /// The matrices of the line: the arrays from which the stage is made cell by cell or row by row, and the stage
    /// itself.
    std::vector<LinePart> parts() const;

    /// The formulas for one number of each step. For a product whose left operand consists of blocks side by side, the
    /// formula of that operand. Steps whose names explain them have none.
    std::vector<std::string> formulas() const;

    /// The part of an array to show beside the exercise: the exercise's rows if the array has the same row axis as the
    /// stage, otherwise all rows; likewise for the columns.
    Submatrix part_beside(ArrayId array) const;

    /// True if the stage is the sum of the heads' parts, which stand before it.
    bool is_sum_over_heads() const;

    /// The words that explain hatched cells.
    std::string words_on_hatching() const;

private:
    std::vector<LinePart> scores_for_softmax() const;
    template <class Predicate>
    bool has_number(ArrayId array, const Predicate& is_meant) const;
    bool has_finite_numbers(ArrayId added) const;

    const DrawContext& drawing_;
    const Exercise& exercise_;
};

} // namespace attn
