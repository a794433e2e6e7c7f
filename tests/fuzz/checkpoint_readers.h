#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

// Fuzzed readers of checkpoints: they find layers by names and shapes of tensors, and read the settings of one from a
// config.json. Each returns the message of an error, or nothing after success.

/// Finds layers from lines such as "layer.q_proj.weight 4 4", one for each tensor.
std::optional<std::string> read_as_tensor_names(const std::string& file);
std::optional<std::string> read_as_config(const std::string& file);

/// The files from which fuzzing starts.
std::vector<std::string> tensor_name_seeds();
std::vector<std::string> config_seeds();

} // namespace attn
