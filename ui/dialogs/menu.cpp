// Menus hang from a button or from what was pointed at; a menu of one field is beneath the picture.

#include "ui/panels/menu.h"
#include "ui/actions/fields.h"
#include "ui/actions/menus.h"
#include "ui/dialogs/dialog_keys.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"
#include "ui/panels/stage.h"

#include <string>
#include <vector>

namespace attn {

void draw_menu(Form& form) {
    const UiContext& ui = form.ui();
    const Overlay& overlay = *ui.workspace.overlay;
    if (find_menu(overlay.menu) == Menu::picture)
        return draw_picture_menu(form);
    const Box beneath = asked_field_area(ui, form.around().stage);
    const Point anchor = overlay.asks ? Point{beneath.x, beneath.y} : overlay.anchor;
    form.fill_window();
    menu_panel(form.scene(), ui, form.around().window, anchor, form.around().beneath);
}

/// Up, Down, Home and End mark an enabled entry, and Enter runs it; a typed number goes into the marked field.
bool react_in_menu(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    Overlay& overlay = *workspace.overlay;
    const std::vector<Offer> offers = menu_offers(command.ui, overlay.menu, workspace.window_width);
    const Index count = std::ssize(offers);
    const auto offer_at = [&](Index i) -> const Offer& { return offers.at(static_cast<std::size_t>(i)); };
    const auto is_marked = [&] { return overlay.marked >= 0 && overlay.marked < count; };
    const auto walk = [&](Index by) {
        for (Index i = 0; i < count; ++i) {
            overlay.marked = ((overlay.marked + by) % count + count) % count;
            if (offer_at(overlay.marked).enabled && !offer_at(overlay.marked).target.empty())
                break;
        }
    };
    if (key_pressed(Key::down))
        walk(1);
    else if (key_pressed(Key::up))
        walk(overlay.marked < 0 ? 0 : -1);
    else if (key_pressed(Key::home)) {
        overlay.marked = -1;
        walk(1);
    } else if (key_pressed(Key::end)) {
        overlay.marked = 0;
        walk(-1);
    }
    const std::string target = is_marked() ? offer_at(overlay.marked).target : std::string();
    if (is_marked())
        workspace.hovered = target;
    if (type_into(command, is_marked() ? target : workspace.key_focus.value_or("")) || !is_marked() ||
        !key_pressed(Key::enter))
        return true;
    if (target.starts_with("field:")) {
        begin_field(command.ui, workspace, target);
        return true;
    }
    const Point anchor = overlay.anchor;
    workspace.overlay.reset();
    run_action(target, {command.ui, workspace, command.frame_actions, anchor});
    return true;
}

} // namespace attn
