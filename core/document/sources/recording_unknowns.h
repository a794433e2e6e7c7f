#pragma once

#include "core/model/layer.h"

#include <optional>
#include <string>

namespace attn {

/// What a person knows of recorded stages that no file of stages tells.
struct RecordingOptions {
    std::optional<float> scale{};
    std::optional<float> soft_cap{}; ///< 0: none
    std::optional<bool> causal{};
};

/// What is known of the layer beside its recorded stages, from a person or from the numbers themselves.
struct KnownOfRecording {
    bool scale = false;
    bool soft_cap = false;
    bool mask = false;
    bool bias = false;
    std::string scale_in_words{}; ///< "with a scale of 1"; empty: as it usually is
    std::string bias_in_words{};  ///< "with a bias b_O"; empty: there is none
};

/// Sets what recorded numbers themselves tell of a layer that has no weights: the factor between scores and scaled, a
/// bias that is the same in each row of Y, heads that are off.
KnownOfRecording conclude(Layer& layer, const RecordingOptions& options);

/// What neither the file nor a person says, and the stage depends on where it is made from the other recorded ones:
/// "the scale", "the mask and the cap"; empty where it depends on nothing of the kind.
std::string unknowns_of(const Layer& layer, ArrayId stage, const KnownOfRecording& known);

} // namespace attn
