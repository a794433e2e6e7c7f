#include "ui/panels/dialog.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "core/files/printable.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/fields.h"
#include "ui/actions/folder_list.h"
#include "ui/panels/controls.h"
#include "ui/toolkit/whole_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

constexpr float dialog_margin = space::huge;

struct PathDialog {
    Overlay::Kind kind;
    std::string_view title;
    std::string_view field;
    std::string_view verb; ///< on its button
    std::string_view remark;
};

constexpr std::array path_dialogs{
    PathDialog{
        Overlay::Kind::open_file, "Open", "field:open-path", "Open",
        "Enter opens a session (.json, .attn), weights (.npz, .safetensors) or an input X (.npy). Files can also be "
        "dropped on the window."},
    PathDialog{
        Overlay::Kind::save_file, "Save the session", "field:save-path", "Save",
        "Enter saves it. The path ends in .json or .attn: a small session is text, a large one is packed with its "
        "arrays."},
    PathDialog{Overlay::Kind::save_weights, "Export the weights", "field:weights-path", "Export",
               "A path that ends in .npz or .safetensors. Weights of a checkpoint keep its layout and its other "
               "tensors."},
    PathDialog{
        Overlay::Kind::check_file, "Check an implementation of your own", "field:check-path", "Check",
        "An .npz, .safetensors or folder of .npy with stages by their names (Q, A, Y …); or drop it on the window."},
};

constexpr float file_line = 26;
constexpr float file_list_height = file_line * 9 + space::huge;

void add_path_dialog(Scene& scene, const UiContext& ui, const Box& window, const PathDialog& dialog) {
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window, {560, 172 + file_list_height});
    add_close_button(scene, ui, box);
    const std::string field(dialog.field);
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40}, std::string(dialog.title), theme.ink,
             bold(type_size::large));
    std::vector<Segment> buttons{{.target = "action:take-path", .label = std::string(dialog.verb)}};
    const float beside = segments_width(ui, buttons) + space::small;
    add_field(scene, ui, {box.x + dialog_margin, box.y + 60, box.width - 2 * dialog_margin - beside, control_height},
              field, ui.workspace.field ? ui.workspace.field->text : std::string(), "path");
    add_segments(scene, ui, {box.right() - dialog_margin - beside + space::small, box.y + 60}, buttons);
    add_file_list(scene, ui, {box.x + dialog_margin, box.y + 164, box.width - 2 * dialog_margin, file_list_height});
    const bool refused = !ui.workspace.field_problem.empty();
    add_paragraph(scene, ui, {box.x + dialog_margin, box.y + 116}, box.width - 2 * dialog_margin,
                  refused ? ui.workspace.field_problem : std::string(dialog.remark), refused ? theme.ink : theme.dim,
                  {.weight = refused ? FontWeight::medium : FontWeight::regular});
    if (!refused)
        return;
    Rectangle place;
    place.box = {box.x + dialog_margin, box.y + 100, box.width - 2 * dialog_margin, 48};
    scene.list.add(place, std::string("field.problem"));
    scene.values.insert_or_assign("field.problem", ui.workspace.field_problem);
}

constexpr std::string_view size_fields = "size/";
constexpr std::string_view text_fields = "text/";

/// Those that there are now, in the order of their rows.
std::vector<const FieldRow*> fields_of_dialog(const UiContext& ui, std::string_view prefix) {
    std::vector<const FieldRow*> rows;
    for (const FieldRow& field : fields())
        if (field.id.starts_with(prefix) && (field.enabled == nullptr || field.enabled(ui)))
            rows.push_back(&field);
    return rows;
}

/// What a change of sizes did; as much as is mostly said has room before it is, so that nothing moves then.
float notice_height(const UiContext& ui, float width) {
    constexpr float two_lines = 40;
    const float said =
        ui.workspace.notice ? paragraph_height(ui.typesetter, width, ui.workspace.notice->text) : two_lines;
    return std::max(said, two_lines) + space::section;
}

