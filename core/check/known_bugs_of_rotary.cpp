#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/model/arrays.h"
#include "core/model/rotary.h"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

bool turns(const Trial& trial) {
    return trial.layer().rotary.pairs != Rotary::Pairs::off && trial.correct().has(Q_rotated) &&
           trial.correct().has(K_rotated);
}

/// What is turned so to become queries or keys: they themselves, or what a norm left of them.
ArrayId before_turning(const Trial& trial, ArrayId into) {
    return trial.correct().recipe(into).operands[0].array;
}

/// How rows are turned: from which place on, in which direction, with the angles of which columns.
struct Turning {
    Index first_place = 0;
    double direction = 1;      ///< −1: backward; 0: not at all
    bool other_angles = false; ///< halves with the angles of neighbours, or the other way round
    bool twice = false;
};

Rotary with_other_pairs(Rotary rotary) {
    rotary.pairs = rotary.pairs == Rotary::Pairs::halves ? Rotary::Pairs::neighbours : Rotary::Pairs::halves;
    return rotary;
}

/// The turn of a cell, its angle perhaps that of the same column where other columns are pairs.
Turn turn_in(const Rotary& rotary, Index width, Index place, Index column, const Turning& turning) {
    Turn turn = turn_of(rotary, width, place + turning.first_place, column);
    if (turning.other_angles && turn.partner != column) {
        const Turn other = turn_of(with_other_pairs(rotary), width, place + turning.first_place, column);
        const double sine = other.partner > column ? -other.sine : other.sine;
        turn.cosine = other.cosine;
        turn.sine = turn.partner > column ? -sine : sine;
    }
    turn.sine *= turning.direction;
    if (turning.direction == 0)
        turn.cosine = 1;
    return turn;
}

/// The turns of the cells of a head in some rows, row by row; alike for all heads.
std::vector<Turn> turns_of(const Rotary& rotary, Shape shape, IndexRange rows, const Turning& turning) {
    std::vector<Turn> turns;
    turns.reserve(static_cast<std::size_t>(rows.count() * shape.columns));
    for (Index i = rows.first; i < rows.last; ++i)
        for (Index c = 0; c < shape.columns; ++c)
            turns.push_back(turn_in(rotary, shape.columns, i, c, turning));
    return turns;
}

Matrix rotated(const Matrix& from, const std::vector<Turn>& turns, IndexRange rows) {
    return filled_rows(from.shape(), rows, [&](Index i, Index c) {
        const Turn& turn = turns[static_cast<std::size_t>((i - rows.first) * from.columns() + c)];
        const auto own = static_cast<double>(from(i, c));
        return turn.partner == c ? own : own * turn.cosine + static_cast<double>(from(i, turn.partner)) * turn.sine;
    });
}

/// The layer in which queries or keys are turned so.
Layer with_turned(Layer layer, const Trial& trial, ArrayId into, const Turning& turning) {
    const ArrayId from = turning.twice ? into : before_turning(trial, into);
    const IndexRange rows = trial.rows(into);
    const std::vector<Turn> turns = turns_of(layer.rotary, shape_of(trial.sizes(), into), rows, turning);
    return with_given(std::move(layer), trial, into, [&](Index item, Index head) {
        return rotated(trial.correct_rows({from, item, head}), turns, rows);
    });
}

/// Both, queries alone, keys alone, each given as `with(layer, stage)` gives it.
template <class With>
void try_sides(Trial& trial, const With& with) {
    const Layer queries = with(trial.layer(), Q_rotated);
    const Layer keys = with(trial.layer(), K_rotated);
    Layer both = queries;
    for (const auto& [slot, matrix] : keys.given)
        if (slot.array == K_rotated)
            both.given.insert_or_assign(slot, matrix);
    trial.attempt(both);
    trial.attempt(queries, queries_alone);
    trial.attempt(keys, keys_alone);
}

bool has_both(const Trial& trial) {
    return turns(trial) && trial.correct().has(before_turning(trial, Q_rotated)) &&
           trial.correct().has(before_turning(trial, K_rotated));
}

