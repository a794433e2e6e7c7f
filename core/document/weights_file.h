#pragma once

#include "core/checkpoint/layer_weights.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>

namespace attn {

/// What a file of weights is asked for.
struct WeightsRequest {
    std::filesystem::path path;
    std::string layer; ///< as choose_layer has it; empty: the only one
    Index heads = 1;
    Index width = 0;         ///< D
    Index context_width = 0; ///< D_c: D where there is no context
};

/// The weights of one layer of any family, for an input of known widths. The message names the file, the tensor, its
/// shape and the one expected.
Result<LayerWeights> read_weights(const WeightsRequest& request);

} // namespace attn