void add_sizes_dialog(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const std::vector<const FieldRow*> rows = fields_of_dialog(ui, size_fields);
    const float width = std::min(440.0F, window.width - 2 * space::large);
    const float below = notice_height(ui, width - 2 * dialog_margin);
    const Box box = add_dialog(scene, ui, window, {width, 122 + 40 * static_cast<float>(rows.size()) + below});
    add_close_button(scene, ui, box);
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40}, "Sizes", theme.ink, bold(type_size::large));
    add_paragraph(scene, ui, {box.x + dialog_margin, box.y + 62}, box.width - 2 * dialog_margin,
                  "What fits is kept. What comes to it is drawn at random: new heads and columns are not trained. "
                  "Enter takes a number.",
                  theme.dim);
    float y = box.y + 106;
    for (const FieldRow* const field : rows) {
        add_line(scene.list, ui.typesetter, {box.x + dialog_margin, y + 20}, field->id.substr(size_fields.size()),
                 theme.ink, bold());
        add_text(scene, ui, {box.x + dialog_margin + 44, y + 20}, std::string(field->label), theme.dim);
        add_field(scene, ui, {box.right() - dialog_margin - 84, y, 84, control_height},
                  fmt::format("field:{}", field->id));
        y += 40;
    }
    if (ui.workspace.field)
        add_field_problem(scene, ui, {box.x + dialog_margin, y - 4}, box.width - 2 * dialog_margin,
                          ui.workspace.field->name);
    if (ui.workspace.notice && ui.workspace.field_problem.empty()) {
        add_paragraph(scene, ui, {box.x + dialog_margin, y + 8}, box.width - 2 * dialog_margin,
                      ui.workspace.notice->text, theme.ink);
        scene.values.insert_or_assign("sizes.notice", ui.workspace.notice->text);
        const std::vector<Segment> dismiss{{.target = "action:dismiss", .label = "Dismiss"}};
        add_text_buttons(scene, ui,
                         {box.right() - dialog_margin - text_buttons_width(ui, dismiss), box.bottom() - space::section},
                         dismiss);
    }
}

void add_texts_dialog(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const std::vector<const FieldRow*> rows = fields_of_dialog(ui, text_fields);
    const float width = std::min(720.0F, window.width - 2 * space::section);
    constexpr float label_room = 84;
    const Box box = add_dialog(scene, ui, window, {width, 96 + 42 * static_cast<float>(rows.size()) + 24});
    add_close_button(scene, ui, box);
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40}, "Texts", theme.ink, bold(type_size::large));
    add_text(scene, ui, {box.x + dialog_margin, box.y + 62},
             ui.session.texts_of_preset
                 ? "A preset's question and answer go when its words or weights change; your own stay."
                 : "Enter takes a text; undo takes it back. They are saved with the session.",
             theme.dim);
    float y = box.y + 80;
    for (const FieldRow* const field : rows) {
        add_text(scene, ui, {box.x + dialog_margin, y + 20}, std::string(field->label), theme.ink, bold());
        add_field(scene, ui,
                  {box.x + dialog_margin + label_room, y, box.width - 2 * dialog_margin - label_room, control_height},
                  fmt::format("field:{}", field->id));
        y += 42;
    }
    if (ui.workspace.field)
        add_field_problem(scene, ui, {box.x + dialog_margin, y - 4}, box.width - 2 * dialog_margin,
                          ui.workspace.field->name);
}

/// Each once, and how many have it: "By hand", "Masks (2)".
std::vector<std::string> counted_names(const std::vector<std::string>& names) {
    std::vector<std::string> counted;
    for (auto name = names.begin(); name != names.end(); ++name)
        if (std::find(names.begin(), name, *name) == name) {
            const auto count = std::count(name, names.end(), *name);
            const std::string shown = name->empty() ? "a session without a name" : *name;
            counted.push_back(count > 1 ? fmt::format("{} ({})", shown, count) : shown);
        }
    return counted;
}

