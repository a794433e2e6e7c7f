#pragma once

#include "core/checkpoint/model_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>

namespace attn {

/// The parts of a block around attention (norms, MLP, residual stream), from the kind of model and its config.json.
struct AroundConfig {
    AroundAttention kind; ///< the kind's row, changed where config.json differs
    bool is_parallel = false;
    std::string activation_name;
    std::optional<Activation> activation; ///< `nullopt`: the activation is not computed
    float residual_factor = 1;            ///< factor of Y and mlp_Y before they are added
    float logit_factor = 1;
    float logit_cap = 0;        ///< 0: none
    Index layers = 0;           ///< number of layers; 0: unknown
    std::string other_stream{}; ///< a way in which the residual stream differs and that is not computed; mostly empty
};

/// The parts of a layer's block around attention. Fails if a value in config.json is impossible, such as a negative
/// factor.
Result<AroundConfig> around_config(const ModelConfig& model, const FoundLayer& layer);

} // namespace attn
