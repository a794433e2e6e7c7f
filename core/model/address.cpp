#include "core/model/address.h"

#include "core/model/arrays.h"

namespace attn {

Addresses::Addresses(const Layer& layer, const Sizes& sizes)
    : layer_(layer.number), heads_(sizes.H), queries_per_kv_(sizes.queries_per_kv) {
    const Extent mask = mask_extent(layer, sizes);
    for (Index i = 0; i < array_count; ++i)
        add(static_cast<ArrayId>(i), sizes, mask);
}

void Addresses::add(ArrayId array, const Sizes& sizes, const Extent& mask) {
    Row& row = rows_[place_of(array)];
    row.is_of_block = attn::row_of(array).part == ModelPart::block;
    row.heads = heads_of(array);
    if (attn::row_of(array).items == PerItem::as_mask) {
        row.heads = mask.heads > 1 ? Heads::each : Heads::none;
        row.extent = mask;
        return;
    }
    row.extent.items = attn::row_of(array).items == PerItem::each ? sizes.B : 1;
    row.extent.heads = row.heads == Heads::none ? 1 : row.heads == Heads::kv ? sizes.H_kv() : sizes.H;
}

bool Addresses::has(Address slot) const {
    return slot.item >= 0 && slot.item < extent(slot.array).items && slot.head >= 0 && slot.head < heads_ &&
           slot.layer == layer_of(slot.array) && slot == canonical(slot);
}

std::vector<Address> Addresses::slots(ArrayId array) const {
    const Index items = extent(array).items;
    const std::vector<Index> own = heads(array);
    std::vector<Address> slots;
    slots.reserve(static_cast<std::size_t>(items) * own.size());
    for (Index item = 0; item < items; ++item)
        for (const Index head : own)
            slots.emplace_back(layer_of(array), array, item, head);
    return slots;
}

std::vector<Index> Addresses::heads(ArrayId array) const {
    const Index count = extent(array).heads;
    std::vector<Index> heads;
    heads.reserve(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i)
        heads.push_back(nth_head(array, i));
    return heads;
}

} // namespace attn
