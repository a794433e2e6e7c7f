#include "ui/panels/dialog.h"

#include "core/figure/pictures/labels.h"
#include "core/io/printable.h"
#include "ui/widgets/controls.h"

#include <array>
#include <cmath>
#include <vector>

namespace attn {

namespace {

constexpr float dialog_margin = space::huge;

struct PathDialog {
    Overlay::Kind kind;
    std::string_view title;
    std::string_view field;
    std::string_view remark;
};

constexpr std::array path_dialogs{
    PathDialog{
        Overlay::Kind::open_file, "Open", "field:open-path",
        "A session (.json, .attn), weights (.npz, .safetensors) or an input X (.npy). Files can also be dropped on the "
        "window."},
    PathDialog{Overlay::Kind::save_file, "Save the session", "field:save-path",
               "A path that ends in .json or .attn. A small session is text, a large one is packed with its arrays."},
    PathDialog{Overlay::Kind::save_weights, "Export the weights", "field:weights-path",
               "A path that ends in .npz or .safetensors. Weights of a checkpoint keep its layout and its other "
               "tensors."},
    PathDialog{
        Overlay::Kind::check_file, "Check an implementation of your own", "field:check-path",
        "An .npz, .safetensors or folder of .npy with stages by their names (Q, A, Y …); or drop it on the window."},
};

void add_path_dialog(Scene& scene, const UiContext& ui, const Box& window, const PathDialog& dialog) {
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window, {560, 164});
    const std::string field(dialog.field);
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40}, std::string(dialog.title), theme.ink,
             bold(type_size::large));
    const std::vector<Segment> browse{{.target = "action:browse", .label = "Browse…"}};
    const float beside = ui.status.can_browse ? segments_width(ui, browse) + space::small : 0;
    add_field(scene, ui, {box.x + dialog_margin, box.y + 60, box.width - 2 * dialog_margin - beside, control_height},
              field, ui.workspace.field ? ui.workspace.field->text : std::string(), "path, then Enter");
    if (ui.status.can_browse)
        add_segments(scene, ui, {box.right() - dialog_margin - beside + space::small, box.y + 60}, browse);
    const bool refused = !ui.workspace.field_problem.empty();
    add_paragraph(scene, ui, {box.x + dialog_margin, box.y + 116}, box.width - 2 * dialog_margin,
                  refused ? ui.workspace.field_problem : std::string(dialog.remark), refused ? theme.ink : theme.dim);
    if (!refused)
        return;
    Rectangle place;
    place.box = {box.x + dialog_margin, box.y + 100, box.width - 2 * dialog_margin, box.bottom() - box.y - 108};
    scene.list.add(place, std::string("field.problem"));
    scene.values.insert_or_assign("field.problem", ui.workspace.field_problem);
}

void add_sizes_dialog(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const Sizes& sizes = ui.sizes();
    struct Line {
        std::string_view name;
        std::string_view meaning;
        Index length;
    };
    std::vector lines{Line{"S", "tokens", sizes.S_q},
                      Line{"D", "width of the model", sizes.D},
                      Line{"H", "heads", sizes.H},
                      Line{"H_kv", "of them with own keys, values", sizes.H_kv()},
                      Line{"d_k", "width of queries and keys", sizes.d_k},
                      Line{"d_v", "width of values", sizes.d_v},
                      Line{"B", "items of the batch", sizes.B}};
    if (ui.layer().context) {
        lines.push_back({"S_k", "tokens of keys and values", sizes.S_k});
        lines.push_back({"D_c", "width of their input", sizes.D_context});
    }
    const Box box = add_dialog(scene, ui, window, {380, 96 + 40 * static_cast<float>(lines.size()) + 24});
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40}, "Sizes", theme.ink, bold(type_size::large));
    add_text(scene, ui, {box.x + dialog_margin, box.y + 62}, "What fits of the weights is kept; Enter takes a number.",
             theme.dim);
    float y = box.y + 80;
    for (const Line& line : lines) {
        const std::string name(line.name);
        add_text(scene, ui, {box.x + dialog_margin, y + 20}, name, theme.ink, bold());
        add_text(scene, ui, {box.x + dialog_margin + 44, y + 20}, std::string(line.meaning), theme.dim);
        add_field(scene, ui, {box.right() - dialog_margin - 84, y, 84, control_height}, "field:size/" + name,
                  std::to_string(line.length));
        y += 40;
    }
    if (ui.workspace.field)
        add_field_problem(scene, ui, {box.x + dialog_margin, y - 4}, box.width - 2 * dialog_margin,
                          ui.workspace.field->name);
}

void add_unsaved_dialog(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window, {480, 148});
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40}, "Save your changes first?", theme.ink,
             bold(type_size::large));
    add_text(scene, ui, {box.x + dialog_margin, box.y + 66}, "They are lost otherwise.", theme.dim);
    add_text(scene, ui, {box.right() - dialog_margin, box.bottom() - dialog_margin - 11}, "S   D   Esc", theme.dim,
             small(), Horizontal::right);
    float x = box.x + dialog_margin;
    const float y = box.bottom() - dialog_margin - control_height;
    const Index marked = ui.workspace.overlay->marked;
    const std::array<Segment, 3> answers{
        {{.target = "action:unsaved/save", .label = "Save", .chosen = marked == 0},
         {.target = "action:unsaved/discard", .label = "Discard", .chosen = marked == 1},
         {.target = "action:close", .label = "Cancel", .chosen = marked == 2}}};
    for (const Segment& answer : answers)
        x += add_segments(scene, ui, {x, y}, {answer}) + space::small;
}

void add_replacing_dialog(Scene& scene, const UiContext& ui, const Box& window) {
    if (!ui.workspace.replacement)
        return;
    const auto& [request, reason] = *ui.workspace.replacement;
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window, {560, 172});
    const float width = box.width - 2 * dialog_margin;
    const std::string title = "Replace " + printable_path(request.path.filename()) + "?";
    add_text(scene, ui, {box.x + dialog_margin, box.y + 40},
             ui.typesetter.shortened(title, bold(type_size::large), width), theme.ink, bold(type_size::large));
    add_paragraph(scene, ui, {box.x + dialog_margin, box.y + 66}, width, reason, theme.dim);
    scene.values.insert_or_assign("replacing.reason", reason);
    const float y = box.bottom() - dialog_margin - control_height;
    add_text(scene, ui, {box.right() - dialog_margin, y + 20}, "R   A   Esc", theme.dim, small(), Horizontal::right);
    const Index marked = ui.workspace.overlay->marked;
    const std::array<Segment, 3> answers{
        {{.target = "action:replace/yes", .label = "Replace", .chosen = marked == 0},
         {.target = "action:replace/save-as", .label = "Save as…", .chosen = marked == 1},
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

void dialog_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Overlay::Kind kind = ui.workspace.overlay->kind;
    for (const PathDialog& dialog : path_dialogs)
        if (dialog.kind == kind)
            add_path_dialog(scene, ui, window, dialog);
    if (kind == Overlay::Kind::sizes)
        add_sizes_dialog(scene, ui, window);
    if (kind == Overlay::Kind::unsaved)
        add_unsaved_dialog(scene, ui, window);
    if (kind == Overlay::Kind::replacing)
        add_replacing_dialog(scene, ui, window);
}

} // namespace attn
