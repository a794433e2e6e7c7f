#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/model/arrays.h"
#include "core/model/rotary.h"

#include <array>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

bool turns(const Trial& trial) {
    return trial.layer().rotary.pairs != Rotary::Pairs::off && trial.correct().has(Q_rotated) &&
           trial.correct().has(K_rotated);
}

/// How rows are turned: from which place on, and in which direction.
struct Turning {
    Index first_place = 0;
    double direction = 1; ///< −1: backward; 0: not at all
};

/// The turns of all cells of a head, row by row; alike for all heads.
std::vector<Turn> turns_of(const Rotary& rotary, Shape shape, Index first_place) {
    std::vector<Turn> turns;
    turns.reserve(static_cast<std::size_t>(shape.rows * shape.columns));
    for (Index i = 0; i < shape.rows; ++i)
        for (Index c = 0; c < shape.columns; ++c)
            turns.push_back(turn_of(rotary, shape.columns, i + first_place, c));
    return turns;
}

Matrix rotated(const Matrix& rows, const std::vector<Turn>& turns, double direction) {
    return filled(rows.rows(), rows.columns(), [&](Index i, Index c) {
        const Turn& turn = turns[static_cast<std::size_t>(i * rows.columns() + c)];
        const auto own = static_cast<double>(rows(i, c));
        if (direction == 0 || turn.partner == c)
            return own;
        return own * turn.cosine + static_cast<double>(rows(i, turn.partner)) * turn.sine * direction;
    });
}

/// The layer in which the rows of `from` are turned so to become those of `into`.
Layer with_turned(Layer layer, const Trial& trial, ArrayId from, ArrayId into, const Turning& turning) {
    const std::vector<Turn> turns = turns_of(layer.rotary, shape_of(trial.sizes(), from), turning.first_place);
    return with_given(std::move(layer), trial, into, [&](Index item, Index head) {
        return rotated(trial.correct().compute_uncached({from, item, head}), turns, turning.direction);
    });
}

/// Both, queries alone, keys alone.
void try_turning(Trial& trial, const Turning& turning) {
    if (!turns(trial) || !trial.correct().has(Q) || !trial.correct().has(K))
        return;
    const Layer queries = with_turned(trial.layer(), trial, Q, Q_rotated, turning);
    trial.attempt(with_turned(queries, trial, K, K_rotated, turning));
    trial.attempt(queries);
    trial.attempt(with_turned(trial.layer(), trial, K, K_rotated, turning));
}

void try_rotary(Trial& trial, const Rotary& rotary) {
    Layer layer = trial.layer();
    layer.rotary = rotary;
    trial.attempt(layer);
}

} // namespace

void leave_out_turning(Trial& trial) {
    try_turning(trial, {.direction = 0});
}

void pair_other_columns(Trial& trial) {
    if (!turns(trial))
        return;
    Rotary other = trial.layer().rotary;
    other.pairs = other.pairs == Rotary::Pairs::halves ? Rotary::Pairs::neighbours : Rotary::Pairs::halves;
    try_rotary(trial, other);
}

void turn_backward(Trial& trial) {
    try_turning(trial, {.direction = -1});
}

void turn_from_place_one(Trial& trial) {
    try_turning(trial, {.first_place = 1});
}

void turn_with_another_base(Trial& trial) {
    // GPT-J and Llama; Qwen 2; Llama 3; long contexts.
    constexpr std::array<float, 6> usual{10000, 1000000, 500000, 100000, 1000, 100};
    if (!turns(trial))
        return;
    for (const float base : usual) {
        Rotary other = trial.layer().rotary;
        if (other.base == base)
            continue;
        other.base = base;
        try_rotary(trial, other);
    }
}

void turn_other_number_of_columns(Trial& trial) {
    if (!turns(trial))
        return;
    const Index width = trial.sizes().d_k;
    Rotary other = trial.layer().rotary;
    const bool all = other.dimensions == 0 || other.dimensions == width;
    other.dimensions = all ? width / 2 : 0;
    if (!all || (width / 2) % 2 == 0)
        try_rotary(trial, other);
}

void turn_values_too(Trial& trial) {
    const Trace& correct = trial.correct();
    const ArrayId mixed = correct.recipe(O).operands[1].array;
    if (!turns(trial) || trial.sizes().d_v != trial.sizes().d_k || !correct.has(mixed) || !correct.has(A) ||
        !correct.has(O))
        return;
    const Layer& layer = trial.layer();
    const std::vector<Turn> turns = turns_of(layer.rotary, shape_of(trial.sizes(), mixed), 0);
    const auto values = [&](Index item, Index head) {
        return rotated(correct.compute_uncached({mixed, item, head}), turns, 1);
    };
    // What is called V may be what was before, or what was turned.
    trial.attempt(with_given(layer, trial, O, [&](Index item, Index head) {
        return product_of(trial.correct_rows({A, item, head}),
                          values(item, correct.canonical(Address{mixed, item, head}).head), trial.rows(O));
    }));
    trial.attempt(with_given(layer, trial, mixed, values));
}

} // namespace attn
