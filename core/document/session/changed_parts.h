#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Layer;

/// The parts of a layer that the user changed: "W_Q/1" (a weight of a head), "b_O", "E", "P", "tokens", "mask",
/// "scale", "heads" (switched on or off), "context", and the array of a pin, "A/1". Arrays that changed as a
/// consequence are not listed.
std::vector<std::string> changed_parts(const Layer& now, const Layer& then);

/// True if `allowed` includes the part: "W_Q/1" includes only itself, "W_Q" includes all heads.
bool is_part_of(std::string_view part, std::string_view allowed);

} // namespace attn
