#include "core/figure/pictures/labels.h"
#include "core/files/printable.h"
#include "core/tensor/noun_for.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/layer_list.h"
#include "ui/document/layer_name.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float layers_line_height = 48;
constexpr float tensors_line_height = 27;
constexpr float layers_margin = space::huge;
constexpr float layers_head = 128; // title, field and what is listed
constexpr float layers_foot = 44;
/// "D 48 · 12 heads of 64, 4 of keys and values".
std::string sizes_in_words(const ListedLayer& listed) {
    const HeadCounts& counts = listed.counts;
    std::string text = fmt::format("D {}", listed.layer.D);
    if (!listed.layer.opens())
        return {};
    if (counts.H == 0)
        return text + " · heads are asked for";
    text += fmt::format(" · {} {} of {}", counts.H, noun_for(counts.H, "head"), counts.d_k);
    if (counts.H_kv != counts.H)
        text += fmt::format(", {} of keys and values", counts.H_kv);
    return text;
}

void add_layer(Scene& scene, const UiContext& ui, const Box& box, const ListedLayer& listed, bool marked) {
    const Theme& theme = ui.theme();
    const FoundLayer& layer = listed.layer;
    const bool fine = layer.opens();
    const std::string target = fmt::format("action:layer/{}", layer.number);
    Rectangle ground;
    ground.box = box;
    ground.corner_radius = 4;
    if (marked || (fine && ui.workspace.hovered == target))
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
        : listed.caveats.empty()
            ? fmt::format("{} · {} · {}", layer.family->title, printable(layer.stored), layer.orientation())
            : fmt::format("{} · not the model from {} on: {}", layer.family->title,
                          shown_name(ui.session, listed.caveats.front().from), listed.caveats.front().says);
    add_text(scene, ui, {text, box.y + 38}, ui.typesetter.shortened(about, small(), box.right() - space::medium - text),
             theme.dim, small());
    scene.values.insert_or_assign(fmt::format("layer:{}", layer.number), about);
    if (!fine)
        return;
    Rectangle place;
    place.box = box;
    scene.list.add(place, target);
    scene.values.insert_or_assign(target, name);
}

void add_tensor(Scene& scene, const UiContext& ui, const Box& box, const LayerChoice& choice,
                const ListedTensor& tensor, bool marked) {
    const Theme& theme = ui.theme();
    const std::string target =
        tensor.layer ? fmt::format("action:layer/{}", choice.listing.layers[*tensor.layer].layer.number) : "";
    const bool opens = tensor.layer && choice.listing.layers[*tensor.layer].layer.opens();
    Rectangle ground;
    ground.box = box;
    ground.corner_radius = 4;
    if (marked)
        ground.fill = faded(theme.ink, 0.07F);
    scene.list.add(ground);
    const float baseline = box.y + 18;
    const float reader = box.right() - box.width * 0.27F;
    const float stored = reader - 58;
    const float shape = stored - space::large; // its right end
    const std::string size = shape_in_words(tensor);
    const float taken = add_text(scene, ui, {shape, baseline}, size, theme.ink, small(), Horizontal::right);
    const float left = box.x + space::medium;
    add_text(scene, ui, {left, baseline},
             ui.typesetter.shortened(printable(tensor.name, 200), {}, shape - taken - space::medium - left), theme.ink);
    add_text(scene, ui, {stored, baseline}, ui.typesetter.shortened(printable(tensor.stored), small(), 50), theme.dim,
             small());
    const std::string is = reader_in_words(choice, tensor);
    add_text(scene, ui, {reader, baseline}, ui.typesetter.shortened(is, small(), box.right() - space::medium - reader),
             theme.dim, small());
    scene.values.insert_or_assign("tensor:" + printable(tensor.name, 200),
                                  fmt::format("{} {}{}{}", size, printable(tensor.stored), is.empty() ? "" : ", ", is));
    if (!opens)
        return;
    Rectangle place;
    place.box = box;
    scene.list.add(place, target);
}

