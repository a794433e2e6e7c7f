#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/source.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// A layer of `source.weights` as a session, with X from `source.input`, or, of a model's first layer, from its own
/// embeddings. What file and config.json say of heads, masks and options holds where the source says nothing.
Result<Session> open_weights(const Source& source);

/// What of a layer nobody says: not its names, not a config.json beside it, not the source. It has to be asked for.
struct LayerQuestions {
    std::string layer;     ///< its name; empty where it stands alone
    std::string why;       ///< "no config.json beside it says it"
    Index width = 0;       ///< of X
    Index query_width = 0; ///< of all heads' queries together
    bool heads = false;    ///< how many there are
    bool mask = false;     ///< whether a token reads later ones
    bool rotary = false;   ///< which columns turn
    bool packing = false;  ///< how queries, keys and values lie in one tensor
    bool norm = false;     ///< which norm stands before the layer
    bool epsilon = false;  ///< what a norm adds to the variance
    bool input = false;    ///< what enters it: it is not its model's first
    bool context = false;  ///< what keys and values are made from

    bool any() const;
};

/// Fails where `source.weights` cannot be read or has no such layer.
Result<LayerQuestions> questions_about(const Source& source);

} // namespace attn
