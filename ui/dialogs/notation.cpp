// Chooses a notation, or opens the file of one. Beside the list of names are all formulas of the chosen one, with this
// layer's numbers.

#include "core/figure/pictures/notation.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notes.h"
#include "core/model/arrays.h"
#include "ui/actions/folder_list.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/file_list.h"
#include "ui/document/offered_notations.h"

#include <algorithm>
#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

constexpr float notation_list_width = 196;
constexpr float notation_row = 40;
constexpr float widest_notation = 960;

/// Adds a notation to the list: its name, and some letters that tell it from the others.
void add_notation_row(Scene& scene, const UiContext& ui, const Box& box, const NotationProfile& profile) {
    const Theme& theme = ui.theme();
    Rectangle row;
    row.box = box;
    row.corner_radius = measure::corner;
    if (ui.session.notation.name() == profile.name)
        row.stroke = {theme.ink, 1.5F};
    scene.list.add(row, fmt::format("action:notation/{}", profile.name));
    const float width = box.width - 2 * space::small;
    const auto add_shortened = [&](float y, const std::string& line, Colour ink, const Font& font) {
        add_line(scene.list, ui.typesetter, {box.x + space::small, y}, ui.typesetter.shortened(line, font, width), ink,
                 font);
    };
    add_shortened(box.y + 16, profile.label, theme.ink, bold());
    add_shortened(box.y + 32, profile.about, theme.dim, Font());
}

/// Adds the formula of each stage, for a notation that comes without notes.
void add_stage_formulas(Scene& scene, const UiContext& ui, const Box& area) {
    float y = area.y;
    for (const ArrayId stage : stages_of(ui.trace)) {
        const std::string whole = equation_of(ui.session, stage);
        if (whole.empty())
            continue;
        Typeset set = set_general_formula(ui, whole, 15, ui.theme().ink);
        if (set.width > area.width)
            set = set_general_formula(ui, whole, 15 * area.width / set.width, ui.theme().ink);
        y += set.ascent;
        if (y + set.descent > area.bottom())
            return;
        scene.list.append(set.list, {area.x, y}, area);
        y += set.descent + space::small;
    }
}

void add_formulas_preview(Form& form, const Box& area) {
    if (!has_notes(form.ui()))
        return add_stage_formulas(form.scene(), form.ui(), area);
    DisplayList notes;
    all_notes_picture(notes, form.ui(), {0, 0, area.width, area.height});
    form.scrolled(area, notes);
}

} // namespace

void draw_notation(Form& form) {
    const UiContext& ui = form.ui();
    const Box& window = form.around().window;
    form.set_size({std::min(widest_notation, window.width - 2 * Form::margin),
                   std::max(480.0F, window.height - 4 * Form::margin)});
    form.title();
    form.note("Whose letters formulas are written in. The numbers stay as they are.");
    form.skip(space::small);
    const float top = form.top();
    for (const NotationChoice& choice : offered_notations(ui)) {
        add_notation_row(form.scene(), ui, {Form::margin, form.top(), notation_list_width, notation_row},
                         choice.profile());
        form.skip(notation_row + space::tiny);
    }
    form.scene().values.insert_or_assign("notation.chosen", ui.session.notation.name());
    const float foot = form.foot_top();
    const float done = form.buttons_before({form.right(), foot}, {{.target = "action:close", .label = "Done"}});
    form.field({Form::margin, foot, done - space::small - Form::margin, control_height}, "field:notation-path");
    const bool refused = !ui.workspace.field_problem.empty();
    form.say(refused ? "field.problem" : "", {Form::margin, foot - space::small},
             refused ? ui.workspace.field_problem : "Or the file of a notation of your own, then Enter:",
             refused ? form.theme().ink : form.theme().dim, {}, Horizontal::left, form.inner());
    const float left = Form::margin + notation_list_width + space::huge;
    const float bottom = foot - Form::margin - space::small;
    form.rule({left - space::large, top}, {left - space::large, bottom});
    const Box beside{left, top, form.right() - left, bottom - top};
    if (lists_files(ui))
        add_file_list(form, {beside.x, beside.y + space::large, beside.width, beside.height - space::large});
    else
        add_formulas_preview(form, beside);
}

} // namespace attn
