#pragma once

#include <array>
#include <string>
#include <string_view>

namespace attn {

/// The notations that a session may name.
constexpr std::array<std::string_view, 7> notation_names{"default", "d_h", "paper", "illustrated", "Txd", "nxd", "sum"};

/// "default, d_h, paper …", for messages.
std::string notation_list();

} // namespace attn
