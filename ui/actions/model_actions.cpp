// Actions on the whole model around the layer: opening a head of any layer, switching its parts off, and appending a
// word.

#include "core/checkpoint/layers.h"
#include "core/document/session/edits.h"
#include "core/explain/sampling.h"
#include "core/figure/lenses/known_model.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/navigation.h"
#include "ui/actions/other_layer.h"

#include <array>
#include <charconv>
#include <optional>
#include <random>
#include <utility>

namespace attn {

namespace {

/// A head of any layer of the model: layers count from 0, heads too.
struct HeadOfLayer {
    Index layer = 0;
    Index head = 0;
};

std::optional<Index> number_from_0(std::string_view text) {
    Index number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number < 0)
        return std::nullopt;
    return number;
}

/// Reads "3:2": layer 3, its second head.
std::optional<HeadOfLayer> head_of_layer(const UiContext& /*ui*/, std::string_view name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto layer = number_from_0(name.substr(0, colon));
    const auto head = number_from_1(name.substr(colon + 1));
    return layer && head ? std::optional(HeadOfLayer{*layer, *head}) : std::nullopt;
}

constexpr Domain<HeadOfLayer> a_head_of_a_layer{"head of a layer", head_of_layer};

/// Opens the layer, with the present text, and shows the shares of its head.
void open_head(const CommandContext& command, const HeadOfLayer& place) {
    const auto& origin = command.ui.session.origin;
    if (!origin)
        return;
    choose_head(command.ui, command.workspace, place.head);
    go_to_step(command.ui, command.workspace, ArrayId::A);
    command.workspace.picture.reset();
    const Index here = number_in_name(origin->layer).value_or(0);
    if (place.layer != here)
        ask(command, OpenFile{.path = origin->file, .layers_on = place.layer - here});
}

/// A part of the model that can be switched off: a head, or a layer's attention, MLP or both.
struct SwitchedPart {
    Index layer = 0;
    std::optional<Index> head{};
    Sublayer sublayer{};
};

/// Reads "1:3", the third head of layer 1; "attention:1", "mlp:1", or "layer:1", both of them.
std::optional<SwitchedPart> switched_part(const UiContext& ui, std::string_view name) {
    if (const auto head = head_of_layer(ui, name))
        return SwitchedPart{head->layer, head->head};
    constexpr std::array sublayers{std::pair(std::string_view("attention"), Sublayer::attention),
                                   std::pair(std::string_view("mlp"), Sublayer::mlp),
                                   std::pair(std::string_view("layer"), Sublayer::both)};
    const std::size_t colon = name.find(':');
    const auto* const named =
        std::ranges::find(sublayers, name.substr(0, colon), &decltype(sublayers)::value_type::first);
    const auto layer = colon == std::string_view::npos ? std::nullopt : number_from_0(name.substr(colon + 1));
    if (named == sublayers.end() || !layer)
        return std::nullopt;
    return SwitchedPart{*layer, std::nullopt, named->second};
}

constexpr Domain<SwitchedPart> a_part_of_the_model{"part of the model", switched_part};

/// The edit of the part's layer that switches it off if it is on, and on if it is off.
Result<Edit> switching(const Layer& layer, const SwitchedPart& part) {
    if (!part.head)
        return Edit(SetSublayerOn{part.sublayer, !is_on(layer, part.sublayer)});
    if (*part.head >= std::ssize(layer.heads))
        return error("there is no head {} in layer {}", *part.head + 1, part.layer);
    return Edit(SetHeadOn{*part.head, !layer.heads[static_cast<std::size_t>(*part.head)].on});
}

Result<void> switch_part(const CommandContext& command, const SwitchedPart& part) {
    const KnownModel known = opened_model(command.ui);
    if (!known.opened)
        return error("{}", known.problem.empty() ? "the model is not open yet" : known.problem);
    const Session& session = command.ui.session;
    const Model& files = known.opened->model;
    if (part.layer >= std::ssize(files.blocks))
        return error("there is no layer {}; the model has {}", part.layer, files.blocks.size());
    if (part.layer == known.layer) {
        if (!part.head && part.sublayer != Sublayer::attention &&
            added_by(session.layer(), part.sublayer).size() <
                added_by(kept_layer(files, part.layer), part.sublayer).size())
            return error("layer {} is open without its MLP, which --block opens, too", part.layer);
        const auto edit = switching(session.layer(), part);
        return edit ? make_if_valid(command, *edit) : Result<void>(edit.error());
    }
    const auto kept = session.changed_layers.find(part.layer);
    Session there = session;
    there.opened = kept == session.changed_layers.end() ? kept_layer(files, part.layer) : *kept->second;
    there.changed_layers.clear();
    const auto edit = switching(there.layer(), part);
    const auto applied = edit ? attn::apply(there, *edit) : Result<Applied>(edit.error());
    if (!applied)
        return applied.error();
    return make_if_valid(command, ChangeLayer{part.layer, kept_if_changed(applied->session.layer(), part.layer, files),
                                              describe(*edit)});
}

void restore_layers(const CommandContext& command) {
    make(command, RestoreLayers{});
}

constexpr Domain<Index> a_next_word{
    "word that may follow", [](const UiContext& ui, std::string_view name) -> std::optional<Index> {
        const KnownModel known = known_model(ui);
        return known.reading ? number_among(std::ssize(known.reading->next), name) : std::nullopt;
    }};

/// Appends a word of the model to the text.
Result<void> append(const CommandContext& command, const KnownModel& known, Index word) {
    if (known.reading->row + 1 != known.reading->tokens)
        return error("these words follow the token at place {}; choose the last one, so that one can be appended",
                     known.reading->row + 1);
    const Index end = command.ui.sizes().S_q;
    auto appended = make_if_valid(command, InsertToken{command.ui.workspace.item, end, known.word(word)});
    if (appended)
        command.workspace.row = end; // the next word follows the new one
    return appended;
}

/// Appends one of the words that the model predicts after the last token.
Result<void> append_word(const CommandContext& command, Index place) {
    const KnownModel known = known_model(command.ui);
    return append(command, known, known.reading->next[static_cast<std::size_t>(place)].word);
}

/// Appends a word that is drawn by the user's sampling rule. The session's seed and the number of edits determine the
/// word, so that a script draws the same words each time.
Result<void> draw_word(const CommandContext& command, std::string_view /*nothing*/) {
    const KnownModel known = known_model(command.ui);
    if (!known.reading || known.reading->logits.empty())
        return error("the words that may follow are not known yet");
    std::mt19937_64 random(command.ui.session.seed + command.ui.status.revision);
    const double drawn = static_cast<double>(random() >> 11U) * 0x1p-53;
    return append(command, known, next_word(known.reading->logits, command.workspace.sampling, drawn));
}

constexpr Domain<CellId> a_cell_of_a_layer{
    "cell of a layer", [](const UiContext&, std::string_view name) { return parse_cell_name(name); }};

constexpr std::array model_table{
    ArgumentAction{.id = "cell-of-layer",
                   .takes = taking<a_cell_of_a_layer, go_to_cell_of_layer>,
                   .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{
        .id = "head-of-layer", .takes = taking<a_head_of_a_layer, open_head>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{
        .id = "switch", .takes = taking<a_part_of_the_model, switch_part>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{
        .id = "restore-layers", .takes = taking_nothing<restore_layers>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{.id = "append", .takes = taking<a_next_word, append_word>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{.id = "draw-word", .takes = taking<no_words, draw_word>, .menus = InNoMenu::beside_what_it_is_for},
};
static_assert(each_is_in_a_menu_or_says_why_not(model_table));

} // namespace

std::span<const ArgumentAction> model_actions() {
    return model_table;
}

} // namespace attn
