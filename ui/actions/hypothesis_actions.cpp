#include "ui/actions/hypothesis_actions.h"

#include "core/document/session/sentences.h"
#include "core/figure/pictures/hypothesis_note.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/words/hypothesis_words.h"
#include "ui/actions/fields.h"
#include "ui/actions/navigation.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>

namespace attn {

namespace {

HypothesisOffer offer_of_hypothesis(const std::string& words, std::string_view about) {
    return {words, std::string(about), "action:claim/" + words};
}

/// A number among the words: how far back.
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
    // What is said of a head is said of what it reads, beside the others.
    if (workspace.array() != ArrayId::A)
        go_to_step(command.ui, workspace, ArrayId::A);
    if (has_several_heads(command.ui))
        show_picture(command.ui, workspace, PictureId::heads);
    // Over the inspector, so that the heads can be seen.
    constexpr Point at_the_right{1e6F, measure::bar + space::section};
    workspace.overlay =
        Overlay{Overlay::Kind::hypothesis, {}, command.anchor == Point{} ? at_the_right : command.anchor, -1};
    begin_field(command.ui, workspace, std::string(hypothesis_field));
}

void find_hypothesis_of_head(const CommandContext& command) {
    const bool is_open = command.workspace.overlay && command.workspace.overlay->kind == Overlay::Kind::hypothesis;
    if (!is_open)
        open_hypothesis(command);
    command.workspace.overlay->tells_best = true;
}

void say_of_head(const CommandContext& command, std::string_view words) {
    command.frame_actions.edits.push_back({SetHypothesis{command.workspace.head, std::string(words)}});
    command.workspace.field.reset();
    // Beneath the heads stands what it explains; elsewhere the panel goes on to say it.
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
