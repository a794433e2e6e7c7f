#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/tensor/buffer.h"
#include "core/tensor/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace attn {

namespace {

constexpr double nothing_yet = -std::numeric_limits<double>::infinity();

/// Which cells share a 1: those of a column, those at the same place of all heads or items, or all of some matrices.
enum class Axes : std::uint8_t { column, heads, items, head, item, everything };

/// Whether cells of both matrices share a 1.
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

/// Largest entry and sum of exponentials of cells that share a 1.
struct Shared {
    double largest = nothing_yet;
    double sum = 0;
    double cells = 0;
};

/// Of all groups that have cells in one matrix: one, one for each column, or one for each cell.
class Groups {
public:
    /// Of groups of cells at the same place, those in these rows.
    Groups(Axes axes, Shape shape, IndexRange rows) : columns_(shape.columns), rows_{0, shape.rows} {
        const bool by_cell = axes == Axes::heads || axes == Axes::items;
        if (by_cell)
            rows_ = rows;
        row_step_ = by_cell ? shape.columns : 0;
        column_step_ = by_cell || axes == Axes::column ? 1 : 0;
        groups_.resize(static_cast<std::size_t>(by_cell             ? rows_.count() * shape.columns
                                                : column_step_ == 1 ? columns_
                                                                    : 1));
    }

    /// A single one.
    Groups(const Shared& all, Shape shape) : columns_(shape.columns), rows_{0, shape.rows}, groups_{all} {}

    void find_largest(const Matrix& masked) {
        visit(masked, [](Shared& group, double value) {
            group.largest = value > group.largest ? value : group.largest; // NaN is none
        });
    }
    void add(const Matrix& masked) {
        visit(masked, [](Shared& group, double value) {
            ++group.cells;
            if (group.largest != nothing_yet)
                group.sum += std::exp(value - group.largest);
        });
    }
    /// Of columns, from their largest entries and sums.
    void take(const Matrix& masked) {
        const Matrix columns = masked.transposed();
        std::vector<float> largest(groups_.size());
        std::vector<float> sums(groups_.size());
        Buffer exponentials(columns.shape());
        const View of_largest{largest.data(), columns.rows(), 1, 1};
        row_maxima(columns, of_largest);
        shifted_exponentials(columns, of_largest, exponentials.view());
        row_sums(exponentials.view(), {sums.data(), columns.rows(), 1, 1});
        for (std::size_t j = 0; j < groups_.size(); ++j)
            groups_[j] = {static_cast<double>(largest[j]), static_cast<double>(sums[j]),
                          static_cast<double>(columns.columns())};
    }
    const Shared& at(Index i, Index j) const { return groups_[place(i, j)]; }
    /// Which rows are read.
    IndexRange rows() const { return rows_; }
    bool any_is_hidden() const { return std::ranges::find(groups_, nothing_yet, &Shared::largest) != groups_.end(); }

private:
    template <class Visit>
    void visit(const Matrix& masked, const Visit& visit_cell) {
        for (Index i = rows_.first; i < rows_.last; ++i)
            for (Index j = 0; j < columns_; ++j)
                visit_cell(groups_[place(i, j)], static_cast<double>(masked(i, j)));
    }
    std::size_t place(Index i, Index j) const {
        return static_cast<std::size_t>((i - rows_.first) * row_step_ + j * column_step_);
    }

