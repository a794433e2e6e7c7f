#pragma once

#include "core/engine/trace.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Writes every stage that the trace has as an array of the stage's name, float32 in C order, to an .npz that NumPy
/// opens. Shapes: what every head has of its own is (B, H, rows, columns), what heads share (B, H_kv, rows, columns),
/// what every item has (B, rows, columns), P (S, D); row_max and row_sum are (B, H, S_q); the mask is (S_q, S_k), (B,
/// 1, S_q, S_k) or (B, H, S_q, S_k). Stages that are not kept are computed head by head while writing. Nothing is left
/// half written.
Result<void> write_trace(const Trace& trace, const std::filesystem::path& path);

} // namespace attn