/// "5 layers of attention", "48 tensors".
std::string counted(std::size_t count, std::string_view one) {
    return fmt::format("{} {}", count, noun_for(count, one));
}

} // namespace

void layers_panel(Scene& scene, const UiContext& ui, const Box& window) {
    if (!ui.workspace.layer_choice || !ui.workspace.overlay)
        return;
    const LayerChoice& choice = *ui.workspace.layer_choice;
    const float line = choice.shows_tensors ? tensors_line_height : layers_line_height;
    const auto count = static_cast<Index>(choice.found.size());
    const float lowest = std::max(layers_line_height, static_cast<float>(layers_shown(choice)) * line);
    const auto room = to_integer<Index>((window.height - layers_head - layers_foot - 2 * space::large) / line);
    const Index shown = std::clamp<Index>(std::min(count, layers_shown(choice)), 0, std::max<Index>(1, room));
    const Index marked = std::clamp<Index>(ui.workspace.overlay->marked, 0, std::max<Index>(1, count) - 1);
    const Index first = std::clamp<Index>(marked - shown / 2, 0, count - shown);
    const float width = std::min(860.0F, window.width - 2 * space::section);
    const float height = std::min(lowest, static_cast<float>(std::max<Index>(1, room)) * line);
    const Box box = add_dialog(scene, ui, window, {width, layers_head + height + layers_foot});
    add_close_button(scene, ui, box);
    const Theme& theme = ui.theme();
    const float inner = width - 2 * layers_margin;
    const std::string file = model_name(choice.path);
    add_text(scene, ui, {box.x + layers_margin, box.y + 40},
             ui.typesetter.shortened(choice.shows_tensors ? "Tensors of " + file : "Which layer of " + file + "?",
                                     bold(type_size::large), inner),
             theme.ink, bold(type_size::large));
    const std::vector<Segment> kinds{{.target = "action:list-layers",
                                      .label = counted(choice.listing.layers.size(), "layer"),
                                      .chosen = !choice.shows_tensors},
                                     {.target = "action:list-tensors",
                                      .label = counted(choice.listing.tensors.size(), "tensor"),
                                      .chosen = choice.shows_tensors}};
    const float kinds_width = segments_width(ui, kinds);
    add_field(scene, ui, {box.x + layers_margin, box.y + 60, inner - kinds_width - space::medium, control_height},
              std::string(layers_field), ui.workspace.field ? ui.workspace.field->text : std::string(),
              "letters of a name, a shape, a type");
    add_segments(scene, ui, {box.right() - layers_margin - kinds_width, box.y + 60}, kinds);
    add_field_problem(scene, ui, {box.x + layers_margin, box.y + 94}, inner, std::string(layers_field));
    float y = box.y + layers_head - space::small;
    for (Index i = first; i < first + shown; ++i, y += line) {
        const std::size_t place = choice.found[static_cast<std::size_t>(i)];
        const Box row{box.x + space::small, y, width - 2 * space::small, line};
        if (choice.shows_tensors)
            add_tensor(scene, ui, row, choice, choice.listing.tensors[place], i == marked);
        else
            add_layer(scene, ui, row, choice.listing.layers[place], i == marked);
    }
    if (count == 0)
        add_text(scene, ui, {box.x + layers_margin, y + 20},
                 layers_in_all(choice) == 0 ? "There is none." : "None has these letters.", theme.dim);
    const std::string where =
        count == 0 ? std::string() : fmt::format("{} to {} of {} · ", first + 1, first + shown, count);
    add_text(scene, ui, {box.x + layers_margin, box.bottom() - 18},
             where +
                 fmt::format("↑ ↓ and Enter opens the layer · Tab: {}", choice.shows_tensors ? "layers" : "tensors"),
             theme.dim, small());
    scene.values.insert_or_assign("layers.found", std::to_string(count));
}

} // namespace attn
