#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace attn {

/// Returns the noun as it is written after a count: "token" after 1, "tokens" after 0 and 3. `several` is the plural if
/// it is not the noun with an s.
template <std::integral Count>
std::string noun_for(Count count, std::string_view noun, std::string_view several = {}) {
    if (count == 1)
        return std::string(noun);
    return several.empty() ? std::string(noun) + "s" : std::string(several);
}

} // namespace attn
