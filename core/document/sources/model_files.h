#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A file of a model, as it was when a session was saved.
struct ModelFile {
    std::string name; ///< in the model's folder
    std::uint64_t bytes = 0;
    std::string hash; ///< of its bytes; of a file of tensors, of its header and the first and last page of each tensor
    bool operator==(const ModelFile&) const = default;
};

/// The folder of a model that is a folder, or a file in one.
std::filesystem::path folder_of(const std::filesystem::path& model);

/// The files that a model is read from, as they are now.
Result<std::vector<ModelFile>> note_files(const Checkpoint& checkpoint);

/// Opens the tensors of a model. Fails, naming the first of them, if a file is gone, is another one now, or was not
/// there before.
Result<Checkpoint> open_unchanged(const std::filesystem::path& model, const std::vector<ModelFile>& files);

} // namespace attn
