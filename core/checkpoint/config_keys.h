#pragma once

#include <string_view>

namespace attn {

/// Whether a key of config.json is read by layer_config, or says nothing of an attention layer.
bool is_known_config_key(std::string_view key);

} // namespace attn
