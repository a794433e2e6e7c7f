#include "ui/actions/moved.h"

#include "core/document/session/edits.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/navigation.h"
#include "ui/actions/token_places.h"

#include <fmt/core.h>

namespace attn {

namespace {

/// Returns the sentence that links to the list of changed arrays.
std::string_view words_of_count(const UiContext& ui) {
    return ui.baseline == nullptr ? "Press m for what this moved, and what stayed."
                                  : "Press m for what moved since the baseline, and what stayed.";
}

} // namespace

std::string words_of_change(const UiContext& ui, const CellId& cell, float before, float now) {
    const bool is_pin = what_set_becomes(ui.layer(), canonical(ui, cell)) == SetBecomes::pin;
    if (is_pin || !ui.scope().makes_remarks())
        return {};
    return fmt::format("{} was {} and is {} now. {}", short_cell(ui, cell), full_number(before), full_number(now),
                       words_of_count(ui));
}

std::string words_of_switch(const UiContext& ui, bool on) {
    if (!ui.scope().makes_remarks())
        return {};
    return fmt::format("Head {} is {}. {}", head_number(ui.session, ui.workspace.head),
                       on ? "on again" : "off: it hands over zeros", words_of_count(ui));
}

std::string words_of_move(const UiContext& ui, const TokenPlace& token, Index to) {
    if (!ui.scope().makes_remarks())
        return {};
    const auto& tokens = sequence_of(ui, token.side).items[static_cast<std::size_t>(ui.workspace.item)];
    return fmt::format("“{}” is {} {} now, and no longer {}. {}", tokens[static_cast<std::size_t>(token.token)],
                       noun_of_token(ui.notation), to + 1, token.token + 1, words_of_count(ui));
}

std::vector<const ArrayDiff*> moved_arrays(const UiContext& ui) {
    std::vector<const ArrayDiff*> arrays;
    if (ui.status.moved != nullptr)
        for (const ArrayDiff& diff : ui.status.moved->arrays)
            if (diff.moved())
                arrays.push_back(&diff);
    return arrays;
}

void show_moved(const CommandContext& command, const ArrayDiff* diff) {
    command.workspace.overlay.reset();
    if (!command.ui.trace.contains(diff->most))
        return;
    go_to_cell(command.ui, command.workspace, diff->most);
    if (!diff->comparable)
        return;
    if (command.ui.status.moved->from_baseline)
        command.workspace.shows_change = true;
    else
        command.frame_actions.requests.push_back({KeepBaseline{.before_last_edit = true}});
}

void go_to_marked_moved(const CommandContext& command) {
    const std::vector<const ArrayDiff*> arrays = moved_arrays(command.ui);
    const auto marked = static_cast<std::size_t>(command.workspace.overlay->marked);
    if (marked < arrays.size())
        show_moved(command, arrays[marked]);
}

} // namespace attn
