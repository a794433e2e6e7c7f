#pragma once

#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layer_norms.h"
#include "core/document/session/session.h"
#include "core/document/sources/source.h"
#include "core/document/sources/weights_source.h"
#include "core/files/printable.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

// A layer of a model while it is being opened; used by the files of this folder.

/// The tensors of a layer, its settings from the model's config.json, and its numbers of heads.
struct Opened {
    Checkpoint checkpoint;
    std::vector<FoundLayer> layers; ///< all layers of the checkpoint
    FoundLayer layer;
    ModelConfig model;
    LayerConfig config;
    HeadCounts counts;

    /// The name of the tensor with the weights of queries.
    std::string queries() const { return printable(layer.find(ArrayId::W_Q)->tensor, 120); }
    std::string name() const { return layer.name.empty() ? "this layer" : printable(layer.name, 120); }
};

/// Opens the layer that a source names, without its weights. Fails if a setting is unknown that is needed to read them.
Result<Opened> open_layer(const Source& source);
/// Opens a layer of a checkpoint that is open already.
Result<Opened> open_layer(const Source& source, const Checkpoint& checkpoint);

/// The session of an opened layer. Its input is computed by the layers before it: those of `model`, with all edits, if
/// it is given; otherwise they are opened.
Result<Session> session_of(const Source& source, const Opened& opened, const OpenedModel* model = nullptr);

/// The layer that a source names, from an open model: with the model's weights and pins. Its input is computed by the
/// model's layers before it.
Result<Session> layer_in_model(const Source& source, const Checkpoint& checkpoint, const OpenedModel& model);

/// Opens the model of a checkpoint that is open already.
Result<OpenedModel> open_model(const Source& source, const Checkpoint& checkpoint);

/// The number of heads: the source's if given, else the model's.
Result<Index> head_count(const Source& source, const Opened& opened);

/// The source's options about the norm before the layer.
NormSaid norm_said(const Source& source);

/// Reads the layer's weights, and sets its options to those of the model.
Result<void> read_attention(Layer& layer, const Source& source, const Opened& opened);

/// Adds a caveat for each difference between the layer and its model.
void add_caveats(Layer& layer, const Opened& opened);

/// Computes the layers before this one on the text, those of `model` if it is given. Their output becomes this layer's
/// input, which its norm turns into X.
Result<void> fill_from_layers_before(Session& session, const Source& source, const Opened& opened,
                                     const OpenedModel* model);

} // namespace attn
