#include "core/check/agreement.h"
#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

constexpr double nothing_yet = -std::numeric_limits<double>::infinity();

/// The cells over which softmax wrongly sums: a column, the same cell of all heads or items, all cells of a head or an
/// item, or all cells of the layer.
enum class Axes : std::uint8_t { column, heads, items, head, item, everything };

/// True if a group of cells that softmax sums over has cells of both matrices.
bool share(Axes axes, Address left, Address right) {
    const bool same_item = left.item == right.item;
    const bool same_head = left.head == right.head;
    switch (axes) {
    case Axes::column:
    case Axes::head:
        return same_item && same_head;
    case Axes::heads:
    case Axes::item:
        return same_item;
    case Axes::items:
        return same_head;
    case Axes::everything:
        return true;
    }
    return false;
}

using Numbers = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The largest entry and the sum of exponentials of each group of cells. By `Axes`, a group is one cell of all
/// matrices, one column, or whole matrices.
struct Shared {
    Numbers largest; // rows that a trial reads x S_k, 1 x S_k or 1 x 1
    Numbers sums;
    double cells = 0;
};

double at(const Numbers& numbers, Index i, Index j) {
    return numbers(numbers.rows() == 1 ? 0 : i, numbers.cols() == 1 ? 0 : j);
}

/// The largest entry and the sum of exponentials over all cells of some matrices, from the maxima and sums of their
/// rows.
Shared shared_by_all(const Trace& correct, const std::vector<Address>& slots) {
    double largest = nothing_yet;
    double sum = 0;
    for (const bool adds : {false, true})
        for (const Address slot : slots) {
            const Matrix maxima = correct.compute_uncached({slot.layer, ArrayId::row_max, slot.item, slot.head});
            const Matrix sums = correct.compute_uncached({slot.layer, ArrayId::row_sum, slot.item, slot.head});
            for (Index i = 0; i < maxima.rows(); ++i)
                if (const auto of_row = static_cast<double>(maxima(i, 0)); !adds)
                    largest = of_row > largest ? of_row : largest; // ignores NaN
                else if (largest != nothing_yet && sums(i, 0) > 0)
                    sum += static_cast<double>(sums(i, 0)) * std::exp(of_row - largest);
        }
    const Shape shape = shape_of(correct.sizes(), ArrayId::masked);
    return {Numbers::Constant(1, 1, largest), Numbers::Constant(1, 1, sum),
            static_cast<double>(shape.rows * shape.columns) * static_cast<double>(slots.size())};
}

/// The largest entries and the sums of exponentials of the groups that a matrix belongs to. Matrices are computed one
/// after the other, and twice if there are several, to save memory.
Shared shared_of(const Trial& trial, Axes axes, Address slot) {
    const Trace& correct = trial.correct();
    std::vector<Address> slots = correct.slots(ArrayId::masked);
    std::erase_if(slots, [&](Address other) { return !share(axes, slot, other); });
    const bool is_by_column = axes == Axes::column;
    if (!is_by_column && axes != Axes::heads && axes != Axes::items)
        return shared_by_all(correct, slots);
    const Shape shape = shape_of(trial.sizes(), ArrayId::masked);
    const IndexRange rows = is_by_column ? IndexRange{0, shape.rows} : trial.rows(A);
    const Index groups = is_by_column ? 1 : rows.count();
    Shared shared{Numbers::Constant(groups, shape.columns, nothing_yet), Numbers::Zero(groups, shape.columns),
                  static_cast<double>(is_by_column ? shape.rows : std::ssize(slots))};
    Matrix masked;
    for (const bool adds : {false, true}) {
        for (const Address other : slots) {
            if (!adds || slots.size() > 1)
                masked = correct.compute_rows_uncached(other, rows);
            for (Index i = rows.first; i < rows.last; ++i) {
                const Numbers here = eigen(masked).row(i).cast<double>().array();
                auto largest = shared.largest.row(is_by_column ? 0 : i - rows.first);
                if (adds)
                    shared.sums.row(is_by_column ? 0 : i - rows.first) +=
                        (here - (largest == nothing_yet).select(0, largest)).exp();
                else
                    largest = (here > largest).select(here, largest); // ignores NaN
            }
        }
    }
    return shared;
}

