#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"

#include <array>
#include <vector>

namespace attn {

/// The head at whose address a matrix is stored: 0 if the array has no heads, else the first of the heads that share
/// the matrix.
constexpr Index canonical_head(Heads heads, Index queries_per_kv, Index head) {
    return heads == Heads::none ? 0 : heads == Heads::kv ? head - head % queries_per_kv : head;
}

/// The matrices that a layer has, and the address of each.
///
/// One matrix may have several addresses: heads 1 and 2 that share keys have one K, and P is the same for all items.
/// The canonical address has layer 0 for arrays of the model's input or output, item 0 if all items share the matrix,
/// and the first of the heads that share it (head 0 if all do). The trace, files, given matrices and pins use canonical
/// addresses only.
class Addresses {
public:
    /// The addresses of no layer; none is valid.
    Addresses() = default;
    Addresses(const Layer& layer, const Sizes& sizes);
    explicit Addresses(const Layer& layer) : Addresses(layer, sizes_of(layer)) {}

    /// The number of items and heads that have a matrix of their own: {B, H} for scores, {B, H_kv} for K, {1, 1} for P,
    /// {1, H} for W_Q. The mask's depends on the layer.
    const Extent& extent(ArrayId array) const { return row_of(array).extent; }

    Address canonical(Address slot) const {
        const Row& row = row_of(slot.array);
        return {row.is_of_block ? slot.layer : 0, slot.array, row.extent.items == 1 ? 0 : slot.item,
                canonical_head(row.heads, queries_per_kv_, slot.head)};
    }
    CellId canonical(CellId cell) const {
        const Row& row = row_of(cell.array);
        cell.layer = row.is_of_block ? cell.layer : 0;
        cell.item = row.extent.items == 1 ? 0 : cell.item;
        cell.head = canonical_head(row.heads, queries_per_kv_, cell.head);
        return cell;
    }

    /// True if `slot` is the canonical address of a matrix, provided that the layer has the array.
    bool has(Address slot) const;

    /// The layer in the canonical addresses of the array: 0 for arrays of the model's input and output.
    Index layer_of(ArrayId array) const { return row_of(array).is_of_block ? layer_ : 0; }

    /// The array's canonical addresses, item by item and head by head.
    std::vector<Address> slots(ArrayId array) const;

    /// The head of the array's matrix number `number`, counted from 0 in the order of matrices in files.
    Index nth_head(ArrayId array, Index number) const {
        return row_of(array).heads == Heads::kv ? number * queries_per_kv_ : number;
    }
    /// The heads in the array's canonical addresses: 0, 2, 4 … if two heads share a matrix.
    std::vector<Index> heads(ArrayId array) const;

    bool operator==(const Addresses&) const = default;

private:
    struct Row {
        bool is_of_block = true;
        Heads heads{};
        Extent extent;
        bool operator==(const Row&) const = default;
    };
    static std::size_t place_of(ArrayId array) { return static_cast<std::size_t>(array); }
    const Row& row_of(ArrayId array) const { return rows_[place_of(array)]; }
    void add(ArrayId array, const Sizes& sizes, const Extent& mask);

    std::array<Row, static_cast<std::size_t>(stage_count + parameter_count)> rows_{};
    Index layer_ = 0;
    Index heads_ = 0;
    Index queries_per_kv_ = 1;
};

} // namespace attn
