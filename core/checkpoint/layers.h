#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/families.h"
#include "core/model/cell.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Where a parameter of all heads stands in the checkpoint.
struct Placement {
    ArrayId parameter{};
    std::string tensor;
    bool transposed = false; ///< the tensor is outputs x inputs
    Index first = 0;         ///< of the tensor's outputs
    Index count = 0;         ///< outputs
};

/// An attention layer that was found by the names of its tensors. Widths are those of all heads together.
struct FoundLayer {
    std::string name; ///< what its tensors' names begin with, without the dot; empty where they stand alone
    const Family* family = nullptr;
    bool transposed = false; ///< on reading
    std::string stored;      ///< the numbers of W_Q: "F32", "BF16"
    Index D = 0;             ///< width of X
    Index D_context = 0;     ///< width of what keys and values are made from
    Index query_width = 0;   ///< H · d_k
    Index key_width = 0;     ///< H_kv · d_k
    Index value_width = 0;   ///< H_kv · d_v
    Index concat_width = 0;  ///< H · d_v
    std::vector<Placement> placements;
    std::string problem; ///< why it cannot be opened; empty where it can
    std::string remark;  ///< what of it is not computed; mostly empty

    /// "outputs × inputs, transposed on reading; Q, K and V packed".
    std::string orientation() const;
    const Placement* find(ArrayId parameter) const;
};

/// Every attention layer of the checkpoint, numbers in names counted as numbers. Those that are damaged have a problem.
std::vector<FoundLayer> find_layers(const Checkpoint& checkpoint);

/// The layer that is meant: its name, its number (from 1), or a part of its name that no other has; the only one where
/// nothing is asked for. The message lists what there is.
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