/// Tries softmax over other groups of cells than rows. A group with all cells masked becomes NaN, or gets equal weights
/// if the mask has a large negative number instead of −∞.
void try_groups(Trial& trial, Axes axes) {
    if (!trial.has(ArrayId::masked, A))
        return;
    std::vector<Address> slots; // one for each set of groups
    const auto find = [&](Address slot) {
        return std::ranges::find_if(slots, [&](Address other) { return share(axes, slot, other); });
    };
    for (const Address slot : trial.correct().slots(A))
        if (trial.covers(slot) && find(slot) == slots.end())
            slots.push_back(slot);
    std::vector<Shared> groups(slots.size());
    trial.beside_each_other(slots.size(), [&](std::size_t n) { groups[n] = shared_of(trial, axes, slots[n]); });
    const Index first = axes == Axes::heads || axes == Axes::items ? trial.rows(A).first : 0;
    const auto attempt = [&](bool even) {
        trial.attempt(with_cells(trial.layer(), trial, A, [&](Index item, Index head) {
            const auto place = find({trial.layer().number, A, item, head}) - slots.begin();
            return [&, even, place, masked = trial.correct_rows(ArrayId::masked, item, head)](Index i, Index j) {
                const Shared& shared = groups[static_cast<std::size_t>(place)];
                const double largest = at(shared.largest, i - first, j);
                if (largest == nothing_yet)
                    return even ? 1 / shared.cells : std::numeric_limits<double>::quiet_NaN();
                return std::exp(static_cast<double>(masked(i, j)) - largest) / at(shared.sums, i - first, j);
            };
        }));
    };
    attempt(false);
    if (std::ranges::any_of(groups, [](const Shared& shared) { return (shared.largest == nothing_yet).any(); }))
        attempt(true);
}

bool has_softmax(const Trace& trace) {
    return trace.has(ArrayId::masked) && trace.has(ArrayId::exp) && trace.has(A);
}

/// Tries number(score) of the masked scores as attention weights.
template <class Number>
void try_numbers(Trial& trial, const Number& number) {
    if (has_softmax(trial.correct()))
        trial.attempt(
            with_numbers(trial.layer(), trial, ArrayId::masked, A, [&](Index, double score) { return number(score); }));
}

void softmax_over_everything(Trial& trial) {
    try_groups(trial, Axes::head);
    if (trial.sizes().H > 1)
        try_groups(trial, Axes::item);
    if (trial.sizes().B > 1)
        try_groups(trial, Axes::everything);
}

void mask_after_softmax(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!has_softmax(correct) || !trial.has(ArrayId::scaled, ArrayId::mask))
        return;
    Layer unmasked = trial.layer();
    unmasked.mask = {};
    if (const auto without = trial.compute(unmasked, A, trial.rows(A)))
        trial.attempt(with_cells(trial.layer(), trial, A, [&](Index item, Index head) {
            return [shares = without->compute_rows_uncached({without->layer().number, A, item, head}, trial.rows(A)),
                    mask = trial.correct_matrix(ArrayId::mask, item, head)](Index i, Index j) {
                return mask(i, j) == minus_infinity ? 0 : shares(i, j);
            };
        }));
}

void apply_softmax_twice(Trial& trial) {
    if (has_softmax(trial.correct()))
        trial.attempt(with_twice(trial, ArrayId::masked, A));
}

void leave_out_softmax(Trial& trial) {
    for (const double hidden : {nothing_yet, 0.0}) // 0: the program multiplies scores by a mask of zeros and ones
        try_numbers(trial, [=](double score) { return score == nothing_yet ? hidden : score; });
}

