#pragma once

#include "core/engine/trace.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <set>

namespace attn {

/// Writes all stages of the trace to an .npz for NumPy, each as an array with the stage's name, float32 in C order.
/// Shapes: (B, H, rows, columns) if each head has a matrix, (B, H_kv, rows, columns) if heads share them, (B, rows,
/// columns) without heads; P is (S, D); row_max and row_sum are (B, H, S_q); the mask is (S_q, S_k), (B, 1, S_q, S_k)
/// or (B, H, S_q, S_k). Stages that the trace does not store are computed head by head. The file is written completely
/// or not at all.
Result<void> write_trace(const Trace& trace, const std::filesystem::path& path);

/// Computes a model and writes the arrays of some or all of its blocks, named with their layer ("layers.3.A"), and
/// those of its input and output. Shapes are those of write_trace, without the axis of items if there is one item.
/// Leaves out stages that traces do not store, the parts of softmax, the masks, concat and the heads' contributions.
Result<void> write_model_trace(const Model& model, const std::optional<std::set<Index>>& blocks,
                               const std::filesystem::path& path);

} // namespace attn
