#pragma once

#include "core/model/layer.h"

#include <iterator>

namespace attn {

// Given matrices and pins of one array. They are neighbours in the layer's maps, so that nothing else is searched.

/// Neighbouring entries of a map.
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

/// The given matrices of an array, item by item and head by head.
inline auto given_of(const Layer& layer, ArrayId array) {
    return entries_of(layer.given, layer.number, array);
}

/// The pins of an array, in the order of their cells.
inline auto pins_of(const Layer& layer, ArrayId array) {
    return entries_of(layer.pins, layer.number, array);
}

/// True if any number of the array is given or pinned.
inline bool is_overridden(const Layer& layer, ArrayId array) {
    return !given_of(layer, array).empty() || !pins_of(layer, array).empty();
}

} // namespace attn
