#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/families.h"
#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The place of a parameter of all heads in the checkpoint.
struct Placement {
    ArrayId parameter{};
    std::string tensor;
    bool transposed = false;                ///< the tensor is outputs x inputs
    Index first = 0;                        ///< index of the parameter's first output among the tensor's outputs
    Index count = 0;                        ///< number of the parameter's outputs
    Index block = 0;                        ///< number of the parameter's outputs that are side by side in the tensor;
                                            ///< 0: all
    Index stride = 0;                       ///< number of outputs from the beginning of one block to the next
    HeadAxis head_axis = HeadAxis::none;    ///< axis of heads of the tensor
    std::vector<std::string> other_heads{}; ///< tensors of heads 1, 2, …; head 0 has `tensor`

    /// Returns the index, among the tensor's outputs, of the parameter's output `number`.
    Index output(Index number) const {
        return block == 0 ? first + number : first + number / block * stride + number % block;
    }
};

/// The number of heads and the packing of layers with packed tensors, from config.json or the user.
struct PackedHeads {
    Index heads = 0;                ///< 0: unknown
    std::optional<Packing> packing; ///< nullopt: unknown
    bool is_said = false;           ///< true: the user says the packing, which overrides what the names say
    std::string names{};            ///< names of the tensors according to the user; empty: those of a family
};

/// An attention layer found by the names of its tensors. Widths are those of all heads together.
struct FoundLayer {
    std::string name; ///< the beginning of the layer's tensors' names, without the dot; may be empty
    Index number = 0; ///< number of the layer, from 0: the model's own numbers if they differ for all layers
    const Family* family = nullptr;
    std::shared_ptr<const Family> own_family{}; ///< owner of `family` if the user says the names
    bool transposed = false;                    ///< true: W_Q is transposed on reading
    std::string stored;                         ///< format of W_Q: "F32", "BF16"
    Index D = 0;                                ///< width of X
    Index D_context = 0;                        ///< width of the sequence from which keys and values are computed
    Index query_width = 0;                      ///< H · d_k
    Index key_width = 0;                        ///< H_kv · d_k
    Index value_width = 0;                      ///< H_kv · d_v
    Index concat_width = 0;                     ///< H · d_v
    Index heads_of_tensors = 0;                 ///< number of heads, from tensors with an axis of heads; 0: unknown
    std::vector<Placement> placements;
    char separator = '.';            ///< character between the layer's name and its tensors' names
    bool reads_other = false;        ///< true: the name says that keys and values come from another sequence
    bool asks_packing = false;       ///< true: `problem` is that nothing determines the packing
    std::string problem;             ///< the reason why the layer cannot be opened; empty for most layers
    std::vector<std::string> unread; ///< tensors whose names begin with the layer's, and that are neither read nor
                                     ///< buffers

    /// Describes the orientation: "outputs × inputs, transposed on reading; Q, K and V packed".
    std::string orientation() const;
    const Placement* find(ArrayId parameter) const;
    /// True if the layer can be opened, perhaps only after the user says the packing.
    bool opens() const { return problem.empty() || asks_packing; }
    /// Returns the full name of a tensor such as "q_proj.weight" in the file.
    std::string full_name(std::string_view tensor) const;
};

/// Returns the name of a tensor of a layer, "layer.q_proj.weight"; the separator may be a slash.
std::string name_beneath(std::string_view layer, char separator, std::string_view tensor);

/// Returns the last whole number among the parts of a layer's name: 3 of "model.layers.3.self_attn".
std::optional<Index> number_in_name(std::string_view layer);

/// True if `left` comes before `right` when numbers in names are compared as numbers: "h.2" before "h.10".
bool names_in_order(const std::string& left, const std::string& right);

/// Returns every attention layer of the checkpoint, sorted by names_in_order(). A damaged layer, or one of a kind that
/// is not computed, has a problem.
std::vector<FoundLayer> find_layers(const Checkpoint& checkpoint, const PackedHeads& packed = {});

/// Returns the layer that `wanted` means: its name, its number, or a unique part of its name (a part that is whole
/// between dots, e.g. "h.1", comes first). Without `wanted`, returns the only layer. The error lists all layers.
Result<FoundLayer> choose_layer(const Checkpoint& checkpoint, const std::vector<FoundLayer>& layers,
                                const std::optional<std::string>& wanted);

/// The number of heads of a layer, and the widths of one head.
struct HeadCounts {
    Index H = 0;
    Index H_kv = 0;
    Index d_k = 0;
    Index d_v = 0;
};

/// Returns the counts for `heads` heads. If the layer's widths are not divisible by `heads`, the error names the tensor
/// and the possible numbers.
Result<HeadCounts> share_out(const Checkpoint& checkpoint, const FoundLayer& layer, Index heads);

} // namespace attn
