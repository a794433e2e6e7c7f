#include "core/document/weights_file.h"

#include "core/checkpoint/model_config.h"
#include "core/files/printable.h"

namespace attn {

Result<LayerWeights> read_weights(const WeightsRequest& request) {
    const auto checkpoint = Checkpoint::open(request.path);
    if (!checkpoint)
        return checkpoint.error();
    const auto config = read_model_config(checkpoint->folder());
    if (!config)
        return config.error();
    const auto layer = choose_layer(*checkpoint, find_layers(*checkpoint, config->packed(request.heads)),
                                    request.layer.empty() ? std::nullopt : std::optional(request.layer));
    if (!layer)
        return layer.error();
    if (layer->D != request.width || layer->D_context != request.context_width)
        return error("{}: {} is made for rows of {} numbers, expected {}", checkpoint->name(),
                     printable(layer->find(layer->D != request.width ? ArrayId::W_Q : ArrayId::W_K)->tensor, 120),
                     layer->D != request.width ? layer->D : layer->D_context,
                     layer->D != request.width ? request.width : request.context_width);
    const auto counts = share_out(*checkpoint, *layer, request.heads);
    return counts ? read_layer(*checkpoint, *layer, *counts) : Result<LayerWeights>(counts.error());
}

} // namespace attn
