#include "ui/panels/layers.h"

#include "core/io/printable.h"
#include "ui/panels/dialog.h"
#include "ui/widgets/controls.h"

#include <algorithm>

namespace attn {

namespace {

constexpr float layers_line_height = 48;
constexpr Index layers_most_lines = 9;
constexpr float layers_margin = space::huge;

/// "D 48 · 12 heads of 64, 4 of keys and values".
std::string sizes_in_words(const ListedLayer& listed) {
    const HeadCounts& counts = listed.counts;
    std::string text = fmt::format("D {}", listed.layer.D);
    if (counts.H == 0)
        return text + " · heads as in this session";
    text += fmt::format(" · {} {} of {}", counts.H, counts.H == 1 ? "head" : "heads", counts.d_k);
    if (counts.H_kv != counts.H)
        text += fmt::format(", {} of keys and values", counts.H_kv);
    return text;
}

void add_layer(Scene& scene, const UiContext& ui, const Box& box, const ListedLayer& listed, bool marked) {
    const Theme& theme = ui.theme();
    const FoundLayer& layer = listed.layer;
    const bool fine = layer.problem.empty();
    const std::string target = fmt::format("action:layer/{}", layer.number);
    Rectangle ground;
    ground.box = box;
    ground.corner_radius = 4;
    if (fine && (marked || ui.workspace.hovered == target))
        ground.fill = faded(theme.ink, 0.07F);
    scene.list.add(ground);
    const std::string name = layer.name.empty() ? "the only layer" : printable(layer.name, 100);
    const float left = box.x + space::medium;
    add_text(scene, ui, {left, box.y + 20}, std::to_string(layer.number), theme.dim);
    const float text = left + 36;
    const float taken = add_text(scene, ui, {box.right() - space::medium, box.y + 20}, sizes_in_words(listed),
                                 theme.dim, small(), Horizontal::right);
    const float room = box.right() - space::medium - taken - space::large - text;
    add_text(scene, ui, {text, box.y + 20}, ui.typesetter.shortened(name, {}, room), fine ? theme.ink : theme.dim);
    const std::string about =
        !fine ? "cannot be opened: " + layer.problem
        : layer.caveats.empty()
            ? fmt::format("{} · {} · {}", layer.family->title, printable(layer.stored), layer.orientation())
            : fmt::format("{} · not the model from {} on: {}", layer.family->title,
                          array_name(layer.caveats.front().from), layer.caveats.front().says);
    add_text(scene, ui, {text, box.y + 38}, ui.typesetter.shortened(about, small(), box.right() - space::medium - text),
             theme.dim, small());
    if (!fine)
        return;
    Rectangle place;
    place.box = box;
    scene.list.add(place, target);
    scene.values.insert_or_assign(target, name);
}

} // namespace

void layers_panel(Scene& scene, const UiContext& ui, const Box& window) {
    if (!ui.workspace.layer_choice || !ui.workspace.overlay)
        return;
    const LayerChoice& choice = *ui.workspace.layer_choice;
    const auto count = static_cast<Index>(choice.layers.size());
    const Index shown = std::min(count, layers_most_lines);
    const Index marked = std::clamp<Index>(ui.workspace.overlay->marked, 0, std::max<Index>(1, count) - 1);
    const Index first = std::clamp<Index>(marked - shown / 2, 0, count - shown);
    const float width = std::min(760.0F, window.width - 2 * space::section);
    const Box box = add_dialog(scene, ui, window, {width, 84 + static_cast<float>(shown) * layers_line_height + 44});
    const Theme& theme = ui.theme();
    add_text(scene, ui, {box.x + layers_margin, box.y + 40}, "Which layer?", theme.ink, bold(type_size::large));
    add_text(
        scene, ui, {box.x + layers_margin, box.y + 62},
        ui.typesetter.shortened(fmt::format("{} holds {} attention layers.", choice.path.filename().string(), count),
                                {}, width - 2 * layers_margin),
        theme.dim);
    float y = box.y + 80;
    for (Index i = first; i < first + shown; ++i, y += layers_line_height)
        add_layer(scene, ui, {box.x + space::small, y, width - 2 * space::small, layers_line_height},
                  choice.layers[static_cast<std::size_t>(i)], i == marked);
    const std::string more = shown < count ? fmt::format("{} to {} of {} · ", first + 1, first + shown, count) : "";
    add_text(scene, ui, {box.x + layers_margin, box.bottom() - 18}, more + "↑ ↓ and Enter, or click", theme.dim,
             small());
}

} // namespace attn
