#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace attn {

/// How a matrix of weights lies in a file.
enum class Orientation : std::uint8_t {
    inputs_by_outputs, ///< as Y = X W has it
    outputs_by_inputs, ///< as PyTorch's nn.Linear has it: transposed on reading
    told_by_shape      ///< one or the other: what packs three outputs has a side that is longer
};

/// How queries, keys and values lie in the outputs of one tensor.
enum class Packing : std::uint8_t {
    one_behind_the_other, ///< all queries, all keys, all values
    by_head,              ///< query, key and value of the first head, then of the next
    by_group              ///< of each group of heads that share them: the queries, the key, the value
};

/// The names and the orientation of one kind of attention layer. Names stand behind the layer's own; queries, keys and
/// values that have one name are packed into one tensor. Biases may be missing.
struct Family {
    std::string_view title;
    Orientation orientation = Orientation::outputs_by_inputs;
    std::string_view query{}, key{}, value{}, output{};
    std::string_view query_bias{}, key_bias{}, value_bias{}, output_bias{};
    /// Whether models of several kinds have these names: mask and rotary positions do not follow from them.
    bool is_of_many_models = true;
    /// Whether only the model's kind tells how queries, keys and values are packed.
    bool is_packed_as_model_says = false;
    /// Whether its tensors may have an axis of heads, which comes first, as TransformerLens has them.
    bool may_have_heads_first = false;
    std::string_view refused{}; ///< why a layer with the tensor `query` is not opened; mostly empty

    bool is_packed() const { return query == key; }
};

/// All families; the first that fits a layer is meant.
std::span<const Family> families();

} // namespace attn
