#include "core/checkpoint/listing.h"

#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/model_input.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace attn {

namespace {

ListedLayer listed(const Checkpoint& checkpoint, FoundLayer layer, const LayerConfig& said) {
    HeadCounts counts;
    if (layer.problem.empty() && !said.refused.empty())
        layer.problem = said.refused;
    const Index heads = said.heads > 0 ? said.heads : layer.heads_of_tensors;
    if (layer.problem.empty() && heads > 0)
        if (const auto shared = share_out(checkpoint, layer, heads))
            counts = *shared;
    return {std::move(layer), counts, said.caveats};
}

/// For each tensor's name, the array and the layer that are read from it.
class Readers {
public:
    /// Adds the tensors that a layer reads; `place` is its index in the list.
    void add(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config, std::size_t place) {
        for (const Placement& placement : layer.placements) {
            note(placement.tensor, array_name(placement.parameter), place);
            for (const std::string& tensor : placement.other_heads)
                note(tensor, array_name(placement.parameter), place);
        }
        if (layer.placements.empty())
            return;
        for (const InputTensor& input : input_tensors(checkpoint, layer))
            note(input.tensor, input.is, place);
        if (const auto norm = norm_name_before(checkpoint, layer, config))
            for (const NormTensor& tensor : norm_tensors(checkpoint, *norm))
                note(tensor.tensor, array_name(tensor.is_bias ? ArrayId::norm_bias : ArrayId::norm_gain), place);
        const std::vector<std::string> norms = head_norm_names_of(checkpoint, layer);
        for (std::size_t i = 0; i < norms.size(); ++i)
            for (const NormTensor& tensor : norm_tensors(checkpoint, norms[i]))
                note(tensor.tensor,
                     array_name(i == 0 ? (tensor.is_bias ? ArrayId::Q_norm_bias : ArrayId::Q_norm_gain)
                                       : (tensor.is_bias ? ArrayId::K_norm_bias : ArrayId::K_norm_gain)),
                     place);
    }

    void tell(ListedTensor& tensor) const {
        const auto found = readers_.find(tensor.name);
        if (found == readers_.end())
            return;
        tensor.is = found->second.is;
        tensor.layer = found->second.layer;
    }

private:
    struct Reader {
        std::string is;
        std::size_t layer = 0;
    };

    /// Adds a reader of a tensor. A norm beside several layers belongs to the first of them.
    void note(const std::string& tensor, std::string_view is, std::size_t layer) {
        const auto [place, is_new] = readers_.try_emplace(tensor, Reader{std::string(is), layer});
        Reader& reader = place->second;
        if (!is_new && reader.layer == layer && reader.is != is)
            reader.is += fmt::format(", {}", is);
    }

    std::map<std::string, Reader> readers_;
};

/// Returns the layers of the checkpoint; also fills `readers`, unless it is nullptr.
Result<std::vector<ListedLayer>> listed(const Checkpoint& checkpoint, Readers* readers) {
    const auto config = read_model_config(checkpoint.folder());
    if (!config)
        return config.error();
    std::vector<ListedLayer> layers;
    for (FoundLayer& layer : find_layers(checkpoint, config->packed())) {
        const auto said = layer_config(*config, layer);
        if (!said)
            return said.error();
        if (readers != nullptr)
            readers->add(checkpoint, layer, *said, layers.size());
        layers.push_back(listed(checkpoint, std::move(layer), *said));
    }
    return layers;
}

} // namespace

Result<std::vector<ListedLayer>> list_layers(const std::filesystem::path& path) {
    const auto checkpoint = Checkpoint::open(path);
    return checkpoint ? listed(*checkpoint, nullptr) : Result<std::vector<ListedLayer>>(checkpoint.error());
}

Result<Listing> list_model(const std::filesystem::path& path) {
    const auto checkpoint = Checkpoint::open(path);
    if (!checkpoint)
        return checkpoint.error();
    Readers readers;
    auto layers = listed(*checkpoint, &readers);
    if (!layers)
        return layers.error();
    Listing listing{*std::move(layers), {}};
    listing.tensors.reserve(checkpoint->tensors().size());
    for (const Tensor& tensor : checkpoint->tensors()) {
        listing.tensors.push_back({tensor.name, tensor.shape, tensor.stored, {}, {}});
        readers.tell(listing.tensors.back());
    }
    std::ranges::sort(listing.tensors, names_in_order, &ListedTensor::name);
    return listing;
}

} // namespace attn
