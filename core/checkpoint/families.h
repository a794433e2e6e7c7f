#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

/// Their names, where a user says one.
struct PackingName {
    Packing value{};
    std::string_view name{};
};
inline constexpr std::array packing_names{PackingName{Packing::one_behind_the_other, "stacked"},
                                          PackingName{Packing::by_head, "by-head"},
                                          PackingName{Packing::by_group, "by-group"}};

/// What the user says of a model, where its files do not.
struct KindSaid {
    std::string like{};               ///< the kind whose row is taken, or a .json file with one; empty: not said
    std::optional<Packing> packing{}; ///< of queries, keys and values in one tensor
    bool operator==(const KindSaid&) const = default;
};

/// Where tensors of three axes have that of their heads. Output weights always have it first.
enum class HeadAxis : std::uint8_t {
    none,
    first, ///< heads x inputs x outputs of one, as TransformerLens has them
    second ///< inputs x heads x outputs of one, as Flax has them
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
    /// Where tensors may have an axis of heads; those without it are read as well.
    HeadAxis head_axis = HeadAxis::none;
    /// Whether each head has tensors of its own, called by its number: those of the others are named after the first's.
    bool has_tensors_of_heads = false;
    /// Whether names are too common to tell a layer where one of the four is missing.
    bool needs_all = false;
    bool reads_other = false;   ///< whether keys and values are always made from another sequence
    std::string_view refused{}; ///< why a layer with the tensor `query` is not opened; mostly empty

    /// Whether queries, keys and values stand in one tensor.
    bool is_packed() const { return query == key && key == value; }
    /// Whether keys and values do, and queries have their own.
    bool has_packed_keys() const { return query != key && key == value; }
    bool is_refused() const { return !refused.empty(); }
};

/// All families; the first that fits a layer is meant.
std::span<const Family> families();

} // namespace attn
