#pragma once

#include <cstdint>

namespace attn {

/// A product of a head's weights: W_Q W_Kᵀ, what it asks of whom, or W_V W_O, what it writes for what it reads.
/// (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits", sections on QK and OV circuits)
enum class WeightProduct : std::uint8_t { asking, writing };

} // namespace attn
