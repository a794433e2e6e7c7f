// The dialog of hypotheses about the shown head, beside the heads: a field, the hypotheses that match its text, how
// much of the attention the chosen one explains, and, if asked for, the hypothesis that fits best.

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/words/hypothesis_words.h"
#include "core/tensor/noun_for.h"
#include "ui/actions/hypothesis_actions.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float hypothesis_width = 400;
constexpr float hypothesis_margin = space::large;
constexpr float hypothesis_header = 88; ///< title and field
constexpr float hypothesis_line = 28;
constexpr float hypothesis_mark_room = 24;
constexpr float hypothesis_inner = hypothesis_width - 2 * hypothesis_margin;

/// The sentence about the hypothesis that fits best.
std::string best_in_words(const std::optional<FittingHypothesis>& best) {
    if (!best)
        return "No claim in the list explains a tenth more than an even share would. Say it in your own words.";
    const std::string words = hypothesis_words(best->hypothesis);
    if (best->hypothesis.id == HypothesisId::evenly)
        return fmt::format("Fits best: “{}”, with {}.", words, measure_in_words(best->hypothesis, best->measure));
    return fmt::format("Gains most over an even share: “{}”. It explains {}, an even share {}, in {} of {} {}.", words,
                       share_in_words(best->measure.share), share_in_words(best->measure.even), best->measure.rows,
                       best->measure.all_rows, noun_for(best->measure.all_rows, "row"));
}

void add_offer(Form& form, const HypothesisOffer& offer, const Box& line) {
    const UiContext& ui = form.ui();
    const float baseline = line.y + 19;
    if (offer.words == hypothesis_of_head(ui, ui.workspace.head))
        form.write({line.x + space::small, baseline}, "✓", form.theme().ink);
    const float room = line.width - hypothesis_mark_room - 2 * space::small;
    const float taken = form.write({line.x + hypothesis_mark_room, baseline}, offer.words, form.theme().ink, {},
                                   Horizontal::left, room);
    form.write({line.right() - space::small, baseline}, ui.typesetter.shortened(offer.about, small(), room - taken),
               form.theme().dim, small(), Horizontal::right);
    form.scene().values.insert_or_assign(offer.target, offer.words);
}

/// Adds sentences about the chosen hypothesis: the fraction of the attention that it explains, and the row where it
/// explains least.
void add_measure(Form& form, const HypothesisMeasure& measured) {
    const UiContext& ui = form.ui();
    const float y = form.top();
    form.rule({0, y}, {hypothesis_width, y});
    form.skip(48);
    if (measured.rows == 0) {
        form.write({hypothesis_margin, y + 24}, "It names no key that may be read here.", form.theme().dim);
        return;
    }
    const std::string words = measure_in_words(*find_hypothesis(hypothesis_of_head(ui, ui.workspace.head)), measured);
    form.write({hypothesis_margin, y + 20}, "explains " + words, form.theme().ink, {.weight = FontWeight::medium});
    form.scene().values.insert_or_assign("claim.measure", words);
    const float width =
        add_text(form.scene(), ui, {hypothesis_margin, y + 38}, worst_in_words(ui, measured), form.theme().dim, small(),
                 Horizontal::left, "link:" + cell_name(worst_cell(ui, ui.workspace.head, measured)));
    form.scene().list.add(line({hypothesis_margin, y + 42}, {hypothesis_margin + width, y + 42},
                               {form.theme().dim, 1, LineStyle::dashed}));
}

} // namespace

void draw_hypothesis(Form& form) {
    const UiContext& ui = form.ui();
    const Index head = ui.workspace.head;
    const std::string typed =
        ui.workspace.field && ui.workspace.field->name == hypothesis_field ? ui.workspace.field->text : std::string();
    const std::vector<HypothesisOffer> offers = hypothesis_offers(typed);
    form.hang(ui.workspace.overlay->anchor, "claim");
    form.set_width(hypothesis_width, 0);
    form.say("claim.title", {hypothesis_margin, 30},
             fmt::format("What does head {} do?", head_number(ui.session, head)), form.theme().ink, bold());
    form.field({hypothesis_margin, 44, hypothesis_inner, control_height}, hypothesis_field);
    const auto offer_at = [&](Index i) -> const HypothesisOffer& { return offers[static_cast<std::size_t>(i)]; };
    const float height = static_cast<float>(offers.size()) * hypothesis_line;
    form.list({space::small, hypothesis_header, hypothesis_width - 2 * space::small, height},
              {.count = std::ssize(offers),
               .marked = marked_hypothesis(ui, offers),
               .line = hypothesis_line,
               .target_of = [&](Index i) { return offer_at(i).target; },
               .add_line = [&](Index i, const Box& line) { add_offer(form, offer_at(i), line); }});
    form.go_to(hypothesis_header + height + space::small);
    if (const std::optional<HypothesisMeasure> measured = measured_hypothesis(ui, head))
        add_measure(form, *measured);
    if (ui.workspace.overlay->tells_best)
        form.skip(space::small +
                  form.say_lines("claim.best", {hypothesis_margin, form.top() + space::large}, hypothesis_inner,
                                 best_in_words(ui.cache.best_hypothesis(
                                     ui.trace, {ui.layer().number, ArrayId::A, ui.workspace.item, head})),
                                 form.theme().ink));
    form.skip(space::tiny);
    std::vector<Segment> buttons{{.target = "action:claim-find", .label = "Find the best"}};
    if (ui.session.hypotheses.contains(head))
        buttons.push_back({.target = "action:claim-remove", .label = "Take it back"});
    buttons.push_back({.target = "action:close", .label = "Close"});
    form.buttons({hypothesis_margin, form.top()}, buttons);
    form.skip(control_height + hypothesis_margin - Form::margin);
}

Index count_of_hypotheses(const UiContext& ui) {
    return std::ssize(hypothesis_offers(ui.workspace.field ? ui.workspace.field->text : std::string()));
}

} // namespace attn
