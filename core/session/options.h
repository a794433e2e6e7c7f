#pragma once

#include "core/model/layer.h"

#include <array>
#include <string>
#include <string_view>

namespace attn {

/// The notations that a session may name.
constexpr std::array<std::string_view, 7> notation_names{"default", "d_h", "paper", "illustrated", "Txd", "nxd", "sum"};

/// "default, d_h, paper …", for messages.
std::string notation_list();

/// The same scale in the one way in which sessions store it: a value of 1 is `one`, and `value` is 1 where it does
/// not count.
Scale plain_scale(Scale scale);

} // namespace attn
