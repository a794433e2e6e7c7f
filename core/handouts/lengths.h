#pragma once

#include "core/document/session/session.h"
#include "core/text/prose.h"

namespace attn {

// Sentences about the lengths of a session's layer, in its notation.

/// "n = 4 tokens, width d = 8, h = 2 heads, of width d_k = 4".
Prose words_of_lengths(const Session& session);

/// A sentence about widths that the session's notes assume and this layer lacks: "Usually d_h = D/H for keys and values
/// alike, which would be 4/2 = 2; here …"; empty if the layer fits the notes.
Prose words_on_widths(const Session& session);

/// Sentences about a layer with one head: "W_Q and W_K are 8 × 4, W_V is 8 × 4: each token gets a query …".
Prose words_on_one_head(const Session& session);
/// Sentences about a layer with several heads: the number of sets of weights, and outputs side by side.
Prose words_on_several_heads(const Session& session);

} // namespace attn
