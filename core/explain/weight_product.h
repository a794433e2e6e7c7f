#pragma once

#include <cstdint>

namespace attn {

/// A product of a head's weights: W_Q W_Kᵀ, what it asks of whom, or W_V W_O, what it writes for what it reads.
/// (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits", sections on QK and OV circuits)
enum class WeightProduct : std::uint8_t { asking, writing };

/// What has an amount of a product's direction: a word as query or as key, of W_Q W_Kᵀ; a word that is read or a number
/// of the output, of W_V W_O.
enum class DirectionRole : std::uint8_t { query, key, value, output };

} // namespace attn
