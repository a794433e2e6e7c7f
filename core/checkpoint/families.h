#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace attn {

/// How a matrix of weights lies in a file.
enum class Orientation : std::uint8_t {
    inputs_by_outputs, ///< as Y = X W has it
    outputs_by_inputs, ///< as PyTorch's nn.Linear has it: transposed on reading
    told_by_shape      ///< one or the other: what packs three outputs has a side three times as long
};

/// The names and the orientation of one kind of attention layer. Names stand behind the layer's own; queries, keys and
/// values that have one name are packed into one tensor in this order. Biases may be missing.
struct Family {
    std::string_view title;
    Orientation orientation{};
    std::string_view query, key, value, output;
    std::string_view query_bias, key_bias, value_bias, output_bias;
    bool causal = false;                            ///< what such a layer reads is never behind it
    std::array<std::string_view, 2> not_computed{}; ///< further tensors of a layer that change what it computes
    bool is_packed() const { return query == key; }
};

/// All families; the first that fits a layer is meant.
std::span<const Family> families();

} // namespace attn
