#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

// What tests/fuzz does with checkpoints: finds layers by the names and shapes of tensors, and asks a config.json what
// it says of one. Each returns the message of what was refused; nothing after success.

/// "layer.q_proj.weight 4 4": a line for each tensor.
std::optional<std::string> read_as_tensor_names(const std::string& file);
std::optional<std::string> read_as_config(const std::string& file);

/// Files to begin with.
std::vector<std::string> tensor_name_seeds();
std::vector<std::string> config_seeds();

} // namespace attn