    Index columns_;
    IndexRange rows_;
    Index row_step_ = 0;
    Index column_step_ = 0;
    std::vector<Shared> groups_;
};

/// Of all cells of some matrices, from what their rows share already.
Groups group_of_rows(const Trace& correct, const std::vector<Address>& slots) {
    Shared all;
    for (const bool adds : {false, true})
        for (const Address slot : slots) {
            const Matrix largest = correct.compute_uncached({ArrayId::row_max, slot.item, slot.head});
            const Matrix sums = correct.compute_uncached({ArrayId::row_sum, slot.item, slot.head});
            for (Index i = 0; i < largest.rows(); ++i)
                if (const auto of_row = static_cast<double>(largest(i, 0)); !adds)
                    all.largest = of_row > all.largest ? of_row : all.largest;
                else if (all.largest != nothing_yet && sums(i, 0) > 0)
                    all.sum += static_cast<double>(sums(i, 0)) * std::exp(of_row - all.largest);
        }
    const Shape shape = shape_of(correct.sizes(), ArrayId::masked);
    all.cells = static_cast<double>(shape.rows * shape.columns) * static_cast<double>(slots.size());
    return {all, shape};
}

/// Matrices come one after the other, twice where there are several, so that not all of them need be there at once.
Groups groups_of(const Trace& correct, Axes axes, Address slot, IndexRange rows) {
    Groups groups(axes, shape_of(correct.sizes(), ArrayId::masked), rows);
    std::vector<Address> slots = correct.slots(ArrayId::masked);
    std::erase_if(slots, [&](Address other) { return !share(axes, slot, other); });
    if (axes == Axes::head || axes == Axes::item || axes == Axes::everything)
        return group_of_rows(correct, slots);
    Matrix masked;
    if (axes == Axes::column) {
        groups.take(correct.compute_uncached(slots.front()));
        return groups;
    }
    for (const Address other : slots) {
        masked = correct.compute_rows_uncached(other, groups.rows());
        groups.find_largest(masked);
    }
    for (const Address other : slots) {
        if (slots.size() > 1)
            masked = correct.compute_rows_uncached(other, groups.rows());
        groups.add(masked);
    }
    return groups;
}

/// The groups of the matrices that a trial looks at. Those whose cells share a 1 have them in common.
class SharedOut {
public:
    SharedOut(const Trial& trial, Axes axes) : axes_(axes) {
        for (const Address slot : trial.correct().slots(ArrayId::A))
            if (trial.covers(slot) && find(slot) == slots_.end())
                slots_.push_back(slot);
        groups_.resize(slots_.size());
        trial.beside_each_other(slots_.size(), [&](std::size_t n) {
            groups_[n] = groups_of(trial.correct(), axes_, slots_[n], trial.rows(ArrayId::A));
        });
    }

    const Groups& of(Address slot) const { return *groups_[static_cast<std::size_t>(find(slot) - slots_.begin())]; }
    bool any_is_hidden() const {
        return std::ranges::any_of(groups_, [](const auto& groups) { return groups->any_is_hidden(); });
    }

private:
    std::vector<Address>::const_iterator find(Address slot) const {
        return std::ranges::find_if(slots_, [&](Address other) { return share(axes_, slot, other); });
    }

    Axes axes_;
    std::vector<Address> slots_; ///< one for each set of groups
    std::vector<std::optional<Groups>> groups_;
};

/// Judges the layer with other shares than softmax's.
void attempt_shares(Trial& trial, const SlotMatrix& shares) {
    trial.attempt(with_given(trial.layer(), trial, ArrayId::A, shares));
}

/// Softmax over other groups than rows. A group that is masked whole becomes NaN; with a large negative number instead
/// of −∞, even shares.
void try_groups(Trial& trial, Axes axes) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::masked) || !correct.has(ArrayId::A))
        return;
    const SharedOut shared_out(trial, axes);
    const auto shares = [&](bool even) {
        return [&, even](Index item, Index head) {
            const Groups& groups = shared_out.of({ArrayId::A, item, head});
            const Matrix masked = trial.correct_rows({ArrayId::masked, item, head});
            return filled_rows(masked.shape(), trial.rows(ArrayId::A), [&](Index i, Index j) {
                const Shared& shared = groups.at(i, j);
                if (shared.largest == nothing_yet)
                    return even ? 1 / shared.cells : std::numeric_limits<double>::quiet_NaN();
                return std::exp(static_cast<double>(masked(i, j)) - shared.largest) / shared.sum;
            });
        };
    };
    attempt_shares(trial, shares(false));
    if (shared_out.any_is_hidden())
        attempt_shares(trial, shares(true));
}

bool has_softmax(const Trace& trace) {
    return trace.has(ArrayId::masked) && trace.has(ArrayId::exp) && trace.has(ArrayId::A);
}

/// Another stage in the place of A.
void try_instead_of_A(Trial& trial, ArrayId stage) {
    const Trace& correct = trial.correct();
    if (has_softmax(correct))
        attempt_shares(trial, [&](Index item, Index head) { return trial.correct_rows({stage, item, head}); });
}

} // namespace

void softmax_over_columns(Trial& trial) {
    try_groups(trial, Axes::column);
}
void softmax_over_heads(Trial& trial) {
    try_groups(trial, Axes::heads);
}
void softmax_over_items(Trial& trial) {
    try_groups(trial, Axes::items);
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
    if (!has_softmax(correct) || !correct.has(ArrayId::scaled) || !correct.has(ArrayId::mask))
        return;
    Layer unmasked = trial.layer();
    unmasked.mask = {};
    const auto without = trial.compute(unmasked, ArrayId::A, trial.rows(ArrayId::A));
    if (!without)
        return;
    attempt_shares(trial, [&](Index item, Index head) {
        const IndexRange rows = trial.rows(ArrayId::A);
        const Matrix shares = without->compute_rows_uncached({ArrayId::A, item, head}, rows);
        const Matrix mask = correct.compute_uncached({ArrayId::mask, item, head});
        return filled_rows(shares.shape(), rows,
                           [&](Index i, Index j) { return mask(i, j) == minus_infinity ? 0 : shares(i, j); });
    });
}

