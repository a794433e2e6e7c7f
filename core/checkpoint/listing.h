#pragma once

#include "core/checkpoint/layers.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <vector>

namespace attn {

/// A layer of a checkpoint with what config.json says of its heads.
struct ListedLayer {
    FoundLayer layer;
    HeadCounts counts; ///< zeros where nothing says how many heads there are
};

/// The attention layers of a file of tensors, an index, or a model's folder. Fails where it cannot be read; there may
/// be none.
Result<std::vector<ListedLayer>> list_layers(const std::filesystem::path& path);

} // namespace attn
