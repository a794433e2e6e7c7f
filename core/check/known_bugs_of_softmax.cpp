#include "core/check/known_bugs_of_softmax.h"

#include "core/check/altered_layer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attn {

namespace {

constexpr double nothing_yet = -std::numeric_limits<double>::infinity();

struct Cell {
    Index item = 0;
    Index head = 0;
    Index row = 0;
    Index column = 0;
};

/// Which cells share a 1, as a number for each group.
using Group = Index (*)(const Sizes& sizes, const Cell& cell);

Index group_of_column(const Sizes& sizes, const Cell& cell) {
    return (cell.item * sizes.H + cell.head) * sizes.S_k + cell.column;
}
Index group_of_heads(const Sizes& sizes, const Cell& cell) {
    return (cell.item * sizes.S_q + cell.row) * sizes.S_k + cell.column;
}
Index group_of_items(const Sizes& sizes, const Cell& cell) {
    return (cell.head * sizes.S_q + cell.row) * sizes.S_k + cell.column;
}
Index group_of_head(const Sizes& sizes, const Cell& cell) {
    return cell.item * sizes.H + cell.head;
}
Index group_of_item(const Sizes&, const Cell& cell) {
    return cell.item;
}
Index one_group(const Sizes&, const Cell&) {
    return 0;
}

/// Largest entry and sum of exponentials of each group.
struct Shared {
    double largest = nothing_yet;
    double sum = 0;
    double cells = 0;
};

std::vector<Shared> share_out(const Trace& correct, Group group) {
    const Sizes& sizes = correct.sizes();
    std::vector<Shared> groups;
    const auto for_each_cell = [&](const auto& visit) {
        for (Index item = 0; item < sizes.B; ++item)
            for (Index head = 0; head < sizes.H; ++head) {
                const Matrix masked = correct.passing({ArrayId::masked, item, head});
                for (Index i = 0; i < masked.rows(); ++i)
                    for (Index j = 0; j < masked.columns(); ++j) {
                        const auto number = static_cast<std::size_t>(group(sizes, {item, head, i, j}));
                        if (number >= groups.size())
                            groups.resize(number + 1);
                        visit(groups[number], static_cast<double>(masked(i, j)));
                    }
            }
    };
    for_each_cell([](Shared& shared, double value) { shared.largest = std::max(shared.largest, value); });
    for_each_cell([](Shared& shared, double value) {
        ++shared.cells;
        if (shared.largest != nothing_yet)
            shared.sum += std::exp(value - shared.largest);
    });
    return groups;
}

/// Softmax over other groups than rows. A group that is masked whole becomes NaN; with a large negative number instead
/// of −∞, even shares.
void try_groups(Trial& trial, Group group) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::masked) || !correct.has(ArrayId::A))
        return;
    const std::vector<Shared> groups = share_out(correct, group);
    const auto shares = [&](bool even) {
        return [&, even](Index item, Index head) {
            const Matrix masked = correct.passing({ArrayId::masked, item, head});
            return filled(masked.rows(), masked.columns(), [&](Index i, Index j) {
                const Cell cell{item, head, i, j};
                const Shared& shared = groups[static_cast<std::size_t>(group(trial.sizes(), cell))];
                if (shared.largest == nothing_yet)
                    return even ? 1 / shared.cells : std::numeric_limits<double>::quiet_NaN();
                return std::exp(static_cast<double>(masked(i, j)) - shared.largest) / shared.sum;
            });
        };
    };
    trial.attempt(with_given(trial.layer(), correct, ArrayId::A, shares(false)));
    if (std::ranges::find(groups, nothing_yet, &Shared::largest) != groups.end())
        trial.attempt(with_given(trial.layer(), correct, ArrayId::A, shares(true)));
}

bool has_softmax(const Trace& trace) {
    return trace.has(ArrayId::masked) && trace.has(ArrayId::exp) && trace.has(ArrayId::A);
}

