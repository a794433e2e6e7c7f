#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/model/positions.h"
#include "core/model/rotary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

bool turns(const Trial& trial) {
    return trial.layer().rotary.pairs != Rotary::Pairs::off && trial.has(Q_rotated, K_rotated);
}

/// The array that is rotated into `into`: queries or keys, after their norm if they have one.
ArrayId before_turning(const Trial& trial, ArrayId into) {
    return trial.correct().recipe(into).operands[0].array;
}

/// A wrong way to rotate rows.
struct Turning {
    Index first_place = 0;
    double direction = 1;      ///< 1: forward; −1: backward; 0: rows are not rotated
    bool other_angles = false; ///< true: pairs of halves get the angles of interleaved pairs, or the other way round
    bool in_bfloat16 = false;  ///< true: cosines and sines are rounded to bfloat16
};

Rotary with_other_pairs(Rotary rotary) {
    rotary.pairs = rotary.pairs == Rotary::Pairs::halves ? Rotary::Pairs::neighbours : Rotary::Pairs::halves;
    return rotary;
}

/// The rotation of a cell. If `turning.other_angles` is true, it has the angle that its column has with the other
/// pairing.
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
    if (turning.in_bfloat16) {
        turn.cosine = rounded_to(turn.cosine, bfloat16);
        turn.sine = rounded_to(turn.sine, bfloat16);
    }
    return turn;
}

/// The rotations of the cells in `rows`, row by row; they are the same for all heads.
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

/// The layer with queries or keys rotated as `turning` says.
Layer with_turned(const Trial& trial, ArrayId into, const Turning& turning) {
    const ArrayId from = before_turning(trial, into);
    const IndexRange rows = trial.rows(into);
    const std::vector<Turn> turns = turns_of(trial.layer().rotary, shape_of(trial.sizes(), into), rows, turning);
    return with_given(trial.layer(), trial, into, [&](Index item, Index head) {
        return rotated(trial.correct_rows(from, item, head), turns, rows);
    });
}

bool has_both(const Trial& trial) {
    return turns(trial) && trial.has(before_turning(trial, Q_rotated), before_turning(trial, K_rotated));
}

void try_turning(Trial& trial, const Turning& turning) {
    if (has_both(trial))
        try_sides(trial, Q_rotated, K_rotated, [&](ArrayId into) { return with_turned(trial, into, turning); });
}

void turn_twice(Trial& trial) {
    if (has_both(trial))
        try_sides(trial, Q_rotated, K_rotated,
                  [&](ArrayId into) { return with_twice(trial, before_turning(trial, into), into); });
}

void try_rotary(Trial& trial, const Rotary& rotary, std::string_view form = {}) {
    if (turns(trial))
        trial.attempt_changed([&](Layer& layer) { layer.rotary = rotary; }, form);
}

void turn_with_another_base(Trial& trial) {
    // In order: GPT-J and Llama; Qwen 2; Llama 3; models for long contexts.
    for (const float base : {10000.0F, 1000000.0F, 500000.0F, 100000.0F, 1000.0F, 100.0F}) {
        Rotary other = trial.layer().rotary;
        if (std::exchange(other.base, base) != base)
            try_rotary(trial, other);
    }
}

void turn_other_number_of_columns(Trial& trial) {
    const Index width = trial.sizes().d_k;
    Rotary other = trial.layer().rotary;
    const bool all = other.dimensions == 0 || other.dimensions == width;
    other.dimensions = all ? width / 2 : 0;
    if (!all || (width / 2) % 2 == 0)
        try_rotary(trial, other);
}

void mix_angles_of_pairs(Trial& trial) {
    const Index width = trial.layer().rotary.dimensions == 0 ? trial.sizes().d_k : trial.layer().rotary.dimensions;
    if (width > 2) // a single pair has only one angle
        try_turning(trial, {.other_angles = true});
}

