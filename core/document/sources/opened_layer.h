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

// A layer of a model on its way to a session, for the files of this folder that open models.

/// The tensors of one layer, the settings from the model's config.json, and the layer's heads.
struct Opened {
    Checkpoint checkpoint;
    std::vector<FoundLayer> layers; ///< all layers of the checkpoint
    FoundLayer layer;
    ModelConfig model;
    LayerConfig config;
    HeadCounts counts;

    /// The name of the tensor that holds the weights of queries.
    std::string queries() const { return printable(layer.find(ArrayId::W_Q)->tensor, 120); }
    std::string name() const { return layer.name.empty() ? "this layer" : printable(layer.name, 120); }
};

/// Opens the layer that a source names. Fails if anything is unknown that must be known before its numbers are read.
Result<Opened> open_layer(const Source& source);
/// Opens a layer of a checkpoint that is already open.
Result<Opened> open_layer(const Source& source, const Checkpoint& checkpoint);

/// The session of an open layer. Its input is computed through the layers before it: those of `model`, with all their
/// changes, if it is given; otherwise they are opened.
Result<Session> session_of(const Source& source, const Opened& opened, const OpenedModel* model = nullptr);

/// The layer that a source names, as it is in an open model: with the model's weights and pins, and computed through
/// the model's layers before it.
Result<Session> layer_in_model(const Source& source, const Checkpoint& checkpoint, const OpenedModel& model);

/// The model in a checkpoint that is open already.
Result<OpenedModel> open_model(const Source& source, const Checkpoint& checkpoint);

/// The number of heads: the source's, or else the model's.
Result<Index> head_count(const Source& source, const Opened& opened);

/// The source's options about the norm before the layer.
NormSaid norm_said(const Source& source);

/// Reads the layer's weights, and sets its options as its model has them.
Result<void> read_attention(Layer& layer, const Source& source, const Opened& opened);

/// Adds caveats for everything in which the layer differs from its model.
void add_caveats(Layer& layer, const Opened& opened);

/// Computes the layers before this one for the text, those of `model` if it is given, and gives this layer their
/// output, from which its norm makes X.
Result<void> fill_from_layers_before(Session& session, const Source& source, const Opened& opened,
                                     const OpenedModel* model);

} // namespace attn
