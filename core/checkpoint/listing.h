#pragma once

#include "core/checkpoint/layers.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A layer of a checkpoint with what config.json says of its heads.
struct ListedLayer {
    FoundLayer layer;
    HeadCounts counts;           ///< zeros where nothing says how many heads there are
    std::vector<Caveat> caveats; ///< what of it is not computed; mostly nothing
};

/// A tensor of a checkpoint, and what reads it.
struct ListedTensor {
    std::string name;
    std::vector<Index> shape;
    std::string stored;               ///< "F32", "BF16"
    std::string is;                   ///< "W_Q, W_K, W_V"; empty where no attention layer reads it
    std::optional<std::size_t> layer; ///< which of the layers listed does
};

/// What a checkpoint holds: its attention layers and all its tensors, numbers in names counted as numbers.
struct Listing {
    std::vector<ListedLayer> layers;
    std::vector<ListedTensor> tensors;
};

/// The attention layers of a file of tensors, an index, or a model's folder. Fails where it cannot be read; there may
/// be none.
Result<std::vector<ListedLayer>> list_layers(const std::filesystem::path& path);

/// The same with all its tensors.
Result<Listing> list_model(const std::filesystem::path& path);

} // namespace attn