void take_other_exponents(Trial& trial) {
    const Rotary& right = trial.layer().rotary;
    const auto width = static_cast<double>(right.dimensions == 0 ? trial.sizes().d_k : right.dimensions);
    const auto base = static_cast<double>(right.base);
    const auto attempt = [&](double power, std::string_view form) {
        Rotary other = right;
        other.base = static_cast<float>(std::pow(base, power)); // base^(−2i/D) = (base^(n/D))^(−2i/n)
        try_rotary(trial, other, form);
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
    try_sides(trial, Q_rotated, K_rotated, [&](ArrayId into) {
        const ArrayId from = before_turning(trial, into);
        const Index shared_by = trial.sizes().H / trial.correct().extent(into).heads;
        const Shape shape = shape_of(trial.sizes(), into);
        const Index width = trial.correct().extent(into).heads * shape.columns;
        const IndexRange rows = trial.rows(into);
        return with_given(trial.layer(), trial, into, [&](Index item, Index head) {
            const Index first = head / shared_by * shape.columns;
            const Matrix own = trial.correct_rows(from, item, head);
            std::vector<Matrix> heads;
            for (Index other = 0; other < trial.sizes().H; other += shared_by)
                heads.push_back(trial.correct_rows(from, item, other));
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
    if (!has_both(trial) || before_turning(trial, Q_rotated) != Q_normed || !trial.has(Q, K))
        return;
    try_sides(trial, Q_rotated, K_rotated, [&](ArrayId into) {
        const ArrayId from = into == Q_rotated ? Q : K;
        const ArrayId normed = before_turning(trial, into);
        const IndexRange rows = trial.rows(from);
        const std::vector<Turn> turns = turns_of(trial.layer().rotary, shape_of(trial.sizes(), from), rows, {});
        const Layer before = with_given(trial.layer(), trial, from, [&](Index item, Index head) {
            return rotated(trial.correct_rows(from, item, head), turns, rows);
        });
        const auto made = trial.compute(before, normed, rows);
        return made ? with_taken(trial.layer(), trial, *made, normed, into) : trial.layer();
    });
}

void turn_values_too(Trial& trial) {
    const Trace& correct = trial.correct();
    const ArrayId mixed = correct.recipe(O).operands[1].array;
    if (!turns(trial) || trial.sizes().d_v != trial.sizes().d_k || !trial.has(mixed, A, O))
        return;
    const Layer& layer = trial.layer();
    const IndexRange rows{0, trial.sizes().S_k};
    const std::vector<Turn> turns = turns_of(layer.rotary, shape_of(trial.sizes(), mixed), rows, {});
    const auto values = [&](Index item, Index head) {
        return rotated(trial.correct_matrix(mixed, item, head), turns, rows);
    };
    // The answer's V may be the values before or after they were rotated by mistake.
    trial.attempt(with_given(layer, trial, O, [&](Index item, Index head) {
        return product_of(trial.correct_rows(A, item, head),
                          values(item, correct.canonical(Address{correct.layer().number, mixed, item, head}).head),
                          trial.rows(O));
    }));
    trial.attempt(with_given(layer, trial, mixed, values));
}

/// Tries rotary positions without scaling, and with the angles that the scaling has for short texts.
void leave_out_scaling(Trial& trial) {
    Rotary other = trial.layer().rotary;
    if (other.scaling == Rotary::Scaling::none && other.magnitude == 1)
        return;
    other.magnitude = 1;
    try_rotary(trial, other);
    other.scaling = Rotary::Scaling::none;
    try_rotary(trial, other);
    other.magnitude = trial.layer().rotary.magnitude;
    try_rotary(trial, other);
}

void turn_what_stays(Trial& trial) {
    if (trial.layer().rotary.pairs != Rotary::Pairs::off || trial.sizes().d_k % 2 != 0)
        return;
    for (const float base : {10000.0F, 500000.0F, 1000000.0F})
        for (const Rotary::Pairs pairs : {Rotary::Pairs::halves, Rotary::Pairs::neighbours})
            trial.attempt_changed([&](Layer& layer) { layer.rotary = {.pairs = pairs, .base = base}; });
}

/// The position rows of tokens 0 … S, one row more than there are tokens.
Matrix longer_positions(const Trial& trial) {
    std::vector<float> values(static_cast<std::size_t>((trial.sizes().S_q + 1) * trial.sizes().D));
    const View view{values.data(), trial.sizes().S_q + 1, trial.sizes().D, trial.sizes().D};
    fill_positions(trial.layer().sequence.positions, view);
    return Matrix::adopt(std::move(values), view.rows, view.columns);
}

bool has_positions(const Trial& trial, Positions::Kind kind) {
    return trial.has(P) && trial.layer().sequence.positions.kind == kind;
}

void try_positions(Trial& trial, const Matrix& rows) {
    trial.attempt_changed([&](Layer& layer) { layer.sequence.positions = {Positions::Kind::given, rows}; });
}

void leave_out_positions(Trial& trial) {
    if (!trial.has(E) || has_positions(trial, Positions::Kind::none))
        return;
    trial.attempt(with_copied(trial.layer(), trial, E, X));
    trial.attempt_changed([](Layer& layer) { layer.sequence.positions = {}; });
}

void begin_positions_at_one(Trial& trial) {
    const bool has_next = has_positions(trial, Positions::Kind::given) &&
                          trial.layer().sequence.positions.rows.rows() > trial.sizes().S_q;
    if (has_next || has_positions(trial, Positions::Kind::sinusoidal))
        try_positions(trial, longer_positions(trial).row_block(1, trial.sizes().S_q));
}

void put_sines_before_cosines(Trial& trial) {
    if (!has_positions(trial, Positions::Kind::sinusoidal))
        return;
    const Matrix mixed = longer_positions(trial);
    const Index sines = (mixed.columns() + 1) / 2;
    try_positions(trial, filled(trial.sizes().S_q, mixed.columns(), [&](Index i, Index j) {
                      return j < sines ? mixed(i, 2 * j) : mixed(i, 2 * (j - sines) + 1);
                  }));
}

/// Tries stages whose rows are shifted by one token. The row at the end comes from the other end, or is zeros.
void shift_rows(Trial& trial, std::initializer_list<ArrayId> stages) {
    if (trial.sizes().S_q < 2 || !std::ranges::all_of(stages, [&](ArrayId stage) { return trial.has(stage); }))
        return;
    for (const auto& [by, form] : {std::pair{Index{1}, "before"}, {Index{-1}, "behind"}})
        for (const bool rolls : {true, false}) {
            Layer layer = trial.layer();
            for (const ArrayId stage : stages)
                layer = with_given(std::move(layer), trial, stage, [&, by = by](Index item, Index head) {
                    const Matrix right = trial.correct_matrix(stage, item, head);
                    return filled(right.rows(), right.columns(), [&](Index i, Index j) {
                        const Index from = (i - by + right.rows()) % right.rows();
                        return rolls || from == i - by ? right(from, j) : 0;
                    });
                });
            trial.attempt(layer, form);
        }
}

constexpr std::array bugs_of_positions{
    KnownBug{"positions-from-one", "positions are counted from 1 instead of 0", P, begin_positions_at_one},
    KnownBug{"positions-in-halves", "the sines of positions stand before the cosines instead of alternating with them",
             P, put_sines_before_cosines},
    KnownBug{"no-positions", "positions are not added to the embeddings", P, leave_out_positions},
    KnownBug{"tokens-shifted", "each token is a neighbour", E, [](Trial& trial) { shift_rows(trial, {E}); }},
    KnownBug{"input-shifted", "each token has the input of a neighbour", X,
             [](Trial& trial) { shift_rows(trial, {X}); }},
    KnownBug{"keys-shifted", "keys and values stand one token from their places", K,
             [](Trial& trial) {
                 shift_rows(trial, {trial.correct().recipe(scores).operands[1].array,
                                    trial.correct().recipe(O).operands[1].array});
             }},
    KnownBug{"output-shifted", "each token has the output of a neighbour", Y,
             [](Trial& trial) { shift_rows(trial, {Y}); }},
    KnownBug{"rotary-unscaled", "the scaling of rotary positions (rope_scaling) is left out", Q_rotated,
             leave_out_scaling},
    KnownBug{"rotary-added", "queries and keys are turned by rotary positions, and those of this layer are not", scores,
             turn_what_stays},
    KnownBug{"rotary-bfloat16", "cosines and sines of rotary positions are rounded to bfloat16", Q_rotated,
             [](Trial& trial) { try_turning(trial, {.in_bfloat16 = true}); }},
    KnownBug{"no-rotary", "queries and keys are not turned by their rotary positions", Q_rotated,
             [](Trial& trial) { try_turning(trial, {.direction = 0}); }},
    KnownBug{
        "rotary-pairs",
        "rotary positions turn the wrong pairs of columns: i with i + n/2 where 2i with 2i + 1 is meant, or the other "
        "way round",
        Q_rotated, [](Trial& trial) { try_rotary(trial, with_other_pairs(trial.layer().rotary)); }},
    KnownBug{"rotary-backward", "rotary positions turn the other way: the sines have the wrong sign", Q_rotated,
             [](Trial& trial) { try_turning(trial, {.direction = -1}); }},
    KnownBug{"rotary-from-one", "rotary positions are counted from 1 instead of 0", Q_rotated,
             [](Trial& trial) { try_turning(trial, {.first_place = 1}); }},
    KnownBug{"rotary-base", "rotary positions have another base (10000 is GPT-J's and Llama's, 500000 Llama 3's)",
             Q_rotated, turn_with_another_base},
    KnownBug{"rotary-twice", "rotary positions are applied twice", Q_rotated, turn_twice},
    KnownBug{"rotary-mixed",
             "the angles of rotary positions stand for other pairs than those that are turned: halves are turned with "
             "cosines repeated as for neighbours, or the other way round",
             Q_rotated, mix_angles_of_pairs},
    KnownBug{"rotary-exponent", "the exponent of rotary angles is another than 2i/n", Q_rotated, take_other_exponents},
    KnownBug{"rotary-before-split", "rotary positions turn the joined width of all heads, before it is cut into heads",
             Q_rotated, turn_before_split},
    KnownBug{"rotary-before-norm", "queries and keys are turned before their norm instead of after it", Q_rotated,
             turn_before_norm},
    KnownBug{"rotary-columns", "rotary positions turn all columns of a head instead of the first, or half of them",
             Q_rotated, turn_other_number_of_columns},
    KnownBug{"rotary-on-V", "V is turned by rotary positions too, which only Q and K are", V, turn_values_too}};

} // namespace

std::span<const KnownBug> known_bugs_of_positions() {
    return bugs_of_positions;
}

} // namespace attn
