#pragma once

#include "core/model/layer.h"

#include <string>
#include <vector>

namespace attn {

/// What a hand set beside tokens and weights, between two states of a layer.
struct ChangedSettings {
    std::vector<std::string> names; ///< "the mask", "the temperature", "2 pins"
    std::vector<Index> switched_off;
    std::vector<Index> switched_on;
};

ChangedSettings changed_settings(const Layer& before, const Layer& after);

} // namespace attn
