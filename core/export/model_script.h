#pragma once

#include "core/export/script.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// The file of the numbers that the script of a model at `path` reads: "model.weights.npz" for "model.py".
std::filesystem::path weights_of_script(const std::filesystem::path& path);

/// Writes a Python script that computes a whole model on its text, from the words to the shares of those that may
/// follow, and beside it the file of its weights. Layers that are alike share one function. The script prints the
/// likeliest next words, and saves all stages as a trace if it is called with a file name. Both files appear, or none.
Result<void> write_model_script(const Model& model, ScriptLanguage language, const std::filesystem::path& path);

} // namespace attn
