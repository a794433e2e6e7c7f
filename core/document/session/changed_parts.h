#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Layer;

/// What somebody changed of a layer, by name: "W_Q/1" (a head's weights), "b_O", "E", "P", "tokens", "mask", "scale",
/// "heads" (which of them are on), "context", and the array of a pin, "A/1". What follows from it is not named.
std::vector<std::string> changed_parts(const Layer& now, const Layer& then);

/// Whether the part is allowed by a name: itself, or its array with all heads ("W_Q" for "W_Q/1").
bool is_part_of(std::string_view part, std::string_view allowed);

} // namespace attn
