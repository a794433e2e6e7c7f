#pragma once

#include "core/checkpoint/layers.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A layer of a checkpoint, with its number of heads according to config.json.
struct ListedLayer {
    FoundLayer layer;
    HeadCounts counts;           ///< zeros if the number of heads is unknown
    std::vector<Caveat> caveats; ///< parts of the layer that are not computed; empty for most layers
};

/// A tensor of a checkpoint, and the arrays that are read from it.
struct ListedTensor {
    std::string name;
    std::vector<Index> shape;
    std::string stored;               ///< "F32", "BF16"
    std::string is;                   ///< names of the arrays that are read from the tensor: "W_Q, W_K, W_V"; empty if
                                      ///< no attention layer reads it
    std::optional<std::size_t> layer; ///< index of the layer in the list
};

/// The contents of a checkpoint: its attention layers and all its tensors, both sorted by names_in_order().
struct Listing {
    std::vector<ListedLayer> layers;
    std::vector<ListedTensor> tensors;
};

/// Returns the attention layers of a file of tensors, an index, or a model's folder; there may be none. Fails if the
/// file cannot be read.
Result<std::vector<ListedLayer>> list_layers(const std::filesystem::path& path);

/// Returns the attention layers and all tensors of a file of tensors, an index, or a model's folder.
Result<Listing> list_model(const std::filesystem::path& path);

} // namespace attn