/// "By hand", "By hand and tea.json", "By hand, tea.json and 3 more".
std::string listed_names(const std::vector<std::string>& all) {
    constexpr std::size_t most = 3;
    const std::vector<std::string> names = counted_names(all);
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = names[i];
        if (i + 1 == most && names.size() > most)
            return fmt::format("{} and {} more", text, names.size() - i);
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + name;
    }
    return text;
}

void add_unsaved_dialog(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const std::vector<std::string>& names = ui.workspace.unsaved;
    const bool was_left = ui.workspace.present_is_saved;
    const Box box = add_dialog(scene, ui, window, {was_left ? 600.0F : 480.0F, 148});
    const float width = box.width - 2 * dialog_margin;
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40},
             was_left ? "Quit with other changes unsaved?" : "Save your changes first?", theme.ink,
             bold(type_size::large));
    const std::string lost = fmt::format("Those of {} are lost otherwise.", listed_names(names));
    add_text(scene, ui, {box.x + dialog_margin, box.y + 66}, ui.typesetter.shortened(lost, Font{}, width), theme.dim);
    scene.values.insert_or_assign("unsaved.text", lost);
    float x = box.x + dialog_margin;
    const float y = box.bottom() - dialog_margin - control_height;
    const Index marked = ui.workspace.overlay->marked;
    const std::array<Segment, 3> answers{
        {{.target = "action:unsaved/save", .label = was_left ? "Go back to them" : "Save", .chosen = marked == 0},
         {.target = "action:unsaved/discard",
          .label = was_left ? "Quit without them" : "Discard",
          .chosen = marked == 1},
         {.target = "action:close", .label = "Cancel", .chosen = marked == 2}}};
    const std::string keys = fmt::format("Enter: {}   Esc: Cancel",
                                         answers.at(static_cast<std::size_t>(std::clamp<Index>(marked, 0, 2))).label);
    add_text(scene, ui, {box.right() - dialog_margin, y + 20}, keys, theme.dim, small(), Horizontal::right);
    scene.values.insert_or_assign("unsaved.keys", keys);
    for (const Segment& answer : answers)
        x += add_segments(scene, ui, {x, y}, {answer}) + space::small;
}

void add_replacing_dialog(Scene& scene, const UiContext& ui, const Box& window) {
    if (!ui.workspace.replacement)
        return;
    const Replacement& replacement = *ui.workspace.replacement;
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window, {560, 172});
    const float width = box.width - 2 * dialog_margin;
    const std::string title = "Replace " + printable_path(replacement.path().filename()) + "?";
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40},
             shortened_to_words(ui.typesetter, title, bold(type_size::large), width), theme.ink,
             bold(type_size::large));
    add_paragraph(scene, ui, {box.x + dialog_margin, box.y + 66}, width, replacement.reason, theme.dim);
    scene.values.insert_or_assign("replacing.reason", replacement.reason);
    const float y = box.bottom() - dialog_margin - control_height;
    add_text(scene, ui, {box.right() - dialog_margin, y + 20}, "← →   Enter   A   Esc", theme.dim, small(),
             Horizontal::right);
    const Index marked = ui.workspace.overlay->marked;
    const std::array<Segment, 3> answers{{{.target = "action:replace/yes", .label = "Replace", .chosen = marked == 0},
                                          {.target = "action:replace/save-as",
                                           .label = replacement.is_export() ? "Another name" : "Save as…",
                                           .chosen = marked == 1},
                                          {.target = "action:close", .label = "Cancel", .chosen = marked == 2}}};
    float x = box.x + dialog_margin;
    for (const Segment& answer : answers)
        x += add_segments(scene, ui, {x, y}, {answer}) + space::small;
}

} // namespace

Box add_dialog(Scene& scene, const UiContext& ui, const Box& window, Point size) {
    const Theme& theme = ui.theme();
    Rectangle veil;
    veil.box = window;
    veil.fill = faded(rgb(0x000000), ui.workspace.look == Look::dark ? 0.5F : 0.18F);
    scene.list.add(veil, std::string("action:close"));
    Rectangle panel;
    panel.box = {std::floor((window.width - size.x) / 2), std::floor(std::max(0.0F, (window.height - size.y) * 0.32F)),
                 size.x, size.y};
    panel.fill = theme.panel;
    panel.stroke = {theme.hairline, 1};
    panel.corner_radius = measure::corner;
    const Box box = panel.box;
    scene.list.add(panel, std::string("dialog"));
    return box;
}

