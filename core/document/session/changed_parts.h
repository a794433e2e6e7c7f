#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Layer;

/// The parts of a layer that the user changed, by name: "W_Q/1" (a head's weights), "b_O", "E", "P", "tokens", "mask",
/// "scale", "heads" (switched on or off), "context", and the array of a pin, "A/1". Consequences are not listed.
std::vector<std::string> changed_parts(const Layer& now, const Layer& then);

/// True if `allowed` names the part: itself, or its array with all heads ("W_Q" for "W_Q/1").
bool is_part_of(std::string_view part, std::string_view allowed);

} // namespace attn
