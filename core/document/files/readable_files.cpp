#include "core/document/files/readable_files.h"

#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/model_config.h"
#include "core/document/session/session_limits.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/printable.h"
#include "core/files/safetensors.h"
#include "core/model/arrays.h"
#include "core/tensor/noun_for.h"
#include "core/tensor/result.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <utility>

namespace attn {

namespace {

/// The weights to read from a file.
struct WeightsRequest {
    std::filesystem::path path;
    std::string layer; ///< name or number of the layer, as in choose_layer; empty: the only layer
    Index heads = 1;
    Index width = 0;         ///< D
    Index context_width = 0; ///< D_c; equals D without a context
};

/// Reads the weights of a layer in the format of any model family, for rows of known widths. The message names the
/// file, the tensor, its shape and the expected shape.
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

/// Drops overrides of arrays whose shape has changed.
void drop_misfits(Layer& layer, const Sizes& before, const Sizes& after) {
    const auto fits = [&](ArrayId stage, Index item, Index head) {
        return item < after.B && head < after.H && shape_of(before, stage) == shape_of(after, stage);
    };
    std::erase_if(layer.given,
                  [&](const auto& entry) { return !fits(entry.first.array, entry.first.item, entry.first.head); });
    std::erase_if(layer.pins, [&](const auto& pin) { return !fits(pin.first.array, pin.first.item, pin.first.head); });
    if (before.S_q == after.S_q && before.S_k == after.S_k && before.B == after.B && before.H == after.H)
        return;
    layer.mask.painted = Matrix();
    layer.mask.padding.clear();
    layer.mask.given.clear();
}

Result<Session> checked(Session session, const std::filesystem::path& path) {
    if (auto valid = validate(session.layer()); !valid)
        return error("{}: {}", printable_path(path), valid.error().message);
    return session;
}

} // namespace

FileKind kind_of(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    if (ending.empty() || ending == ".json" || ending == ".attn")
        return FileKind::session;
    if (ending == ".npz" || ending == ".safetensors")
        return FileKind::weights;
    return ending == ".npy" ? FileKind::input : FileKind::other;
}

bool names_arrays(const std::filesystem::path& path) {
    const FileKind kind = kind_of(path);
    return kind == FileKind::weights || kind == FileKind::input;
}

bool holds_weights(const std::filesystem::path& path) {
    std::vector<std::string> names;
    if (path.extension() == ".npz") {
        if (const auto file = NpzFile::open(path))
            for (const NpzArray& array : file->arrays())
                names.push_back(array.name);
    } else if (const auto file = SafetensorsFile::open(path)) {
        for (const TensorDescription& tensor : file->tensors())
            names.push_back(tensor.name);
    }
    return std::ranges::any_of(names, [](const std::string& name) {
        return name.ends_with("W_Q") || name.ends_with("in_proj_weight") || name.ends_with("q_proj_weight");
    });
}

Error not_readable(const std::filesystem::path& path) {
    for (const char* const table : {".csv", ".tsv", ".txt"})
        if (path.extension() == table)
            return error(
                "{}: a table is no file to open; copy its lines, choose the first cell they are for, and paste",
                printable_path(path));
    return error("{}: a session (.json, .attn), weights (.npz, .safetensors) or an input X (.npy) can be read",
                 printable_path(path));
}

Result<Session> with_weights_of(const Session& session, const std::filesystem::path& path) {
    const Sizes before = sizes_of(session.layer());
    const ReadingRecord record;
    auto weights = read_weights({path, "", before.H, before.D, before.D_context});
    if (!weights)
        return weights.error();
    Session changed = session;
    changed.inputs.add(record.files());
    Layer& layer = changed.layer();
    layer.heads = std::move(weights->heads);
    layer.queries_per_kv = weights->queries_per_kv;
    layer.b_O = std::move(weights->b_O);
    changed.origin.reset(); // the weights now belong to the session
    const Sizes after = sizes_of(layer);
    if (auto fits = check_window_limits(after); !fits)
        return error("{}: {}", printable_path(path), fits.error().message);
    drop_misfits(layer, before, after);
    return checked(std::move(changed), path);
}

Result<Session> with_input_of(const Session& session, const std::filesystem::path& path) {
    const ReadingRecord record;
    auto array = read_npy(path);
    if (!array)
        return array.error();
    const std::vector<Index>& shape = array->shape;
    const Sizes before = sizes_of(session.layer());
    const bool has_items = shape.size() == 3;
    if ((shape.size() != 2 && !has_items) || array->values.empty() || shape.back() != before.D)
        return error("{}: the array has shape {}, expected the input X of this layer: (B, S, {}) or (S, {})",
                     printable_path(path), shape_text(shape), before.D, before.D);
    const Index items = has_items ? shape[0] : 1;
    const Index tokens = shape[shape.size() - 2];
    Sizes after = before;
    after.B = items;
    after.S_q = tokens;
    if (!session.layer().context)
        after.S_k = tokens;
    else if (items != before.B)
        return error("{}: it has {} {}, expected {} as in the second sequence", printable_path(path), items,
                     noun_for(items, "item"), before.B);
    if (auto fits = check_window_limits(after); !fits)
        return error("{}: {}", printable_path(path), fits.error().message);
    Session changed = session;
    changed.inputs.add(record.files());
    Layer& layer = changed.layer();
    drop_misfits(layer, before, after);
    // If X is given, E and P do not exist.
    Sequence& sequence = layer.sequence;
    if (items != before.B || tokens != before.S_q)
        sequence.items.assign(static_cast<std::size_t>(items),
                              std::vector<std::string>(static_cast<std::size_t>(tokens)));
    sequence.embeddings = nullptr;
    sequence.positions = {};
    std::erase_if(layer.pins, [](const auto& pin) { return enters_attention(pin.first.array); });
    for (Index item = 0; item < items; ++item)
        layer.given[{layer.number, ArrayId::X, item, 0}] = has_items ? array->matrix_at({item}) : array->matrix();
    changed.question.clear();
    return checked(std::move(changed), path);
}

} // namespace attn
