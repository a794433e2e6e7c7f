#pragma once

#include <cstdint>

namespace attn {

/// A product of a head's weights. asking: W_Q W_Kᵀ, which determines its scores; writing: W_V W_O, which determines its
/// output. (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits", sections on QK and OV circuits)
enum class WeightProduct : std::uint8_t { asking, writing };

} // namespace attn
