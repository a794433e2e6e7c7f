#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// The order of the two axes of a weight matrix in a file.
enum class Orientation : std::uint8_t {
    inputs_by_outputs, ///< rows are inputs, as in Y = X W
    outputs_by_inputs, ///< rows are outputs, as in PyTorch's nn.Linear; transposed on reading
    told_by_shape      ///< not fixed: either order, which the shape shows, since a tensor with three outputs packed
                       ///< together has a longer side
};

/// The order of queries, keys and values in the outputs of one packed tensor.
enum class Packing : std::uint8_t {
    one_behind_the_other, ///< all queries, all keys, all values
    by_head,              ///< query, key, value of the first head, then of the next
    by_group              ///< the queries, the key and the value of each group of heads that share keys
};

/// A packing, and its name on the command line.
struct PackingName {
    Packing value{};
    std::string_view name{};
};
inline constexpr std::array packing_names{PackingName{Packing::one_behind_the_other, "stacked"},
                                          PackingName{Packing::by_head, "by-head"},
                                          PackingName{Packing::by_group, "by-group"}};

/// The user's statements about a model whose files do not contain the information.
struct KindSaid {
    std::string like{};               ///< a known kind, or a .json file that describes one; empty: not said
    std::optional<Packing> packing{}; ///< packing of queries, keys and values in one tensor; nullopt: not said
    std::string names{};              ///< names of the tensors: "q=attn.Wq k=attn.Wk v=attn.Wv o=proj"; empty: not said
    bool operator==(const KindSaid&) const = default;
};

/// The axis of heads in a tensor of three axes. For output weights it is always the first.
enum class HeadAxis : std::uint8_t {
    none,
    first, ///< heads x inputs x outputs of one head, as in TransformerLens
    second ///< inputs x heads x outputs of one head, as in Flax
};

/// A kind of attention layer, recognised by the names of its tensors, and the orientation of its matrices. A tensor's
/// full name is the layer's name followed by a name here. Queries, keys and values with the same name are packed into
/// one tensor. Biases may be missing.
struct Family {
    std::string_view title;
    Orientation orientation = Orientation::outputs_by_inputs;
    std::string_view query{}, key{}, value{}, output{};
    std::string_view query_bias{}, key_bias{}, value_bias{}, output_bias{};
    /// True if models of several kinds use these names, so that the names do not determine mask and rotary positions.
    bool is_of_many_models = true;
    /// True if only the model's kind determines how queries, keys and values are packed.
    bool is_packed_as_model_says = false;
    /// The axis of heads in tensors of three axes; tensors without such an axis are read as well.
    HeadAxis head_axis = HeadAxis::none;
    /// True if each head has tensors of its own, with the head's number in their names. The names here are those of
    /// head 0.
    bool has_tensors_of_heads = false;
    /// True if the names are so common that a layer is recognised only if all four tensors exist.
    bool needs_all = false;
    bool reads_other = false;   ///< true: keys and values are always computed from another sequence
    std::string_view refused{}; ///< the reason why a layer with the tensor `query` cannot be opened; empty for most
                                ///< families

    /// True if queries, keys and values are packed into one tensor.
    bool is_packed() const { return query == key && key == value; }
    /// True if keys and values are packed into one tensor, and queries have their own.
    bool has_packed_keys() const { return query != key && key == value; }
    bool is_refused() const { return !refused.empty(); }
};

/// Returns all families. A layer belongs to the first family that matches.
std::span<const Family> families();

} // namespace attn
