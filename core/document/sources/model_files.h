#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A file of a model, as it was when the session was saved.
struct ModelFile {
    std::string name; ///< name in the model's folder
    std::uint64_t bytes = 0;
    std::string hash; ///< hash of its bytes; for a file of tensors, of its header and of the first and last page of
                      ///< each tensor
    bool operator==(const ModelFile&) const = default;
};

/// The folder of a model, which may be given as a folder or as a file in it.
std::filesystem::path folder_of(const std::filesystem::path& model);

/// The present files from which a model is read.
Result<std::vector<ModelFile>> note_files(const Checkpoint& checkpoint);

/// Opens the tensors of a model. Fails, with the name of the first such file, if a file is missing, has changed, or is
/// new.
Result<Checkpoint> open_unchanged(const std::filesystem::path& model, const std::vector<ModelFile>& files);

} // namespace attn
