#pragma once

#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Gives X from a file, B x S x D or S x D; the tokens have no words.
Result<void> read_input(Layer& layer, const std::filesystem::path& path);

/// Gives what enters the layer's norm, before X, in the same way; or, of a model whose layers count from 0, out of a
/// trace of several (.npz): layers.3.resid_pre, or what the layer before it handed on. Where no norm stands
/// before the layer, it is X.
Result<void> read_resid_pre(Layer& layer, const std::filesystem::path& path, Index number, bool is_X);

/// Gives the context from a file, of as many items as X has.
Result<void> read_context(Layer& layer, const std::filesystem::path& path);

/// Reads B x S_k numbers that are added to every row of scores. Boolean masks are refused.
Result<void> read_padding(Layer& layer, const std::filesystem::path& path, const Sizes& sizes);

/// Reads a mask of S_q x S_k, B x 1 x S_q x S_k or B x H x S_q x S_k numbers that are added. Boolean ones are refused.
Result<void> read_given_mask(Layer& layer, const std::filesystem::path& path, const Sizes& sizes);

} // namespace attn
