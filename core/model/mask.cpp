#include "core/model/mask.h"

#include "core/model/overrides.h"

#include "core/tensor/cellwise.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace attn {

namespace {

/// The given mask of an item and head; empty if none is given.
Matrix given_mask(const Layer& layer, Index item, Index head) {
    const auto& given = layer.mask.given;
    if (given.empty())
        return {};
    if (given.size() == 1)
        return given.front();
    const auto items = layer.sequence.item_count();
    if (static_cast<Index>(given.size()) == items)
        return given[static_cast<std::size_t>(item)];
    const auto heads = static_cast<Index>(layer.heads.size());
    return given[static_cast<std::size_t>(item * heads + head)];
}

/// True if the key is [pad] and pad tokens are hidden.
bool is_padding(const Layer& layer, Index item, Index key) {
    return layer.mask.pad_tokens &&
           key_sequence(layer).items[static_cast<std::size_t>(item)][static_cast<std::size_t>(key)] == pad_token;
}

Matrix padding_row(const Layer& layer, Index item) {
    const auto& padding = layer.mask.padding;
    return padding.empty() ? Matrix() : padding[static_cast<std::size_t>(item)];
}

void hide_by_place(const Mask& mask, View result) {
    for (Index i = 0; i < result.rows; ++i)
        for (Index j = 0; j < result.columns; ++j)
            if ((mask.causal && j > i) || (mask.window > 0 && std::abs(i - j) >= mask.window))
                result(i, j) = minus_infinity;
}

} // namespace

bool has_mask(const Layer& layer) {
    const Mask& mask = layer.mask;
    return mask.causal || mask.pad_tokens || mask.window > 0 || !mask.painted.empty() || !mask.padding.empty() ||
           !mask.given.empty() || is_overridden(layer, ArrayId::mask);
}

void fill_mask(const Layer& layer, Index item, Index head, View mask) {
    for (Index i = 0; i < mask.rows; ++i)
        std::ranges::fill(mask.row(i), 0.0F);
    hide_by_place(layer.mask, mask);
    for (Index j = 0; j < mask.columns; ++j)
        if (is_padding(layer, item, j))
            for (Index i = 0; i < mask.rows; ++i)
                mask(i, j) = minus_infinity;
    if (const Matrix padding = padding_row(layer, item); !padding.empty())
        add_to_rows(padding, mask);
    if (!layer.mask.painted.empty())
        add(layer.mask.painted, mask);
    if (const Matrix given = given_mask(layer, item, head); !given.empty())
        add(given, mask);
}

bool same_mask(const Layer& before, const Layer& after, Address slot) {
    const Mask& old = before.mask;
    const Mask& now = after.mask;
    const auto item = static_cast<std::size_t>(slot.item);
    return old.causal == now.causal && old.window == now.window && old.pad_tokens == now.pad_tokens &&
           old.painted.is_same_as(now.painted) &&
           padding_row(before, slot.item).is_same_as(padding_row(after, slot.item)) &&
           given_mask(before, slot.item, slot.head).is_same_as(given_mask(after, slot.item, slot.head)) &&
           (!now.pad_tokens || key_sequence(before).items[item] == key_sequence(after).items[item]);
}

} // namespace attn
