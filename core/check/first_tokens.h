#pragma once

#include "core/model/layer.h"

#include <optional>

namespace attn {

/// The layer of the first tokens alone, where these read none that follow them: a small part of the work, with the same
/// numbers. None where later tokens may be read, or where what is given instead of computed may hold them.
std::optional<Layer> first_tokens_alone(const Layer& layer, Index tokens);

} // namespace attn
