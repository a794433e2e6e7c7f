#pragma once

#include "core/document/session/edits.h"
#include "ui/document/request.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// An edit that the user made. Edits of one gesture become one entry of the history.
struct EditAction {
    Edit edit;
    std::uint64_t gesture = 0;
    std::string said{};  ///< a notice to be shown when the edit is made
    bool by_key = false; ///< true: a notice lists the pins that the edit makes, since nothing else may show them
    /// The result of the edit on the session of revision `applied_to`, if the edit was already tried.
    std::optional<Applied> applied{};
    std::uint64_t applied_to = 0;
};

/// Returns the session after the edit; reuses the result that was tried on the same revision.
Result<Applied> applied(EditAction& action, const Session& session, std::uint64_t revision);

struct RequestAction {
    Request request;
    bool changes_may_go = false; ///< true: the user was asked about unsaved changes and agreed to lose them
};

/// The edits and requests of the user in one frame. None of them has been carried out yet.
struct FrameActions {
    std::vector<EditAction> edits;
    std::vector<RequestAction> requests;
    std::optional<float> next_frame; ///< seconds after which the picture changes by itself
};

} // namespace attn
