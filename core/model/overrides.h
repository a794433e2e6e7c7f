#pragma once

#include "core/model/layer.h"

#include <iterator>

namespace attn {

// What of an array is given and pinned: it stands together, so that nobody need look through all that is.

/// Some entries of a map that follow each other.
template <class Map>
struct Entries {
    typename Map::const_iterator first;
    typename Map::const_iterator last;

    auto begin() const { return first; }
    auto end() const { return last; }
    bool empty() const { return first == last; }
    Index count() const { return std::distance(first, last); }
};

/// Those of an array in a map whose keys begin with it.
template <class Map>
Entries<Map> entries_of(const Map& map, ArrayId array) {
    const auto next = static_cast<ArrayId>(static_cast<Index>(array) + 1);
    return {map.lower_bound({.array = array}), map.lower_bound({.array = next})};
}

/// The matrices that are given, item by item and head by head.
inline auto given_of(const Layer& layer, ArrayId array) {
    return entries_of(layer.given, array);
}

/// The pins, in the order of their cells.
inline auto pins_of(const Layer& layer, ArrayId array) {
    return entries_of(layer.pins, array);
}

/// Whether any of its numbers is given or pinned.
inline bool is_overridden(const Layer& layer, ArrayId array) {
    return !given_of(layer, array).empty() || !pins_of(layer, array).empty();
}

} // namespace attn
