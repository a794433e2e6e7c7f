#pragma once

#include "core/document/options/session_notation.h"
#include "core/model/claim.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace attn {

/// What must go on for a notice to be so, beside the facts of its claim.
enum class HoldsWhile : std::uint8_t {
    whatever,         ///< nothing: it tells of what was done, which stays done
    session_is_as_is, ///< the session is neither changed nor is a change of it undone or redone, nor is the baseline
                      ///< dropped that changes were counted from
    saving,           ///< work of that kind is under way
    exporting,
    opening,
    has_baseline, ///< changes are counted from a baseline
    unsaved,      ///< the document has changes that are in no file
    in_lecture
};

/// A line at the bottom that stays until it is dismissed, unless it passes; what is no longer so goes by itself.
struct Notice : Claim {
    Notice(Claim claim, HoldsWhile holds_) : Claim(std::move(claim)), holds(holds_) {}

    HoldsWhile holds;
    bool is_error = false;
    bool passes = false;                    ///< goes with the next click or key already
    bool undo = false;                      ///< what it tells of can be undone beside it
    bool resumes = false;                   ///< the lesson that it tells of can be gone on with beside it
    std::string lesson{};                   ///< id of one of the course that can be gone on with beside it
    std::optional<std::uint64_t> told_of{}; ///< the revision of the session that it was said of
    bool had_baseline = false;              ///< changes were counted from one then
    std::optional<std::chrono::steady_clock::time_point> shown_since{};
};

/// Tells of what was done, whatever becomes of the session: "Copied W_Q."
inline Notice notice_of_deed(std::string text) {
    return {{std::move(text), Always{"it tells of what was done, and not of how things are"}}, HoldsWhile::whatever};
}

/// Tells of the session as it is now: "A pin went with its token."
inline Notice notice_of_state(std::string text) {
    return {{std::move(text), Always{"it is made from the session as it is, and goes when that is another"}},
            HoldsWhile::session_is_as_is};
}

/// Says why the session as it is does not allow what was asked for.
inline Notice refusal(const Session& session, const Error& error) {
    Notice notice = notice_of_state(text_in(session, error));
    notice.is_error = true;
    return notice;
}

/// The same notice, which goes with the next click or key.
inline Notice passing(Notice notice) {
    notice.passes = true;
    return notice;
}

} // namespace attn
