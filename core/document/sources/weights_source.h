#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/source.h"
#include "core/tensor/result.h"

#include <memory>
#include <optional>
#include <string>

namespace attn {

/// Opens a layer of `source.weights`, with X from `source.input`, or for its first layer from the model's embeddings.
/// Settings of heads, masks and options come from the source, or else from the files.
Result<Session> open_weights(const Source& source);

/// The weights and the norm of another layer of the model: `behind` layers after the session's, or before it if
/// negative; nullopt if there is none, or if it cannot be opened.
std::optional<Block> block_beside(const Session& session, Index behind);

/// A whole model, and its vocabulary.
struct OpenedModel {
    Model model;
    std::shared_ptr<const ModelWords> words;
};

/// Opens the model in `source.weights` with the source's text. Each layer is opened as by open_weights().
Result<OpenedModel> open_model(const Source& source);

/// The caveat because of which a model's last block is not computed completely; null if it is.
const Caveat* end_of(const Model& model);

/// True if the path contains a whole model: a folder, or a file of tensors with layers and embeddings.
bool holds_model(const std::filesystem::path& path, const KindSaid& said = {});

/// True if the path is a checkpoint with several layers and a configuration that can be read, so that the input of the
/// first layer can be given.
bool holds_several_layers(const std::filesystem::path& path, const KindSaid& said = {});

/// The questions about a layer that its tensors' names, its config.json and the source leave open. The user has to
/// answer them.
struct LayerQuestions {
    std::string layer;     ///< the layer's name; empty if it has none
    std::string why;       ///< the reason: "no config.json beside it says it"
    Index width = 0;       ///< width of X
    Index query_width = 0; ///< width of all heads' queries together
    bool heads = false;    ///< asks for the number of heads
    bool mask = false;     ///< asks if tokens read later ones
    bool rotary = false;   ///< asks which columns are rotated
    bool packing = false;  ///< asks for the order of queries, keys and values in one tensor
    bool norm = false;     ///< asks for the norm before the layer
    bool epsilon = false;  ///< asks for the number that a norm adds to the variance
    bool input = false;    ///< asks for the layer's input, since the layer is not the model's first
    bool context = false;  ///< asks for the sequence from which keys and values are computed

    bool any() const;
};

/// The open questions about the source's layer. Fails if `source.weights` cannot be read or does not contain the layer.
Result<LayerQuestions> questions_about(const Source& source);

} // namespace attn
