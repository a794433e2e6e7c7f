#pragma once

#include "core/document/files/matrices_json.h"
#include "core/document/session/saved_session.h"
#include "core/files/json_keys.h"

#include <string>
#include <vector>

namespace attn {

// The rows of a session's file by subject. session_json.cpp puts them in order.

/// A session while it is read, with its layer and the layer's sizes beside it.
struct SessionReading {
    MatrixReader matrices;
    Session session{};
    SavedView view{};
    Layer layer{};
    Sizes sizes{};
};

struct SessionWriting {
    const Session& session;
    const SavedView& view;
    const Layer& layer;
    Sizes sizes{};
    std::string arrays_file{}; ///< beside the session; empty if arrays are in its own file
    MatrixWriter matrices{};
};

using SessionKey = JsonKey<SessionReading, SessionWriting>;

// Keys with is_first are those that sizes follow from. All others are read when the sizes are known and checked.

SessionKey tokens_key();
std::vector<SessionKey> sequence_keys(); ///< embeddings and positions
SessionKey context_key();
/// Reads the number and the width of the context's tokens, ahead of the rest.
void read_context_sizes(SessionReading& into, const Field& context);

/// The layer from which changes are counted; written like a session, without its texts.
SessionKey left_baseline_key();
/// The changed layers of the session's model; each is written like the baseline.
SessionKey changed_layers_key();

SessionKey sizes_key(); ///< for writing
/// Finds the sizes from the tokens and from the other keys.
void read_sizes(SessionReading& into, const Field& root);
std::vector<SessionKey> norm_keys();
std::vector<SessionKey> weight_keys();
SessionKey block_key(); ///< the stream, norms and MLP around attention
SessionKey mask_key();
/// The keys of all options; options of one group share the key of their object.
std::vector<SessionKey> option_keys();

std::vector<SessionKey> override_keys(); ///< pins and given matrices
/// The place that the window shows: a stage or, if allowed, a weight.
Opening read_opening(const Field& field, const Sizes& sizes, bool may_be_weight);
Json json_of_opening(const Opening& opening);
std::vector<SessionKey> keys_of_view(); ///< the view when the session was saved

/// Fails if a text that nobody edits is longer than texts that are edited.
void check_length(const std::string& text, const Field& field);

} // namespace attn
