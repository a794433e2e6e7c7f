#pragma once

#include "core/files/ndarray.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// An array in a file of answers. Its numbers are read when they are asked for.
struct ListedArray {
    std::string name;
    std::optional<std::vector<Index>> shape; ///< nullopt if the shape is known only after reading
    std::function<Result<NdArray>()> read;   ///< reads the numbers; null for an entry without numbers, such as a text
};

/// The arrays of an .npz, a .safetensors, an .npy, or a folder of .npy files. The file stays open as long as a copy of
/// the list exists.
Result<std::vector<ListedArray>> list_arrays(const std::filesystem::path& path);

/// Up to eight names with commas between them, and the number of the others: "ids, labels and 3 more".
std::string list_of_names(const std::vector<std::string>& names);

} // namespace attn
