#pragma once

#include "core/model/layer.h"

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// "n = 4 tokens, width d = 8, h = 2 heads, of width d_k = 4": a layer's lengths, each as `written` writes its symbol
/// and its value.
std::string words_of_lengths(const Sizes& sizes, const std::function<std::string(std::string_view, Index)>& written);

} // namespace attn
