#pragma once

#include "core/document/session/edits.h"
#include "ui/document/request.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// An edit that the user made; edits of one gesture become one entry of the history.
struct EditAction {
    Edit edit;
    std::uint64_t gesture = 0;
    std::string said{};  ///< what the user should hear of when it is made
    bool by_key = false; ///< pins that it makes are said, as nothing else may show them
};

struct RequestAction {
    Request request;
    bool changes_may_go = false; ///< the user has been asked about unsaved changes
};

/// What the user did in one frame. Nothing of it is done yet.
struct FrameActions {
    std::vector<EditAction> edits;
    std::vector<RequestAction> requests;
    std::optional<float> next_frame; ///< the picture changes by itself in that many seconds
};

} // namespace attn
