#pragma once

#include "core/engine/trace.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <set>

namespace attn {

/// Writes every stage of the trace as an array with the stage's name, float32 in C order, to an .npz for NumPy. Shapes:
/// (B, H, rows, columns) with a matrix for each head, (B, H_kv, rows, columns) if heads share it, (B, rows, columns)
/// without heads; P is (S, D); row_max and row_sum are (B, H, S_q); the mask is (S_q, S_k), (B, 1, S_q, S_k) or (B, H,
/// S_q, S_k). Stages that are not kept are computed head by head while writing. The file is written whole or not at
/// all.
Result<void> write_trace(const Trace& trace, const std::filesystem::path& path);

/// Computes a whole model and writes the arrays of some of its blocks, or of all, with the layer before the name
/// ("layers.3.A"), and those of its input and output. Shapes are as in write_trace, without the axis of items if there
/// is one item. Leaves out details of a layer's trace: stages that are not kept, the parts of softmax, the masks,
/// concat and parts.
Result<void> write_model_trace(const Model& model, const std::optional<std::set<Index>>& blocks,
                               const std::filesystem::path& path);

} // namespace attn
