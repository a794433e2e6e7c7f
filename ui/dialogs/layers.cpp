// The layers and tensors of a checkpoint; typed letters limit the list.

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "core/files/printable.h"
#include "core/tensor/noun_for.h"
#include "ui/actions/layer_list.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"
#include "ui/document/layer_name.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float layers_line_height = 48;
constexpr float tensors_line_height = 27;
constexpr float layers_head = 128 - space::small; ///< height of title, field and the choice of what is listed
constexpr float layers_foot = 44 + space::small;
/// The layer's sizes: "D 48 · 12 heads of 64, 4 of keys and values".
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

std::string target_of_layer(const FoundLayer& layer) {
    return layer.opens() ? fmt::format("action:layer/{}", layer.number) : std::string();
}

void add_layer(Form& form, const ListedLayer& listed, const Box& box) {
    const Theme& theme = form.theme();
    const FoundLayer& layer = listed.layer;
    const bool fine = layer.opens();
    const std::string name = layer.name.empty() ? "the only layer" : printable(layer.name, 100);
    const float left = box.x + space::medium;
    const float text = left + 36;
    const float right = box.right() - space::medium;
    form.write({left, box.y + 20}, std::to_string(layer.number), theme.dim);
    const float taken = form.write({right, box.y + 20}, sizes_in_words(listed), theme.dim, small(), Horizontal::right);
    form.write({text, box.y + 20}, name, fine ? theme.ink : theme.dim, {}, Horizontal::left,
               right - taken - space::large - text);
    const std::string about =
        !fine ? "cannot be opened: " + layer.problem
        : listed.caveats.empty()
            ? fmt::format("{} · {} · {}", layer.family->title, printable(layer.stored), layer.orientation())
            : fmt::format("{} · not the model from {} on: {}", layer.family->title,
                          shown_name(form.ui().session, listed.caveats.front().from), listed.caveats.front().says);
    form.write({text, box.y + 38}, about, theme.dim, small(), Horizontal::left, right - text);
    form.scene().values.insert_or_assign(fmt::format("layer:{}", layer.number), about);
    if (fine)
        form.scene().values.insert_or_assign(target_of_layer(layer), name);
}

std::string target_of_tensor(const LayerChoice& choice, const ListedTensor& tensor) {
    return tensor.layer ? target_of_layer(choice.listing.layers[*tensor.layer].layer) : std::string();
}

void add_tensor(Form& form, const LayerChoice& choice, const ListedTensor& tensor, const Box& box) {
    const Theme& theme = form.theme();
    const float baseline = box.y + 18;
    const float right = box.right() - space::medium;
    const float reader = box.right() - box.width * 0.27F;
    const float stored = reader - 58;
    const float shape = stored - space::large; // x of its right end
    const std::string size = shape_in_words(tensor);
    const float taken = form.write({shape, baseline}, size, theme.ink, small(), Horizontal::right);
    const float left = box.x + space::medium;
    form.write({left, baseline}, printable(tensor.name, 200), theme.ink, {}, Horizontal::left,
               shape - taken - space::medium - left);
    form.write({stored, baseline}, printable(tensor.stored), theme.dim, small(), Horizontal::left, 50);
    const std::string is = reader_in_words(choice, tensor);
    form.write({reader, baseline}, is, theme.dim, small(), Horizontal::left, right - reader);
    form.scene().values.insert_or_assign(
        "tensor:" + printable(tensor.name, 200),
        fmt::format("{} {}{}{}", size, printable(tensor.stored), is.empty() ? "" : ", ", is));
}

/// A number with its noun: "5 layers", "48 tensors".
std::string counted(std::size_t count, std::string_view one) {
    return fmt::format("{} {}", count, noun_for(count, one));
}

} // namespace

void draw_layers(Form& form) {
    const UiContext& ui = form.ui();
    if (!ui.workspace.layer_choice)
        return;
    const Theme& theme = form.theme();
    const LayerChoice& choice = *ui.workspace.layer_choice;
    const float line = choice.shows_tensors ? tensors_line_height : layers_line_height;
    const auto count = static_cast<Index>(choice.found.size());
    const float room = form.around().window.height - layers_head - layers_foot - 2 * space::large;
    const float lines =
        std::clamp(static_cast<float>(layers_shown(choice)), 1.0F, std::max(1.0F, std::floor(room / line)));
    form.set_width(860);
    form.close_button();
    const std::string file = model_name(choice.path);
    form.title(choice.shows_tensors ? "Tensors of " + file : "Which layer of " + file + "?");
    const float y = form.top() + space::small;
    const std::vector<Segment> kinds{{.target = "action:list-layers",
                                      .label = counted(choice.listing.layers.size(), "layer"),
                                      .chosen = !choice.shows_tensors},
                                     {.target = "action:list-tensors",
                                      .label = counted(choice.listing.tensors.size(), "tensor"),
                                      .chosen = choice.shows_tensors}};
    const float left_of_kinds = form.buttons_before({form.right(), y}, kinds);
    form.field({Form::margin, y, left_of_kinds - space::medium - Form::margin, control_height}, layers_field);
    form.field_problem({Form::margin, y + 34}, form.inner());
    const Box area{space::small, layers_head, form.box().width - 2 * space::small,
                   std::max(layers_line_height, lines * line)};
    const auto place = [&](Index i) { return choice.found[static_cast<std::size_t>(i)]; };
    const ListWindow shown =
        form.list(area, {.count = count,
                         .marked = moved_mark(ui.workspace.overlay->marked, 0, count),
                         .line = line,
                         .target_of =
                             [&](Index i) {
                                 return choice.shows_tensors
                                            ? target_of_tensor(choice, choice.listing.tensors[place(i)])
                                            : target_of_layer(choice.listing.layers[place(i)].layer);
                             },
                         .add_line =
                             [&](Index i, const Box& row) {
                                 if (choice.shows_tensors)
                                     add_tensor(form, choice, choice.listing.tensors[place(i)], row);
                                 else
                                     add_layer(form, choice.listing.layers[place(i)], row);
                             }});
    if (count == 0)
        form.write({Form::margin, area.y + 20},
                   layers_in_all(choice) == 0 ? "There is none." : "None has these letters.", theme.dim);
    form.go_to(area.bottom() + layers_foot - Form::margin);
    const std::string where =
        count == 0 ? std::string() : fmt::format("{} to {} of {} · ", shown.first + 1, shown.end, count);
    form.write({Form::margin, area.bottom() + layers_foot - 18},
               where +
                   fmt::format("↑ ↓ and Enter opens the layer · Tab: {}", choice.shows_tensors ? "layers" : "tensors"),
               theme.dim, small());
    form.scene().values.insert_or_assign("layers.found", std::to_string(count));
}

Index count_of_found_layers(const UiContext& ui) {
    return ui.workspace.layer_choice ? std::ssize(ui.workspace.layer_choice->found) : 0;
}

Index page_of_layers(const UiContext& ui) {
    return ui.workspace.layer_choice ? layers_shown(*ui.workspace.layer_choice) : 0;
}

/// Tab switches between layers and tensors.
bool react_in_layers(const CommandContext& command) {
    if (!command.workspace.layer_choice || !key_pressed(Key::tab))
        return false;
    show_tensors(command.workspace, !command.workspace.layer_choice->shows_tensors);
    return true;
}

void find_layers(const CommandContext& command) {
    command.workspace.overlay->marked = 0;
    filter_layers(command.workspace);
}

} // namespace attn
