#pragma once

#include "core/check/trial.h"
#include "core/model/arrays.h"
#include "core/tensor/buffer.h"
#include "core/tensor/compose.h"
#include "core/tensor/region.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace attn {

/// Returns one matrix of a stage, for an item and head. It is called on several threads.
using SlotMatrix = std::function<Matrix(Index item, Index head)>;

/// The layer with a stage given as `matrix` returns it, instead of computed. Only the matrices that the trial compares
/// are replaced.
Layer with_given(Layer layer, const Trial& trial, ArrayId stage, const SlotMatrix& matrix);

/// The layer with the given matrices that `other` has for a stage.
Layer with_given_of(Layer layer, const Layer& other, ArrayId stage);

/// A matrix of this shape with cell(i, j) in each cell of `rows`; other rows are undefined.
template <class Cell>
Matrix filled_rows(Shape shape, IndexRange rows, const Cell& cell) {
    const auto buffer = std::make_shared<Buffer>(shape);
    const View view = buffer->view();
    for (Index i = rows.first; i < rows.last; ++i)
        for (Index j = 0; j < shape.columns; ++j)
            view(i, j) = static_cast<float>(cell(i, j));
    return matrix_of(buffer);
}

/// The layer with a stage given cell by cell, in the matrices that the trial compares: cells(item, head) returns the
/// function of (i, j).
template <class Cells>
Layer with_cells(Layer layer, const Trial& trial, ArrayId stage, const Cells& cells) {
    return with_given(std::move(layer), trial, stage, [&](Index item, Index head) {
        return filled_rows(shape_of(trial.sizes(), stage), trial.rows(stage), cells(item, head));
    });
}

/// The layer with the stage `into` given: each cell is number(head, right), where `right` is the same cell of the stage
/// `from` in the correct trace.
template <class Number>
Layer with_numbers(Layer layer, const Trial& trial, ArrayId from, ArrayId into, const Number& number) {
    return with_cells(std::move(layer), trial, into, [&](Index item, Index head) {
        return [&, head, right = trial.correct_rows(from, item, head, trial.rows(into))](Index i, Index j) {
            return number(head, static_cast<double>(right(i, j)));
        };
    });
}

/// The layer with the stage `into` given: it has the rows of the stage `from` in `trace`.
Layer with_taken(Layer layer, const Trial& trial, const Trace& trace, ArrayId from, ArrayId into);

/// The layer with the stage `into` given: it has the numbers of `from`, as if the operation between them were left out.
Layer with_copied(Layer layer, const Trial& trial, ArrayId from, ArrayId into);

/// The layer in which the operations from `from` to `into` are applied twice, e.g. a norm of normed rows.
Layer with_twice(Trial& trial, ArrayId from, ArrayId into);

/// A number type of 16 bits.
struct Short {
    int bits = 0;   ///< bits of the fraction
    int lowest = 0; ///< the lowest exponent of a normal number
};
constexpr Short float16{10, -14};
constexpr Short bfloat16{7, -126};

/// The number rounded to the type: to nearest, halves to even.
double rounded_to(double value, const Short& type);

/// Tries a bug that can happen to queries and to keys: with(stage) is the layer with the bug in one stage. Tries both
/// stages, queries alone and keys alone.
template <class With>
void try_sides(Trial& trial, ArrayId of_queries, ArrayId of_keys, const With& with) {
    const Layer queries = with(of_queries);
    const Layer keys = with(of_keys);
    trial.attempt(with_given_of(queries, keys, of_keys));
    trial.attempt(queries, "queries alone, keys are right");
    trial.attempt(keys, "keys alone, queries are right");
}

/// A projection: its stage, weights and bias.
struct Projection {
    ArrayId stage;
    ArrayId weights;
    ArrayId bias;
};
constexpr Projection for_Q{ArrayId::Q, ArrayId::W_Q, ArrayId::b_Q};
constexpr Projection for_K{ArrayId::K, ArrayId::W_K, ArrayId::b_K};
constexpr Projection for_V{ArrayId::V, ArrayId::W_V, ArrayId::b_V};

/// The layer in which one projection has the weights of another, and the bias `bias` or none. Its matrices are taken
/// from the correct trace and only their biases change, so no product is computed. nullopt if shapes differ or if the
/// projections read different sequences.
std::optional<Layer> with_projection_of(Layer layer, const Trial& trial, const Projection& wrong,
                                        const Projection& taken, std::optional<ArrayId> bias);

/// The product left · right as the engine adds it, in `rows`; other rows are undefined.
Matrix product_of(ConstView left, ConstView right, IndexRange rows);
/// The product left · rightᵀ as the engine adds it, in `rows`; other rows are undefined.
Matrix product_with_transposed_of(ConstView left, ConstView right, IndexRange rows);

} // namespace attn
