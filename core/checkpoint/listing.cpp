#include "core/checkpoint/listing.h"

#include "core/checkpoint/layer_config.h"

namespace attn {

Result<std::vector<ListedLayer>> list_layers(const std::filesystem::path& path) {
    const auto checkpoint = Checkpoint::open(path);
    if (!checkpoint)
        return checkpoint.error();
    const auto config = read_model_config(checkpoint->folder());
    if (!config)
        return config.error();
    std::vector<ListedLayer> listed;
    for (FoundLayer& layer : find_layers(*checkpoint, config->packed())) {
        const auto said = layer_config(*config, layer);
        if (!said)
            return said.error();
        HeadCounts counts;
        if (layer.problem.empty() && !said->refused.empty())
            layer.problem = said->refused;
        if (layer.problem.empty() && said->heads > 0)
            if (const auto shared = share_out(*checkpoint, layer, said->heads))
                counts = *shared;
        layer.caveats.insert(layer.caveats.end(), said->caveats.begin(), said->caveats.end());
        listed.push_back({std::move(layer), counts});
    }
    return listed;
}

} // namespace attn
