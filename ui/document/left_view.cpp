#include "ui/document/left_view.h"

namespace attn {

LeftView left_view(const Workspace& workspace) {
    return {static_cast<const ViewState&>(workspace), static_cast<const SessionView&>(workspace)};
}

void come_back(const LeftView& left, Workspace& workspace) {
    ViewState view = left.view;
    view.reveal.reset(); // a film does not go on
    view.look = workspace.look;
    view.grey = workspace.grey;
    view.steps = workspace.steps;
    view.numbers = workspace.numbers;
    view.decimals = workspace.decimals;
    view.whole_numbers = workspace.whole_numbers;
    static_cast<ViewState&>(workspace) = view;
    static_cast<SessionView&>(workspace) = left.session_view;
}

} // namespace attn
