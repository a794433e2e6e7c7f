#pragma once

#include "core/model/layer.h"

#include <iterator>

namespace attn {

// The given matrices and pins of an array. They are neighbours in the layer's maps, so the rest of the maps is not
// searched.

/// A range of neighbouring entries in a map.
template <class Map>
struct Entries {
    typename Map::const_iterator first;
    typename Map::const_iterator last;

    auto begin() const { return first; }
    auto end() const { return last; }
    bool empty() const { return first == last; }
    Index count() const { return std::distance(first, last); }
};

/// The entries of an array in a map whose keys begin with the layer and the array.
template <class Map>
Entries<Map> entries_of(const Map& map, Index layer, ArrayId array) {
    const auto next = static_cast<ArrayId>(static_cast<Index>(array) + 1);
    return {map.lower_bound({layer, array}), map.lower_bound({layer, next})};
}

/// The given matrices of an array, in the order of items, then heads.
inline auto given_of(const Layer& layer, ArrayId array) {
    return entries_of(layer.given, layer.number, array);
}

/// The pins of an array, in the order of their cells.
inline auto pins_of(const Layer& layer, ArrayId array) {
    return entries_of(layer.pins, layer.number, array);
}

/// True if a matrix or cell of the array is given or pinned.
inline bool is_overridden(const Layer& layer, ArrayId array) {
    return !given_of(layer, array).empty() || !pins_of(layer, array).empty();
}

} // namespace attn
