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
    Index first = 0;                        ///< its first output among the tensor's
    Index count = 0;                        ///< number of its outputs
    Index block = 0;                        ///< outputs that stand side by side; 0: all
    Index stride = 0;                       ///< outputs from the beginning of one block to the next
    HeadAxis head_axis = HeadAxis::none;    ///< of the tensor
    std::vector<std::string> other_heads{}; ///< tensors of heads 1, 2, …; head 0 has `tensor`

    /// The index, among the tensor's outputs, of the parameter's output `number`.
    Index output(Index number) const {
        return block == 0 ? first + number : first + number / block * stride + number % block;
    }
};

/// The heads and packing of packed layers, from config.json or the user.
struct PackedHeads {
    Index heads = 0;                ///< 0: unknown
    std::optional<Packing> packing; ///< none: unknown
    bool is_said = false;           ///< the user says the packing, which overrides the names
    std::string names{};            ///< of the tensors, as the user says them; empty: a family's
};

/// An attention layer found by the names of its tensors. Widths are those of all heads together.
struct FoundLayer {
    std::string name; ///< the beginning of its tensors' names, without the dot; may be empty
    Index number = 0; ///< counts from 0: the model's own if all layers' numbers differ
    const Family* family = nullptr;
    std::shared_ptr<const Family> own_family{}; ///< owner of `family` if the user says the names
    bool transposed = false;                    ///< W_Q is transposed on reading
    std::string stored;                         ///< format of W_Q: "F32", "BF16"
    Index D = 0;                                ///< width of X
    Index D_context = 0;                        ///< width of the sequence that keys and values come from
    Index query_width = 0;                      ///< H · d_k
    Index key_width = 0;                        ///< H_kv · d_k
    Index value_width = 0;                      ///< H_kv · d_v
    Index concat_width = 0;                     ///< H · d_v
    Index heads_of_tensors = 0;                 ///< number of heads, from tensors with an axis of heads; 0: unknown
    std::vector<Placement> placements;
    char separator = '.';            ///< between the layer's name and its tensors' names
    bool reads_other = false;        ///< the name says that keys and values come from another sequence
    bool asks_packing = false;       ///< its problem is that nothing tells the packing
    std::string problem;             ///< the reason why it cannot be opened; mostly empty
    std::vector<std::string> unread; ///< tensors beneath its name that are neither read nor buffers

    /// The orientation in words: "outputs × inputs, transposed on reading; Q, K and V packed".
    std::string orientation() const;
    const Placement* find(ArrayId parameter) const;
    /// True if the layer can be opened, possibly after the user says the packing.
    bool opens() const { return problem.empty() || asks_packing; }
    /// The full name of a tensor such as "q_proj.weight" in the file.
    std::string full_name(std::string_view tensor) const;
};

/// The name of a tensor of a layer, "layer.q_proj.weight"; the separator may be a slash.
std::string name_beneath(std::string_view layer, char separator, std::string_view tensor);

/// The last whole number among the parts of a layer's name: 3 of "model.layers.3.self_attn".
std::optional<Index> number_in_name(std::string_view layer);

/// True if `left` comes before `right` where numbers count as numbers: "h.2" before "h.10".
bool names_in_order(const std::string& left, const std::string& right);

/// Every attention layer of the checkpoint, sorted by names_in_order(). A damaged layer, or one of a kind that is not
/// computed, has a problem.
std::vector<FoundLayer> find_layers(const Checkpoint& checkpoint, const PackedHeads& packed = {});

/// The wanted layer, by its name, its number, or a unique part of its name (whole between dots, e.g. "h.1", before
/// others). Without `wanted`, the only layer there is. The error lists all layers.
Result<FoundLayer> choose_layer(const Checkpoint& checkpoint, const std::vector<FoundLayer>& layers,
                                const std::optional<std::string>& wanted);

/// The number of heads of a layer, and the widths of one head.
struct HeadCounts {
    Index H = 0;
    Index H_kv = 0;
    Index d_k = 0;
    Index d_v = 0;
};

/// The counts for `heads` heads. If `heads` does not divide the layer, the error names the tensor and the numbers that
/// do.
Result<HeadCounts> share_out(const Checkpoint& checkpoint, const FoundLayer& layer, Index heads);

} // namespace attn