void apply_softmax_twice(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!has_softmax(correct))
        return;
    const auto first = [&](Index item, Index head) { return trial.correct_rows({ArrayId::A, item, head}); };
    const auto twice =
        trial.compute(with_given(trial.layer(), trial, ArrayId::masked, first), ArrayId::A, trial.rows(ArrayId::A));
    if (!twice)
        return;
    attempt_shares(trial, [&](Index item, Index head) {
        return twice->compute_rows_uncached({ArrayId::A, item, head}, trial.rows(ArrayId::A));
    });
}

void leave_out_softmax(Trial& trial) {
    try_instead_of_A(trial, ArrayId::masked);
    if (has_softmax(trial.correct())) // hidden scores perhaps as 0, so that values survive
        attempt_shares(trial, [&](Index item, Index head) {
            const Matrix masked = trial.correct_rows({ArrayId::masked, item, head});
            return filled_rows(masked.shape(), trial.rows(ArrayId::A),
                               [&](Index i, Index j) { return masked(i, j) == minus_infinity ? 0 : masked(i, j); });
        });
}

void add_zero_to_softmax(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!has_softmax(correct))
        return;
    attempt_shares(trial, [&](Index item, Index head) {
        const Matrix shares = trial.correct_rows({ArrayId::A, item, head});
        const Matrix largest = trial.correct_rows({ArrayId::row_max, item, head});
        const Matrix sums = trial.correct_rows({ArrayId::row_sum, item, head});
        return filled_rows(shares.shape(), trial.rows(ArrayId::A), [&](Index i, Index j) {
            const auto sum = static_cast<double>(sums(i, 0));
            return static_cast<double>(shares(i, j)) * sum / (sum + std::exp(-static_cast<double>(largest(i, 0))));
        });
    });
}

void average_over_heads(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::A) || trial.sizes().H == 1)
        return;
    const IndexRange rows = trial.rows(ArrayId::A);
    std::vector<Matrix> means; // of each item
    for (Index item = 0; item < trial.sizes().B; ++item) {
        std::vector<Matrix> heads;
        for (Index head = 0; head < trial.sizes().H && trial.looks_at(item); ++head)
            heads.push_back(trial.correct_rows({ArrayId::A, item, head}));
        means.push_back(heads.empty() ? Matrix() : filled_rows(heads.front().shape(), rows, [&](Index i, Index j) {
            double sum = 0;
            for (const Matrix& head : heads)
                sum += static_cast<double>(head(i, j));
            return sum / static_cast<double>(heads.size());
        }));
    }
    attempt_shares(trial, [&](Index item, Index) { return means[static_cast<std::size_t>(item)]; });
}

void leave_out_division(Trial& trial) {
    try_instead_of_A(trial, ArrayId::exp);
    const Trace& correct = trial.correct();
    if (has_softmax(correct))
        attempt_shares(trial, [&](Index item, Index head) {
            const Matrix masked = trial.correct_rows({ArrayId::masked, item, head});
            return filled_rows(masked.shape(), trial.rows(ArrayId::A),
                               [&](Index i, Index j) { return std::exp(masked(i, j)); });
        });
}

void overflow(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!has_softmax(correct))
        return;
    attempt_shares(trial, [&](Index item, Index head) {
        const Matrix masked = trial.correct_rows({ArrayId::masked, item, head});
        const IndexRange rows = trial.rows(ArrayId::A);
        std::vector<float> sums;
        for (Index i = rows.first; i < rows.last; ++i) {
            float sum = 0;
            for (const float value : masked.row(i))
                sum += std::exp(value);
            sums.push_back(sum);
        }
        return filled_rows(masked.shape(), rows, [&](Index i, Index j) {
            return std::exp(masked(i, j)) / sums[static_cast<std::size_t>(i - rows.first)];
        });
    });
}

void transpose_A(Trial& trial) {
    const Trace& correct = trial.correct();
    const ArrayId values = correct.recipe(ArrayId::O).operands[1].array;
    if (!correct.has(ArrayId::A) || !correct.has(values) || trial.sizes().S_q != trial.sizes().S_k)
        return;
    trial.attempt(with_given(trial.layer(), trial, ArrayId::O, [&](Index item, Index head) {
        return product_of(correct.compute_uncached({ArrayId::A, item, head}).transposed(),
                          correct.compute_uncached({values, item, head}), trial.rows(ArrayId::O));
    }));
}

} // namespace attn
