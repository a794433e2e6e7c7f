#pragma once

#include "core/model/options.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// What the config.json beside a model says of its attention layers.
struct ModelConfig {
    std::string name; ///< the file, for messages; empty where there is none
    std::string model_type;
    Index heads = 0;                    ///< 0: not said
    Index key_value_heads = 0;          ///< 0: not said
    Index window = 0;                   ///< keys that a query may read back to; 0: all
    float norm_epsilon = 0;             ///< 0: not said
    std::vector<OptionSetting> options; ///< that it has otherwise than usual
    std::string remark;                 ///< what it asks for and is not computed; mostly empty
};

/// Reads config.json in the folder; a folder without one says nothing. Keys that do not matter here are passed over.
Result<ModelConfig> read_model_config(const std::filesystem::path& folder);

} // namespace attn
