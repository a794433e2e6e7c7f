#pragma once

#include <cstdint>

namespace attn {

/// A product of a head's weights: asking is W_Q W_Kᵀ, which makes its scores; writing is W_V W_O, which makes its
/// output. (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits", sections on QK and OV circuits)
enum class WeightProduct : std::uint8_t { asking, writing };

} // namespace attn
