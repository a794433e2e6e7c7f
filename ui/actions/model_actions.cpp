// Actions on the whole model around the layer: opening a head of any layer, and appending a word.

#include "core/checkpoint/layers.h"
#include "core/document/session/edits.h"
#include "core/document/sources/next_words.h"
#include "core/figure/lenses/known_model.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/navigation.h"

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

/// Reads "3:2": layer 3, its second head.
std::optional<HeadOfLayer> head_of_layer(const UiContext& /*ui*/, std::string_view name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    HeadOfLayer found;
    const std::string_view layer = name.substr(0, colon);
    const auto [end, problem] = std::from_chars(layer.data(), layer.data() + layer.size(), found.layer);
    const auto head = number_from_1(name.substr(colon + 1));
    if (problem != std::errc() || end != layer.data() + layer.size() || found.layer < 0 || !head)
        return std::nullopt;
    found.head = *head;
    return found;
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

/// Appends one of the words that may follow the last token.
Result<void> append_word(const CommandContext& command, Index place) {
    const KnownModel known = known_model(command.ui);
    return append(command, known, known.reading->next[static_cast<std::size_t>(place)].word);
}

/// Appends a word that is drawn by the model's probabilities. The session's seed and the number of edits decide, so
/// that a script draws the same again.
Result<void> draw_word(const CommandContext& command, std::string_view /*nothing*/) {
    const KnownModel known = known_model(command.ui);
    if (!known.reading || known.reading->logits.empty())
        return error("the words that may follow are not known yet");
    std::mt19937_64 random(command.ui.session.seed + command.ui.status.revision);
    const double drawn = static_cast<double>(random() >> 11U) * 0x1p-53;
    return append(command, known, next_word(known.reading->logits, Sampling{.temperature = 1}, drawn));
}

constexpr std::array model_table{
    ArgumentAction{
        .id = "head-of-layer", .takes = taking<a_head_of_a_layer, open_head>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{.id = "append", .takes = taking<a_next_word, append_word>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{.id = "draw-word", .takes = taking<no_words, draw_word>, .menus = InNoMenu::beside_what_it_is_for},
};
static_assert(each_is_in_a_menu_or_says_why_not(model_table));

} // namespace

std::span<const ArgumentAction> model_actions() {
    return model_table;
}

} // namespace attn
