#pragma once

#include "core/figure/display_list.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What is on the screen in one frame, and what its named parts say.
struct Scene {
    DisplayList list;
    /// What fields, formulas and readings say, by target name; tests and scripts read it.
    std::map<std::string, std::string, std::less<>> values;
};

/// Something on the screen that can be named, pointed at and read.
struct ShownTarget {
    std::string name;  ///< "cell:A/1[5,2]", "action:undo", "token:3", "field:temperature", "inspector.value"
    Box box;           ///< logical pixels of the window
    std::string value; ///< what it says; may be empty
};

/// Everything that can be named now, each name once. Of images with many cells only the first cell is listed.
std::vector<ShownTarget> shown_targets(const Scene& scene, const Typesetter& typesetter);

/// The target of that name, if some of it can be hit by the mouse, or if it only says something.
/// `item` is meant by cell names that have none.
std::optional<ShownTarget> find_target(const Scene& scene, std::string_view name, Index item,
                                       const Typesetter& typesetter);

/// What is seen of a thing of that name, whether or not a menu lies over it; a * stands for any end.
std::optional<ShownTarget> seen_target(const Scene& scene, std::string_view name, Index item,
                                       const Typesetter& typesetter);

} // namespace attn
