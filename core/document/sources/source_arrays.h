#pragma once

#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Reads X from a file, B x S x D or S x D. Its tokens have no text.
Result<void> read_input(Layer& layer, const std::filesystem::path& path);

/// Reads the input of the layer's norm: from a file like that of X, or from a trace of several layers (.npz), where it
/// is the array layers.3.resid_pre or the output of the layer before. Layers are counted from 0. If there is no norm
/// before the layer, it is X.
Result<void> read_resid_pre(Layer& layer, const std::filesystem::path& path, Index number, bool is_X);

/// Reads the context from a file; it must have as many items as X.
Result<void> read_context(Layer& layer, const std::filesystem::path& path);

/// Reads B x S_k numbers that are added to each row of scores. Boolean masks are errors.
Result<void> read_padding(Layer& layer, const std::filesystem::path& path, const Sizes& sizes);

/// Reads a mask of S_q x S_k, B x 1 x S_q x S_k or B x H x S_q x S_k numbers, which is added. Boolean masks are errors.
Result<void> read_given_mask(Layer& layer, const std::filesystem::path& path, const Sizes& sizes);

} // namespace attn
