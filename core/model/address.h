#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"

#include <array>
#include <vector>

namespace attn {

/// The head under which the matrix of a head stands: 0 where there are no heads, of heads that share one the first.
constexpr Index canonical_head(Heads heads, Index queries_per_kv, Index head) {
    return heads == Heads::none ? 0 : heads == Heads::kv ? head - head % queries_per_kv : head;
}

/// Which matrices a layer has, and under which address each of them stands. Nothing else decides it.
///
/// One matrix may have several addresses: heads 1 and 2 that share keys have one K, and P is the same for all items.
/// Its canonical one has item 0 where all items are alike, head 0 where all heads are, and the first head of those that
/// share it. What is given and pinned, the trace and files know only this one.
class Addresses {
public:
    /// Of no layer.
    Addresses() = default;
    Addresses(const Layer& layer, const Sizes& sizes);
    explicit Addresses(const Layer& layer) : Addresses(layer, sizes_of(layer)) {}

    /// For how many items and heads the array has a matrix of its own: {B, H} for scores, {B, H_kv} for K, {1, 1} for
    /// P, {1, H} for W_Q. Of the mask as the layer says.
    const Extent& extent(ArrayId array) const { return row_of(array).extent; }

    Address canonical(Address slot) const {
        const Row& row = row_of(slot.array);
        return {slot.array, row.extent.items == 1 ? 0 : slot.item,
                canonical_head(row.heads, queries_per_kv_, slot.head), slot.layer};
    }
    CellId canonical(CellId cell) const {
        const Row& row = row_of(cell.array);
        cell.item = row.extent.items == 1 ? 0 : cell.item;
        cell.head = canonical_head(row.heads, queries_per_kv_, cell.head);
        return cell;
    }

    /// Whether it is the canonical address of a matrix, if the array exists.
    bool has(Address slot) const;

    /// The array's canonical slots, item by item and head by head.
    std::vector<Address> slots(ArrayId array) const;

    /// The head under which the array's matrix with this number stands, in files where they stand one behind the other.
    Index nth_head(ArrayId array, Index number) const {
        return row_of(array).heads == Heads::kv ? number * queries_per_kv_ : number;
    }
    /// The heads under which an array's matrices stand: 0, 2, 4 … where two heads share one.
    std::vector<Index> heads(ArrayId array) const;

    bool operator==(const Addresses&) const = default;

private:
    struct Row {
        Heads heads{};
        Extent extent;
        bool operator==(const Row&) const = default;
    };
    static std::size_t place_of(ArrayId array) { return static_cast<std::size_t>(array); }
    const Row& row_of(ArrayId array) const { return rows_[place_of(array)]; }
    void add(ArrayId array, const Sizes& sizes, const Extent& mask);

    std::array<Row, static_cast<std::size_t>(stage_count + parameter_count)> rows_{};
    Index heads_ = 0;
    Index queries_per_kv_ = 1;
};

} // namespace attn