/// Another stage in the place of A.
void try_instead_of_A(Trial& trial, ArrayId stage) {
    const Trace& correct = trial.correct();
    if (has_softmax(correct))
        trial.attempt(with_given(trial.layer(), correct, ArrayId::A, [&](Index item, Index head) {
            return correct.passing({stage, item, head});
        }));
}

/// All numbers of an answer.
template <class Holds>
bool all_numbers(const AnsweredStage& answered, const Holds& holds) {
    return std::ranges::all_of(answered.slots, [&](const Matrix& matrix) {
        for (Index i = 0; i < matrix.rows(); ++i)
            if (!std::ranges::all_of(matrix.row(i), [&](float value) { return !std::isfinite(value) || holds(value); }))
                return false;
        return true;
    });
}

bool ends_after(float value, double power_of_ten) {
    const double shifted = static_cast<double>(value) * power_of_ten;
    return std::abs(shifted - std::round(shifted)) <= 2e-7 * std::max(1.0, std::abs(shifted));
}

bool is_multiple(float value, double unit) {
    const double count = static_cast<double>(value) / unit;
    return count == std::round(count);
}

/// Whether the number can be written with so many bits of fraction, at exponents from `lowest` on.
bool fits_in(float value, int bits, int lowest) {
    if (value == 0)
        return true;
    const int exponent = std::max(std::ilogb(value), lowest);
    return is_multiple(value, std::ldexp(1.0, exponent - bits));
}

bool fits_in_float16(float value) {
    return fits_in(value, 10, -14);
}

/// Calls `visit(expected, answered)` for every cell.
template <class Visit>
void for_each_pair(const Trace& correct, const AnsweredStage& answered, const Visit& visit) {
    for (Index item = 0; item < answered.extent.items; ++item)
        for (Index head = 0; head < answered.extent.heads; ++head) {
            const Matrix expected = correct.passing({answered.stage, item, head});
            const Matrix& found = answered.matrix(item, head);
            for (Index i = 0; i < expected.rows(); ++i)
                for (Index j = 0; j < expected.columns(); ++j)
                    visit(static_cast<double>(expected(i, j)), static_cast<double>(found(i, j)));
        }
}

/// The share of cells that differ among those that rounding to 16 bits would change.
double share_differing(const Trace& correct, const AnsweredStage& answered, double noticeable) {
    double rounded = 0;
    double differing = 0;
    for_each_pair(correct, answered, [&](double expected, double found) {
        if (!std::isfinite(expected) || std::abs(expected) < noticeable)
            return;
        ++rounded;
        differing += expected != found ? 1 : 0;
    });
    return rounded < 4 ? 0 : differing / rounded;
}

} // namespace

void softmax_over_columns(Trial& trial) {
    try_groups(trial, group_of_column);
}
void softmax_over_heads(Trial& trial) {
    try_groups(trial, group_of_heads);
}
void softmax_over_items(Trial& trial) {
    try_groups(trial, group_of_items);
}
void softmax_over_everything(Trial& trial) {
    try_groups(trial, group_of_head);
    if (trial.sizes().H > 1)
        try_groups(trial, group_of_item);
    if (trial.sizes().B > 1)
        try_groups(trial, one_group);
}

void mask_after_softmax(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!has_softmax(correct) || !correct.has(ArrayId::scaled) || !correct.has(ArrayId::mask))
        return;
    Layer unmasked = trial.layer();
    unmasked.mask = {};
    const auto without = trial.compute(unmasked);
    if (!without)
        return;
    trial.attempt(with_given(trial.layer(), correct, ArrayId::A, [&](Index item, Index head) {
        const Matrix shares = without->passing({ArrayId::A, item, head});
        const Matrix mask = correct.passing({ArrayId::mask, item, head});
        return filled(shares.rows(), shares.columns(),
                      [&](Index i, Index j) { return mask(i, j) == minus_infinity ? 0 : shares(i, j); });
    }));
}