void add_close_button(Scene& scene, const UiContext& ui, const Box& dialog) {
    add_segments(scene, ui, {dialog.right() - 36 - space::small, dialog.y + space::small},
                 {{.target = "action:close", .label = "×"}});
}

void add_file_list(Scene& scene, const UiContext& ui, const Box& area) {
    const Theme& theme = ui.theme();
    const std::vector<FolderEntry> entries = folder_entries(ui);
    const Index marked = std::min<Index>(ui.workspace.overlay->marked, std::ssize(entries)) - 1; // none: the field
    const auto lines = to_integer<Index>((area.height - space::small) / file_line);
    const Index most = std::max<Index>(0, std::ssize(entries) - lines);
    const Index first = std::clamp<Index>(marked - lines + 1, 0, most);
    const std::string folder = "in " + printable_path(folder_in_sight(ui));
    add_text(scene, ui, {area.x, area.y - space::small}, ui.typesetter.shortened(folder, small(), area.width * 0.75F),
             theme.dim, small());
    scene.values.insert_or_assign("files.folder", folder);
    add_rule(scene, ui, {area.x, area.y}, {area.right(), area.y});
    float y = area.y + space::small;
    for (Index i = first; i < std::min<Index>(first + lines, std::ssize(entries)); ++i, y += file_line) {
        const FolderEntry& entry = entries[static_cast<std::size_t>(i)];
        const std::string target = fmt::format("action:choose/{}", i + 1);
        Rectangle ground;
        ground.box = {area.x - space::small, y, area.width + 2 * space::small, file_line};
        ground.corner_radius = 4;
        if (i == marked || ui.workspace.hovered == target)
            ground.fill = faded(theme.ink, 0.07F);
        scene.list.add(ground, target);
        const Colour ink = entry.is_ours || entry.is_folder ? theme.ink : theme.dim;
        const Font font{.weight = entry.is_ours ? FontWeight::medium : FontWeight::regular};
        const std::string label = ui.typesetter.shortened(entry.label, font, area.width * 0.6F);
        const float width = add_text(scene, ui, {area.x, y + 18}, label, ink, font);
        if (entry.is_recent)
            add_text(scene, ui, {area.right(), y + 18},
                     ui.typesetter.shortened("recent, in " + printable_path(entry.path.parent_path()), small(),
                                             area.width - width - space::large),
                     theme.dim, small(), Horizontal::right);
        scene.values.insert_or_assign(target, entry.label);
    }
    if (entries.empty())
        add_text(scene, ui, {area.x, y + 18},
                 asks_for_file_to_read(ui) ? "Nothing that can be opened has that name here."
                                           : "No file here begins so: it will be a new one.",
                 theme.dim);
    else if (most > 0)
        add_text(scene, ui, {area.right(), area.y - space::small},
                 fmt::format("{} to {} of {}", first + 1, std::min<Index>(first + lines, std::ssize(entries)),
                             entries.size()),
                 theme.dim, small(), Horizontal::right);
}

void dialog_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Overlay::Kind kind = ui.workspace.overlay->kind;
    for (const PathDialog& dialog : path_dialogs)
        if (dialog.kind == kind)
            add_path_dialog(scene, ui, window, dialog);
    if (kind == Overlay::Kind::sizes)
        add_sizes_dialog(scene, ui, window);
    if (kind == Overlay::Kind::texts)
        add_texts_dialog(scene, ui, window);
    if (kind == Overlay::Kind::unsaved)
        add_unsaved_dialog(scene, ui, window);
    if (kind == Overlay::Kind::replacing)
        add_replacing_dialog(scene, ui, window);
}

} // namespace attn
