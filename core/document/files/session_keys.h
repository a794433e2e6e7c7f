#pragma once

#include "core/document/files/matrices_json.h"
#include "core/document/session/saved_session.h"
#include "core/files/json_keys.h"

#include <string>
#include <vector>

namespace attn {

// The keys of session files, by subject. session_json.cpp puts them in order.

/// A session while it is being read, with its layer and the layer's sizes.
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
    std::string arrays_file{}; ///< name of a separate file for arrays; empty if they are stored in the session's own
                               ///< file
    MatrixWriter matrices{};
};

using SessionKey = JsonKey<SessionReading, SessionWriting>;

// Keys with is_first determine the sizes. All others are read after the sizes are known and checked.

SessionKey tokens_key();
std::vector<SessionKey> sequence_keys(); ///< embeddings and positions
SessionKey context_key();
/// Reads the number and width of the context's tokens, before its other keys.
void read_context_sizes(SessionReading& into, const Field& context);

/// The layer that changes are compared with. It is written like a session, without texts.
SessionKey left_baseline_key();
/// The edited layers of the session's model, written like that.
SessionKey changed_layers_key();

SessionKey sizes_key(); ///< only written; see read_sizes
/// Derives the sizes from the tokens and the other keys.
void read_sizes(SessionReading& into, const Field& root);
std::vector<SessionKey> norm_keys();
std::vector<SessionKey> weight_keys();
SessionKey block_key(); ///< the stream, norms and MLP around attention
SessionKey mask_key();
/// The keys of all options; options of one group share the key of their object.
std::vector<SessionKey> option_keys();

std::vector<SessionKey> override_keys(); ///< pins and given matrices
/// Reads the stage or, if `may_be_weight`, the weight that the window shows first.
Opening read_opening(const Field& field, const Sizes& sizes, bool may_be_weight);
Json json_of_opening(const Opening& opening);
std::vector<SessionKey> keys_of_view(); ///< the view when the session was saved

/// Fails if a text that cannot be edited is longer than editable texts may be.
void check_length(const std::string& text, const Field& field);

} // namespace attn