void add_zero_to_softmax(Trial& trial) {
    if (has_softmax(trial.correct()))
        trial.attempt(with_cells(trial.layer(), trial, A, [&](Index item, Index head) {
            return [shares = trial.correct_rows(A, item, head),
                    largest = trial.correct_rows(ArrayId::row_max, item, head),
                    sums = trial.correct_rows(ArrayId::row_sum, item, head)](Index i, Index j) {
                const auto sum = static_cast<double>(sums(i, 0));
                return static_cast<double>(shares(i, j)) * sum / (sum + std::exp(-static_cast<double>(largest(i, 0))));
            };
        }));
}

void average_over_heads(Trial& trial) {
    if (!trial.has(A) || trial.sizes().H == 1)
        return;
    std::vector<Matrix> means; // by item
    for (Index item = 0; item < trial.sizes().B; ++item)
        means.push_back(trial.looks_at(item) ? mean_of_heads(trial.correct(), A, item, trial.rows(A)) : Matrix());
    trial.attempt(
        with_given(trial.layer(), trial, A, [&](Index item, Index) { return means[static_cast<std::size_t>(item)]; }));
}

void leave_out_division(Trial& trial) {
    if (has_softmax(trial.correct()))
        trial.attempt(with_copied(trial.layer(), trial, ArrayId::exp, A));
    try_numbers(trial, [](double score) { return static_cast<double>(std::exp(static_cast<float>(score))); });
}

void overflow(Trial& trial) {
    if (has_softmax(trial.correct()))
        trial.attempt(with_cells(trial.layer(), trial, A, [&](Index item, Index head) {
            const Matrix masked = trial.correct_rows(ArrayId::masked, item, head);
            std::vector<float> sums(static_cast<std::size_t>(masked.rows()));
            for (Index i = trial.rows(A).first; i < trial.rows(A).last; ++i)
                for (const float value : masked.row(i))
                    sums[static_cast<std::size_t>(i)] += std::exp(value);
            return
                [masked, sums](Index i, Index j) { return std::exp(masked(i, j)) / sums[static_cast<std::size_t>(i)]; };
        }));
}

void transpose_A(Trial& trial) {
    const Trace& correct = trial.correct();
    const ArrayId values = correct.recipe(ArrayId::O).operands[1].array;
    if (!trial.has(A, values) || trial.sizes().S_q != trial.sizes().S_k)
        return;
    trial.attempt(with_given(trial.layer(), trial, ArrayId::O, [&](Index item, Index head) {
        return product_of(trial.correct_matrix(A, item, head).transposed(), trial.correct_matrix(values, item, head),
                          trial.rows(ArrayId::O));
    }));
}

constexpr std::array bugs_of_softmax{
    KnownBug{"softmax-over-columns",
             "softmax runs over the wrong axis: over queries (columns sum to 1) instead of keys", A,
             [](Trial& trial) { try_groups(trial, Axes::column); }},
    KnownBug{"softmax-over-heads", "softmax runs over the wrong axis: over heads instead of keys", A,
             [](Trial& trial) { try_groups(trial, Axes::heads); }},
    KnownBug{"softmax-over-items", "softmax runs over the wrong axis: over the batch instead of keys", A,
             [](Trial& trial) { try_groups(trial, Axes::items); }},
    KnownBug{"softmax-over-everything", "softmax runs over all cells at once instead of each row", A,
             softmax_over_everything},
    KnownBug{"mask-after-softmax", "the mask is applied after softmax and rows no longer sum to 1", A,
             mask_after_softmax},
    KnownBug{"softmax-twice", "softmax is applied twice", A, apply_softmax_twice},
    KnownBug{"no-softmax", "softmax is left out", A, leave_out_softmax},
    KnownBug{"zero-attention", "softmax has one more key, of zeros, that takes a share (add_zero_attn)", A,
             add_zero_to_softmax},
    KnownBug{"A-averaged", "all heads have the average of their shares", A, average_over_heads},
    KnownBug{"no-division", "exponentials are not divided by their sum", A, leave_out_division},
    KnownBug{"overflow", "exponentials overflow: subtract each row's maximum first", A, overflow},
    KnownBug{"A-transposed", "A is transposed: Aᵀ V instead of A V", O, transpose_A}};

} // namespace

std::span<const KnownBug> known_bugs_of_softmax() {
    return bugs_of_softmax;
}

} // namespace attn
