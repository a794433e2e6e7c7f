#pragma once

#include "ui/document/workspace.h"

namespace attn {

/// What of a workspace belongs to the session that is shown, to come back to when another has been shown meanwhile.
/// Colours, decimals and the like are the user's own, and stay as they are.
struct LeftView {
    ViewState view;
    SessionView session_view;
};

LeftView left_view(const Workspace& workspace);
void come_back(const LeftView& left, Workspace& workspace);

} // namespace attn
