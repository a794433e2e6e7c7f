#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// The orientation of a matrix of weights in a file.
enum class Orientation : std::uint8_t {
    inputs_by_outputs, ///< as in Y = X W
    outputs_by_inputs, ///< as in PyTorch's nn.Linear; transposed on reading
    told_by_shape      ///< either: a tensor with three outputs packed together has a longer side
};

/// The order of queries, keys and values in the outputs of one packed tensor.
enum class Packing : std::uint8_t {
    one_behind_the_other, ///< all queries, all keys, all values
    by_head,              ///< query, key, value of the first head, then of the next
    by_group              ///< for each group of heads that share keys: their queries, the key, the value
};

/// A packing's name on the command line.
struct PackingName {
    Packing value{};
    std::string_view name{};
};
inline constexpr std::array packing_names{PackingName{Packing::one_behind_the_other, "stacked"},
                                          PackingName{Packing::by_head, "by-head"},
                                          PackingName{Packing::by_group, "by-group"}};

/// The user's statements about a model whose files do not say it.
struct KindSaid {
    std::string like{};               ///< a known kind, or a .json file that describes one; empty: not said
    std::optional<Packing> packing{}; ///< of queries, keys and values in one tensor
    std::string names{};              ///< of the tensors: "q=attn.Wq k=attn.Wk v=attn.Wv o=proj"
    bool operator==(const KindSaid&) const = default;
};

/// The place of the axis of heads in tensors of three axes. Output weights always have it first.
enum class HeadAxis : std::uint8_t {
    none,
    first, ///< heads x inputs x outputs of one head, as in TransformerLens
    second ///< inputs x heads x outputs of one head, as in Flax
};

/// A kind of attention layer, known by the names of its tensors, and their orientation. Names stand behind the layer's
/// own name. Queries, keys and values with the same name are packed into one tensor. Biases may be missing.
struct Family {
    std::string_view title;
    Orientation orientation = Orientation::outputs_by_inputs;
    std::string_view query{}, key{}, value{}, output{};
    std::string_view query_bias{}, key_bias{}, value_bias{}, output_bias{};
    /// True if models of several kinds use these names, so that mask and rotary positions do not follow from them.
    bool is_of_many_models = true;
    /// True if only the model's kind tells how queries, keys and values are packed.
    bool is_packed_as_model_says = false;
    /// The axis of heads that tensors may have; tensors without it are read as well.
    HeadAxis head_axis = HeadAxis::none;
    /// True if each head has tensors of its own, named by its number. The names here are those of head 0.
    bool has_tensors_of_heads = false;
    /// True if the names are so common that a layer counts only if all four tensors are there.
    bool needs_all = false;
    bool reads_other = false;   ///< keys and values always come from another sequence
    std::string_view refused{}; ///< the reason why a layer with the tensor `query` cannot be opened; mostly empty

    /// True if queries, keys and values stand in one tensor.
    bool is_packed() const { return query == key && key == value; }
    /// True if keys and values stand in one tensor, and queries in their own.
    bool has_packed_keys() const { return query != key && key == value; }
    bool is_refused() const { return !refused.empty(); }
};

/// All families. A layer belongs to the first one that fits.
std::span<const Family> families();

} // namespace attn
