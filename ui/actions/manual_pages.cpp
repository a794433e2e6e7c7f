#include "ui/actions/manual_pages.h"

#include <algorithm>

namespace attn {

std::optional<Index> find_manual_page(const UiContext& ui, std::string_view topic) {
    const auto page = std::ranges::find(ui.status.manual, topic, &ManualPage::topic);
    return page == ui.status.manual.end() ? std::nullopt : std::optional<Index>(page - ui.status.manual.begin());
}

void show_manual_page(Workspace& workspace, Index page) {
    workspace.field.reset();
    workspace.overlay = Overlay{.kind = Overlay::Kind::manual, .marked = page};
}

void turn_manual_page(const UiContext& ui, Workspace& workspace, Index by) {
    const Index last = std::max<Index>(1, std::ssize(ui.status.manual)) - 1;
    Overlay& overlay = *workspace.overlay;
    overlay.marked = std::clamp<Index>(overlay.marked + by, 0, last);
    overlay.scroll = 0;
}

} // namespace attn
