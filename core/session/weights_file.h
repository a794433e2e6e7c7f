#pragma once

#include "core/attention/layer.h"
#include "core/attention/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// The weights of one layer.
struct LayerWeights {
    std::vector<HeadWeights> heads;
    Matrix b_O;
};

/// What a weights file is asked for.
struct WeightsRequest {
    std::filesystem::path path; ///< .npz or .safetensors
    std::string layer;          ///< what the names of the arrays begin with; may be empty
    Index heads = 1;
    Index width = 0;         ///< D
    Index context_width = 0; ///< D_c: D where there is no context
};

/// Reads W_Q W_K (D x H·d_k), W_V (D x H·d_v), W_O (H·d_v x D), b_Q b_K b_V b_O if they are there; or PyTorch's
/// in_proj_weight (or q_proj_weight, k_proj_weight, v_proj_weight), in_proj_bias, out_proj.weight, out_proj.bias, which
/// are transposed. Head h owns columns h·d_k …; they stay views of the packed matrix. The message names the file, the
/// array, its shape and the one expected.
Result<LayerWeights> read_weights(const WeightsRequest& request);

} // namespace attn
