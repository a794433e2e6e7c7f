#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/notes.h"
#include "core/model/arrays.h"
#include "ui/actions/folder_list.h"
#include "ui/document/offered_notations.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

constexpr float notation_margin = space::huge;
constexpr float notation_list_width = 196;
constexpr float notation_row = 40;
constexpr float widest_notation = 960;

/// A name in the list, and what it can be told by.
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

/// Symbols with what is put in their place and how one cell is made, where a notation comes without formulas.
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

void add_formulas_preview(Scene& scene, const UiContext& ui, const Box& area) {
    if (!has_notes(ui))
        return add_stage_formulas(scene, ui, area);
    DisplayList notes;
    all_notes_picture(notes, ui, {0, 0, area.width, area.height});
    const float top = std::clamp(ui.workspace.overlay->scroll, 0.0F,
                                 std::max(0.0F, bounds(notes, ui.typesetter).bottom() - area.height));
    scene.list.append(notes, {area.x, area.y - top}, area);
}

} // namespace

void notation_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window,
                               {std::min(widest_notation, window.width - 2 * notation_margin),
                                std::max(480.0F, window.height - 4 * notation_margin)});
    add_text(scene, ui, {box.x + notation_margin, box.y + 40}, "Notation", theme.ink, bold(type_size::large));
    add_text(scene, ui, {box.x + notation_margin, box.y + 62},
             "In whose letters formulas are written. The numbers stay as they are.", theme.dim);
    const float top = box.y + 80;
    float y = top;
    const auto add_row = [&](const NotationProfile& profile) {
        add_notation_row(scene, ui, {box.x + notation_margin, y, notation_list_width, notation_row}, profile);
        y += notation_row + space::tiny;
    };
    for (const NotationChoice& choice : offered_notations(ui))
        add_row(choice.profile());
    scene.values.insert_or_assign("notation.chosen", ui.session.notation.name());

    const float bottom = box.bottom() - notation_margin - control_height;
    const std::vector<Segment> done{{.target = "action:close", .label = "Done"}};
    const float right = box.right() - notation_margin;
    const float end = right - segments_width(ui, done);
    add_segments(scene, ui, {end, bottom}, done);
    const std::string field = "field:notation-path";
    const bool is_open = ui.workspace.field && ui.workspace.field->name == field;
    add_field(scene, ui,
              {box.x + notation_margin, bottom, end - space::small - box.x - notation_margin, control_height}, field,
              is_open ? ui.workspace.field->text : std::string(), "path, then Enter");
    const bool refused = !ui.workspace.field_problem.empty();
    const std::string said =
        refused ? ui.workspace.field_problem : "Or the file of a notation of your own, then Enter:";
    add_text(scene, ui, {box.x + notation_margin, bottom - space::small},
             ui.typesetter.shortened(said, Font{}, right - box.x - notation_margin), refused ? theme.ink : theme.dim);
    if (refused)
        scene.values.insert_or_assign("field.problem", ui.workspace.field_problem);
    const float left = box.x + notation_margin + notation_list_width + space::huge;
    add_rule(scene, ui, {left - space::large, top}, {left - space::large, bottom - notation_margin - space::small});
    const Box beside{left, top, right - left, bottom - notation_margin - space::small - top};
    if (lists_files(ui))
        add_file_list(scene, ui, {beside.x, beside.y + space::large, beside.width, beside.height - space::large});
    else
        add_formulas_preview(scene, ui, beside);
}

} // namespace attn
