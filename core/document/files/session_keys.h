#pragma once

#include "core/document/files/matrices_json.h"
#include "core/document/session/saved_session.h"
#include "core/files/json_keys.h"

#include <string>
#include <vector>

namespace attn {

// The rows of a session's file, by what they are of. session_json.cpp puts them in order.

/// What a session is read into: its one layer and the layer's sizes stand beside it until all is read.
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
    std::string arrays_file{}; ///< beside the session; none where arrays are in its own file
    MatrixWriter matrices{};
};

using SessionKey = JsonKey<SessionReading, SessionWriting>;

// Keys that are first are those that sizes need. All others are read when the sizes are known, and known to be fit for
// what they give.

SessionKey tokens_key();
std::vector<SessionKey> sequence_keys(); ///< what its tokens are as numbers
SessionKey context_key();
/// Reads how many tokens the context has, and how wide they are, ahead of the rest.
void read_context_sizes(SessionReading& into, const Field& context);

/// What changes were counted from: a layer in the words of a session, without what is said of it.
SessionKey left_baseline_key();

SessionKey sizes_key(); ///< as it is written
/// Sizes follow from the tokens, and from what other keys write out.
void read_sizes(SessionReading& into, const Field& root);
std::vector<SessionKey> norm_keys();
std::vector<SessionKey> weight_keys();
SessionKey mask_key();
/// Of options that the file has; those of a group share the key of their object.
std::vector<SessionKey> option_keys();

std::vector<SessionKey> override_keys(); ///< pins and given matrices
/// What the window shows: a stage, or, where that may be, a weight.
Opening read_opening(const Field& field, const Sizes& sizes, bool may_be_weight);
Json json_of_opening(const Opening& opening);
std::vector<SessionKey> keys_of_view(); ///< how it was shown when it was saved

/// A text that nobody edits, and that is laid out all the same, is no longer than those that are edited.
void check_length(const std::string& text, const Field& field);

} // namespace attn
