#pragma once

#include "core/checkpoint/model_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>

namespace attn {

/// Settings of the parts of a block around attention (norms, MLP, residual stream), from the kind of model and its
/// config.json.
struct AroundConfig {
    AroundAttention kind; ///< the row of the model's kind, changed where config.json says otherwise
    bool is_parallel = false;
    std::string activation_name;
    std::optional<Activation> activation; ///< nullopt: the model's activation function is not computed here
    float residual_factor = 1;            ///< factor of Y and of the MLP's output before they are added to the residual
                                          ///< stream
    float logit_factor = 1;
    float logit_cap = 0;        ///< soft cap of the logits; 0: none
    Index layers = 0;           ///< number of layers; 0: unknown
    std::string other_stream{}; ///< describes how the residual stream differs from what is computed here; empty for
                                ///< most models
};

/// Returns the settings of the parts of a layer's block around attention. Fails if a value in config.json is
/// impossible, such as a negative factor.
Result<AroundConfig> around_config(const ModelConfig& model, const FoundLayer& layer);

} // namespace attn