void apply_softmax_twice(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!has_softmax(correct))
        return;
    const auto first = [&](Index item, Index head) { return correct.passing({ArrayId::A, item, head}); };
    const auto twice = trial.compute(with_given(trial.layer(), correct, ArrayId::masked, first));
    if (!twice)
        return;
    trial.attempt(with_given(trial.layer(), correct, ArrayId::A, [&](Index item, Index head) {
        return twice->passing({ArrayId::A, item, head});
    }));
}

void leave_out_softmax(Trial& trial) {
    try_instead_of_A(trial, ArrayId::masked);
}

void leave_out_division(Trial& trial) {
    try_instead_of_A(trial, ArrayId::exp);
    const Trace& correct = trial.correct();
    if (has_softmax(correct))
        trial.attempt(with_given(trial.layer(), correct, ArrayId::A, [&](Index item, Index head) {
            const Matrix masked = correct.passing({ArrayId::masked, item, head});
            return filled(masked.rows(), masked.columns(), [&](Index i, Index j) { return std::exp(masked(i, j)); });
        }));
}

void overflow(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!has_softmax(correct))
        return;
    trial.attempt(with_given(trial.layer(), correct, ArrayId::A, [&](Index item, Index head) {
        const Matrix masked = correct.passing({ArrayId::masked, item, head});
        std::vector<float> sums;
        for (Index i = 0; i < masked.rows(); ++i) {
            float sum = 0;
            for (const float value : masked.row(i))
                sum += std::exp(value);
            sums.push_back(sum);
        }
        return filled(masked.rows(), masked.columns(),
                      [&](Index i, Index j) { return std::exp(masked(i, j)) / sums[static_cast<std::size_t>(i)]; });
    }));
}

void transpose_A(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::A) || !correct.has(ArrayId::V) || trial.sizes().S_q != trial.sizes().S_k)
        return;
    trial.attempt(with_given(trial.layer(), correct, ArrayId::O, [&](Index item, Index head) {
        return multiplied(correct.passing({ArrayId::A, item, head}).transposed(),
                          correct.passing({ArrayId::V, item, head}));
    }));
}

bool looks_like_dropout(const Trace& correct, const AnsweredStage& answered, const Agreement&) {
    constexpr double smallest = 1e-3;
    constexpr double alike = 1e-3;
    if (answered.stage != ArrayId::A)
        return false;
    int dropped = 0;
    std::vector<double> factors;
    for_each_pair(correct, answered, [&](double share, double found) {
        if (share < smallest)
            return;
        if (found == 0)
            ++dropped;
        else
            factors.push_back(found / share);
    });
    if (dropped == 0 || factors.size() < 3)
        return false;
    const auto [least, most] = std::ranges::minmax_element(factors);
    return *least > 1 + alike && *most - *least <= alike * *least;
}

bool looks_rounded(const Trace&, const AnsweredStage& answered, const Agreement& agreement) {
    for (const double power_of_ten : {10.0, 100.0, 1000.0, 10000.0, 100000.0})
        if (agreement.largest_difference <= 0.501 / power_of_ten + agreement.tolerance)
            if (all_numbers(answered, [&](float value) { return ends_after(value, power_of_ten); }))
                return true;
    return false;
}

bool looks_like_float16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) {
    constexpr double eight_roundings = 4e-3;
    if (agreement.largest_difference > eight_roundings * agreement.largest_entry)
        return false;
    constexpr double most = 0.9;
    return all_numbers(answered, fits_in_float16) ||
           (share_differing(correct, answered, 0.01 * agreement.largest_entry) >= most &&
            agreement.differing * 2 >= agreement.cells);
}

bool looks_like_bfloat16(const Trace&, const AnsweredStage& answered, const Agreement& agreement) {
    constexpr double eight_roundings = 3.2e-2;
    return agreement.largest_difference <= eight_roundings * agreement.largest_entry &&
           all_numbers(answered, [](float value) { return fits_in(value, 7, -126); });
}

} // namespace attn
