#pragma once

#include "core/export/script.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Returns the file with the numbers that the script of a model at `path` reads: "model.weights.npz" for "model.py".
std::filesystem::path weights_of_script(const std::filesystem::path& path);

/// Writes a Python script that computes a whole model on its text, from the words to the probabilities of the next
/// word, and beside it the file of its weights. Layers with the same code share one function. The script prints the
/// most probable next words, and saves all arrays as a trace if it is called with a file name. Either both files
/// appear, or none.
Result<void> write_model_script(const Model& model, ScriptLanguage language, const std::filesystem::path& path);

} // namespace attn
