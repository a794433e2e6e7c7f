#include "ui/actions/layer_list.h"

#include "core/document/session/sentences.h"
#include "core/files/printable.h"
#include "ui/actions/dialog.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace attn {

namespace {

constexpr Index layers_most_lines = 9;
constexpr Index tensors_most_lines = 16;

/// Returns the text of an entry in which typed letters are searched.
std::string searched_text(const LayerChoice& choice, std::size_t place) {
    if (!choice.shows_tensors) {
        const FoundLayer& layer = choice.listing.layers[place].layer;
        return lower_case(fmt::format("{} {} {} {}", layer.number, layer.name, layer.family->title, layer.problem));
    }
    const ListedTensor& tensor = choice.listing.tensors[place];
    return lower_case(fmt::format("{} {} {} {}", tensor.name, shape_in_words(tensor), tensor.stored,
                                  reader_in_words(choice, tensor)));
}

} // namespace

std::string shape_in_words(const ListedTensor& tensor) {
    return tensor.shape.empty() ? "1" : fmt::format("{}", fmt::join(tensor.shape, " × "));
}

std::string reader_in_words(const LayerChoice& choice, const ListedTensor& tensor) {
    if (!tensor.layer)
        return {};
    return fmt::format("{} of layer {}", tensor.is, choice.listing.layers[*tensor.layer].layer.number);
}

std::size_t layers_in_all(const LayerChoice& choice) {
    return choice.shows_tensors ? choice.listing.tensors.size() : choice.listing.layers.size();
}

Index layers_shown(const LayerChoice& choice) {
    const auto all = static_cast<Index>(layers_in_all(choice));
    return std::min(all, choice.shows_tensors ? tensors_most_lines : layers_most_lines);
}

void open_layers(Workspace& workspace, LayerChoice choice, std::string_view layer) {
    workspace.layer_choice = std::move(choice);
    open_refused(workspace, std::string(layers_field), {}, {});
    filter_layers(workspace);
    const auto& layers = workspace.layer_choice->listing.layers;
    const auto now = std::ranges::find(layers, layer,
                                       [](const ListedLayer& listed) -> std::string_view { return listed.layer.name; });
    if (now != layers.end())
        workspace.overlay->marked = now - layers.begin();
}

void filter_layers(Workspace& workspace) {
    if (!workspace.layer_choice)
        return;
    LayerChoice& choice = *workspace.layer_choice;
    const std::vector<std::string> wanted =
        words_between_spaces(lower_case(workspace.field ? workspace.field->text : std::string()));
    choice.found.clear();
    for (std::size_t place = 0; place < layers_in_all(choice); ++place) {
        const std::string text = searched_text(choice, place);
        if (std::ranges::all_of(wanted, [&](const std::string& word) { return text.find(word) != std::string::npos; }))
            choice.found.push_back(place);
    }
}

void show_tensors(Workspace& workspace, bool tensors) {
    if (!workspace.layer_choice || !workspace.overlay)
        return;
    workspace.layer_choice->shows_tensors = tensors;
    workspace.overlay->marked = 0;
    filter_layers(workspace);
}

Result<void> take_marked_layer(const CommandContext& command) {
    const Workspace& workspace = command.workspace;
    if (!workspace.layer_choice || !workspace.overlay)
        return {};
    const LayerChoice& choice = *workspace.layer_choice;
    if (choice.found.empty())
        return error("{} has these letters", choice.shows_tensors ? "no tensor" : "no layer");
    const Index last = std::ssize(choice.found) - 1;
    const std::size_t place =
        choice.found[static_cast<std::size_t>(std::clamp<Index>(workspace.overlay->marked, 0, last))];
    const auto layer = choice.shows_tensors ? choice.listing.tensors[place].layer : std::optional(place);
    if (!layer)
        return error("no attention layer reads {}", printable(choice.listing.tensors[place].name, 80));
    const FoundLayer& found = choice.listing.layers[*layer].layer;
    if (!found.problem.empty())
        return error("layer {} cannot be opened: {}", found.number, found.problem);
    run_action(fmt::format("action:layer/{}", found.number), command);
    return {};
}

} // namespace attn
