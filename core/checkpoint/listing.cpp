#include "core/checkpoint/listing.h"

#include "core/checkpoint/model_config.h"

namespace attn {

Result<std::vector<ListedLayer>> list_layers(const std::filesystem::path& path) {
    const auto checkpoint = Checkpoint::open(path);
    if (!checkpoint)
        return checkpoint.error();
    const auto config = read_model_config(checkpoint->folder());
    if (!config)
        return config.error();
    std::vector<ListedLayer> listed;
    for (FoundLayer& layer : find_layers(*checkpoint)) {
        HeadCounts counts;
        if (layer.problem.empty() && config->heads > 0)
            if (const auto shared = share_out(*checkpoint, layer, config->heads))
                counts = *shared;
        listed.push_back({std::move(layer), counts});
    }
    return listed;
}

} // namespace attn
