#pragma once

#include "core/document/session/fixed_range.h"
#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <utility>

namespace attn {

/// The view of a session in the window when the session was saved.
struct SavedView {
    std::optional<Opening> place{}; ///< the cell that was shown; nullopt: the session's opening
    std::string picture{};          ///< name of the picture; empty: the default
    FixedRanges ranges{};           ///< fixed ranges of colours
    bool shares_range = false;      ///< true: all other ranges are those of all heads
    bool operator==(const SavedView&) const = default;
};

/// A session and its view, which is not changed by edits or undo.
struct SavedSession {
    SavedSession(Session saved, SavedView shown = {}) : session(std::move(saved)), view(std::move(shown)) {}

    Session session;
    SavedView view;
};

inline Result<SavedSession> as_saved(Result<Session> session) {
    return session ? Result<SavedSession>(*std::move(session)) : Result<SavedSession>(session.error());
}
inline Result<Session> without_view(Result<SavedSession> saved) {
    return saved ? Result<Session>(std::move(saved->session)) : Result<Session>(saved.error());
}

} // namespace attn
