#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/source.h"
#include "core/tensor/result.h"

#include <memory>
#include <optional>
#include <string>

namespace attn {

/// A layer of `source.weights` as a session, with X from `source.input`, or from the model's embeddings for its first
/// layer. Settings of heads, masks and options come from the source, or else from the files.
Result<Session> open_weights(const Source& source);

/// The weights and the norm of the layer that stands `behind` layers behind the session's own, or before it if
/// negative; none if there is no such layer, or if it cannot be opened.
std::optional<Block> block_beside(const Session& session, Index behind);

/// A whole model, and its vocabulary.
struct OpenedModel {
    Model model;
    std::shared_ptr<const ModelWords> words;
};

/// The model in `source.weights` on the source's text. Each layer is opened as by open_weights().
Result<OpenedModel> open_model(const Source& source);

/// The caveat before which a model ends within its last block; null if it is computed to its end.
const Caveat* end_of(const Model& model);

/// True if the path names a whole model: a folder, or a file of tensors with layers and embeddings.
bool holds_model(const std::filesystem::path& path, const KindSaid& said = {});

/// True if the path names a checkpoint of several layers whose configuration can be read, so that the input of the
/// first could be given.
bool holds_several_layers(const std::filesystem::path& path, const KindSaid& said = {});

/// The questions about a layer that its names, its config.json and the source leave open. The user has to answer them.
struct LayerQuestions {
    std::string layer;     ///< the layer's name; empty if it has none
    std::string why;       ///< "no config.json beside it says it"
    Index width = 0;       ///< of X
    Index query_width = 0; ///< of all heads' queries together
    bool heads = false;    ///< the number of heads
    bool mask = false;     ///< whether tokens read later ones
    bool rotary = false;   ///< which columns are rotated
    bool packing = false;  ///< the order of queries, keys and values in one tensor
    bool norm = false;     ///< the norm before the layer
    bool epsilon = false;  ///< the number that a norm adds to the variance
    bool input = false;    ///< the layer's input: the layer is not its model's first
    bool context = false;  ///< the sequence that keys and values come from

    bool any() const;
};

/// The open questions about the source's layer. Fails if `source.weights` cannot be read or lacks the layer.
Result<LayerQuestions> questions_about(const Source& source);

} // namespace attn