void try_turning(Trial& trial, const Turning& turning) {
    if (has_both(trial))
        try_sides(trial, [&](const Layer& layer, ArrayId into) { return with_turned(layer, trial, into, turning); });
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
    try_rotary(trial, with_other_pairs(trial.layer().rotary));
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

void turn_twice(Trial& trial) {
    try_turning(trial, {.twice = true});
}

void mix_angles_of_pairs(Trial& trial) {
    const Index width = trial.layer().rotary.dimensions == 0 ? trial.sizes().d_k : trial.layer().rotary.dimensions;
    if (width > 2) // of a single pair all angles are one
        try_turning(trial, {.other_angles = true});
}

void take_other_exponents(Trial& trial) {
    if (!turns(trial))
        return;
    const Rotary& right = trial.layer().rotary;
    const auto width = static_cast<double>(right.dimensions == 0 ? trial.sizes().d_k : right.dimensions);
    const auto base = static_cast<double>(right.base);
    const auto attempt = [&](double power, std::string_view form) {
        Layer layer = trial.layer();
        layer.rotary.base = static_cast<float>(std::pow(base, power)); // base^(−2i/D) = (base^(n/D))^(−2i/n)
        trial.attempt(layer, form);
    };
    if (trial.sizes().D > 0)
        attempt(width / static_cast<double>(trial.sizes().D), "D, the width of the model, stands for that of a head");
    attempt(0.5, "the 2 of 2i is missing");
    attempt(2, "the 2 of 2i is there twice");
}

void turn_before_split(Trial& trial) {
    if (!has_both(trial) || trial.sizes().H == 1)
        return;
    Rotary all_columns = trial.layer().rotary;
    all_columns.dimensions = 0;
    try_sides(trial, [&](const Layer& layer, ArrayId into) {
        const ArrayId from = before_turning(trial, into);
        const Index shared_by = trial.sizes().H / trial.correct().extent(into).heads;
        const Shape shape = shape_of(trial.sizes(), into);
        const Index width = trial.correct().extent(into).heads * shape.columns;
        const IndexRange rows = trial.rows(into);
        return with_given(layer, trial, into, [&](Index item, Index head) {
            const Index first = head / shared_by * shape.columns;
            const Matrix own = trial.correct_rows({from, item, head});
            std::vector<Matrix> heads;
            for (Index other = 0; other < trial.sizes().H; other += shared_by)
                heads.push_back(trial.correct_rows({from, item, other}));
            return filled_rows(shape, rows, [&](Index i, Index c) {
                const Turn turn = turn_of(all_columns, width, i, first + c);
                const Matrix& partner = heads[static_cast<std::size_t>(turn.partner / shape.columns)];
                return static_cast<double>(own(i, c)) * turn.cosine +
                       static_cast<double>(partner(i, turn.partner % shape.columns)) * turn.sine;
            });
        });
    });
}

void turn_before_norm(Trial& trial) {
    if (!has_both(trial) || before_turning(trial, Q_rotated) != Q_normed || !trial.correct().has(Q) ||
        !trial.correct().has(K))
        return;
    const auto turned_first = [&](Layer layer, ArrayId from, ArrayId normed, ArrayId into) {
        const IndexRange rows = trial.rows(from);
        const std::vector<Turn> turns = turns_of(layer.rotary, shape_of(trial.sizes(), from), rows, {});
        const Layer before = with_given(trial.layer(), trial, from, [&](Index item, Index head) {
            return rotated(trial.correct_rows({from, item, head}), turns, rows);
        });
        const auto computed = trial.compute(before, normed, rows);
        return computed ? with_given(std::move(layer), trial, into,
                                     [&](Index item, Index head) {
                                         return computed->compute_rows_uncached({normed, item, head}, rows);
                                     })
                        : layer;
    };
    try_sides(trial, [&](const Layer& layer, ArrayId into) {
        return into == Q_rotated ? turned_first(layer, Q, Q_normed, into) : turned_first(layer, K, K_normed, into);
    });
}

void turn_values_too(Trial& trial) {
    const Trace& correct = trial.correct();
    const ArrayId mixed = correct.recipe(O).operands[1].array;
    if (!turns(trial) || trial.sizes().d_v != trial.sizes().d_k || !correct.has(mixed) || !correct.has(A) ||
        !correct.has(O))
        return;
    const Layer& layer = trial.layer();
    const IndexRange rows{0, trial.sizes().S_k};
    const std::vector<Turn> turns = turns_of(layer.rotary, shape_of(trial.sizes(), mixed), rows, {});
    const auto values = [&](Index item, Index head) {
        return rotated(correct.compute_uncached({mixed, item, head}), turns, rows);
    };
    // What is called V may be what was before, or what was turned.
    trial.attempt(with_given(layer, trial, O, [&](Index item, Index head) {
        return product_of(trial.correct_rows({A, item, head}),
                          values(item, correct.canonical(Address{mixed, item, head}).head), trial.rows(O));
    }));
    trial.attempt(with_given(layer, trial, mixed, values));
}

} // namespace attn
