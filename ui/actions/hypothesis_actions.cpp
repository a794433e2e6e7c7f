#include "ui/actions/hypothesis_actions.h"

#include "core/document/session/sentences.h"
#include "core/figure/pictures/hypothesis_note.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/words/hypothesis_words.h"
#include "ui/actions/dialog.h"
#include "ui/actions/fields.h"
#include "ui/actions/navigation.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>

namespace attn {

namespace {

HypothesisOffer offer_of_hypothesis(const std::string& words, std::string_view about) {
    return {words, std::string(about), "action:claim/" + words};
}

/// The number among the words: how many tokens back.
Index number_in(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        if (const auto hypothesis = find_hypothesis(word + " back"))
            return hypothesis->back;
    return Hypothesis{}.back;
}

bool shows_notes(const UiContext& ui) {
    return shows_hypotheses(ui) && shown_picture(ui) == PictureId::heads;
}

} // namespace

std::vector<HypothesisOffer> hypothesis_offers(std::string_view typed) {
    const std::vector<std::string> wanted = words_between_spaces(lower_case(typed));
    std::vector<HypothesisOffer> offers;
    for (const HypothesisRule& rule : hypothesis_rules()) {
        const std::string words = hypothesis_words({rule.id, number_in(wanted)});
        const std::string all = lower_case(words + ' ' + std::string(rule.about));
        if (std::ranges::all_of(wanted, [&](const std::string& word) { return all.find(word) != std::string::npos; }))
            offers.push_back(offer_of_hypothesis(words, rule.about));
    }
    if (!wanted.empty() && !find_hypothesis(typed))
        offers.push_back(offer_of_hypothesis(std::string(typed), "in your words; no rule measures it"));
    return offers;
}

Index marked_hypothesis(const UiContext& ui, const std::vector<HypothesisOffer>& offers) {
    return std::clamp<Index>(ui.workspace.overlay->marked, -1, std::ssize(offers) - 1);
}

void open_hypothesis(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    // Hypotheses are about attention weights, shown for all heads side by side.
    if (workspace.array() != ArrayId::A)
        go_to_step(command.ui, workspace, ArrayId::A);
    if (has_several_heads(command.ui))
        show_picture(command.ui, workspace, PictureId::heads);
    // Above the inspector, so that the heads stay visible.
    constexpr Point at_the_right{1e6F, measure::bar + space::section};
    open_overlay(command, Overlay::Kind::hypothesis);
    workspace.overlay->anchor = command.anchor == Point{} ? at_the_right : command.anchor;
    workspace.overlay->marked = -1;
}

void find_hypothesis_of_head(const CommandContext& command) {
    if (!is_open(command.workspace, Overlay::Kind::hypothesis))
        open_hypothesis(command);
    command.workspace.overlay->tells_best = true;
}

void say_of_head(const CommandContext& command, std::string_view words) {
    command.frame_actions.edits.push_back({SetHypothesis{command.workspace.head, std::string(words)}});
    command.workspace.field.reset();
    // The picture of all heads shows how much a hypothesis explains; otherwise the dialog stays open to show it.
    if (shows_notes(command.ui) || words.empty())
        command.workspace.overlay.reset();
}

void take_hypothesis(std::string_view typed, const CommandContext& command) {
    const std::vector<HypothesisOffer> offers = hypothesis_offers(typed);
    const Index marked = command.workspace.overlay ? marked_hypothesis(command.ui, offers) : -1;
    if (marked >= 0)
        say_of_head(command, offers.at(static_cast<std::size_t>(marked)).words);
    else
        command.workspace.overlay.reset();
}

} // namespace attn
