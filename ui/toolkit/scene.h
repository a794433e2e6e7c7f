#pragma once

#include "core/figure/display_list.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The items on the screen in one frame, and the values of its named parts.
struct Scene {
    DisplayList list;
    /// The texts of fields, formulas and readings, by target name; read by tests and scripts.
    std::map<std::string, std::string, std::less<>> values;
};

/// Something on the screen that has a name, an area and a text.
struct ShownTarget {
    std::string name;  ///< "cell:A/1[5,2]", "action:undo", "token:3", "field:temperature", "inspector.value"
    Box box;           ///< logical pixels of the window
    std::string value; ///< the text shown; may be empty
};

/// All named targets on the screen, each name once. An image of many cells is listed by its first cell only.
std::vector<ShownTarget> shown_targets(const Scene& scene, const Typesetter& typesetter);

/// The target of that name, if the mouse can hit some of it or if it only has a text. `item` completes names of cells
/// that have no item.
std::optional<ShownTarget> find_target(const Scene& scene, std::string_view name, Index item,
                                       const Typesetter& typesetter);

/// The visible part of a target, even if a menu covers it; a name that ends in * matches any ending.
std::optional<ShownTarget> seen_target(const Scene& scene, std::string_view name, Index item,
                                       const Typesetter& typesetter);

} // namespace attn
