#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/families.h"
#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where a parameter of all heads stands in the checkpoint.
struct Placement {
    ArrayId parameter{};
    std::string tensor;
    bool transposed = false;                ///< the tensor is outputs x inputs
    Index first = 0;                        ///< of the tensor's outputs
    Index count = 0;                        ///< outputs
    Index block = 0;                        ///< so many stand beside each other; 0: all do
    Index stride = 0;                       ///< from one block to the next
    HeadAxis head_axis = HeadAxis::none;    ///< of the tensor
    std::vector<std::string> other_heads{}; ///< tensors of the heads behind the first, which has `tensor`

    /// Where the parameter's output with this number stands among the tensor's.
    Index output(Index number) const {
        return block == 0 ? first + number : first + number / block * stride + number % block;
    }
};

/// What a config.json, or the user, says of the heads of packed layers.
struct PackedHeads {
    Index heads = 0;                ///< 0: not said
    std::optional<Packing> packing; ///< none: the model's kind is not known
    bool is_said = false;           ///< by the user, whatever the names tell
};

/// An attention layer that was found by the names of its tensors. Widths are those of all heads together.
struct FoundLayer {
    std::string name; ///< what its tensors' names begin with, without the dot; empty where they stand alone
    Index number = 0; ///< by which it is called, counted from 0: the model's own where all layers' differ
    const Family* family = nullptr;
    bool transposed = false;    ///< on reading
    std::string stored;         ///< the numbers of W_Q: "F32", "BF16"
    Index D = 0;                ///< width of X
    Index D_context = 0;        ///< width of what keys and values are made from
    Index query_width = 0;      ///< H · d_k
    Index key_width = 0;        ///< H_kv · d_k
    Index value_width = 0;      ///< H_kv · d_v
    Index concat_width = 0;     ///< H · d_v
    Index heads_of_tensors = 0; ///< what tensors with an axis of heads say; 0: they have none
    std::vector<Placement> placements;
    char separator = '.';      ///< between its name and those of its tensors
    bool reads_other = false;  ///< its name says that keys and values are made from another sequence
    bool asks_packing = false; ///< nobody says how queries, keys and values lie in one tensor: that is its problem
    std::string problem;       ///< why it cannot be opened; empty where it can
    std::vector<std::string> unread; ///< what lies beneath its name and no weight or bias takes; buffers are left out

    /// "outputs × inputs, transposed on reading; Q, K and V packed".
    std::string orientation() const;
    const Placement* find(ArrayId parameter) const;
    /// Whether it can be opened, where something may still have to be said.
    bool opens() const { return problem.empty() || asks_packing; }
    /// The name in the file of what stands beneath its own: "q_proj.weight".
    std::string full_name(std::string_view tensor) const;
};

/// "layer.q_proj.weight", or with slashes in the place of dots.
std::string name_beneath(std::string_view layer, char separator, std::string_view tensor);

/// The last whole number among the parts of a layer's name: 3 of "model.layers.3.self_attn".
std::optional<Index> number_in_name(std::string_view layer);

/// Whether one name stands before the other, where "h.2" stands before "h.10".
bool names_in_order(const std::string& left, const std::string& right);

/// Every attention layer of the checkpoint, numbers in names counted as numbers. Those that are damaged, or of a kind
/// that is not computed, have a problem.
std::vector<FoundLayer> find_layers(const Checkpoint& checkpoint, const PackedHeads& packed = {});

/// The layer that is meant: its name, its number, or a part of its name that no other has, whole between dots ("h.1")
/// where one is; the only one where nothing is asked for. The message lists what there is.
Result<FoundLayer> choose_layer(const Checkpoint& checkpoint, const std::vector<FoundLayer>& layers,
                                const std::optional<std::string>& wanted);

/// How the widths of a layer are shared out.
struct HeadCounts {
    Index H = 0;
    Index H_kv = 0;
    Index d_k = 0;
    Index d_v = 0;
};

/// Fails, naming the tensor and the numbers of heads that fit, where `heads` does not divide the layer.
Result<HeadCounts> share_out(const Checkpoint& checkpoint, const FoundLayer& layer, Index heads);

} // namespace attn
