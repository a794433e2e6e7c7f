#include "ui/actions/manual_pages.h"

#include "core/files/printable.h"

#include <algorithm>

namespace attn {

Result<void> show_manual_page(const UiContext& ui, Workspace& workspace, std::string_view topic) {
    const auto page = std::ranges::find(ui.status.manual, topic, &ManualPage::topic);
    if (page == ui.status.manual.end())
        return error("there is no page “{}” in the manual", printable(topic));
    workspace.field.reset();
    workspace.overlay.emplace().kind = Overlay::Kind::manual;
    workspace.overlay->marked = page - ui.status.manual.begin();
    return {};
}

void turn_manual_page(const UiContext& ui, Workspace& workspace, Index by) {
    const Index last = std::max<Index>(1, std::ssize(ui.status.manual)) - 1;
    Overlay& overlay = *workspace.overlay;
    overlay.marked = std::clamp<Index>(overlay.marked + by, 0, last);
    overlay.scroll = 0;
}

void scroll_manual(Workspace& workspace, float by) {
    workspace.overlay->scroll = std::max(0.0F, workspace.overlay->scroll + by);
}

} // namespace attn
