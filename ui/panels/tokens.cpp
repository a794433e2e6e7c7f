#include "ui/panels/tokens.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/known_words.h"
#include "core/document/session/model_words.h"
#include "core/document/session/word_embeddings.h"
#include "core/explain/readout.h"
#include "core/figure/pictures/labels.h"
#include "ui/actions/fields.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/words_example.h"
#include "ui/document/layer_name.h"
#include "ui/panels/controls.h"
#include "ui/panels/token_chips.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float tokens_margin = space::large;

/// The places of the parts of one sequence.
struct SequencePlace {
    Side side = Side::sequence;
    std::string title;
    Point title_at;
    Box field;
    Box chips;
    bool reads_out = false; ///< the read-out is above the chips
};

/// The distance from one of two sequences to the next, with room for a remark beneath its field.
constexpr float line_of_two = control_height + space::huge;
constexpr float least_reading_labels = 80; ///< width of "comes back", left of the chips

std::string remark(const UiContext& ui);

/// The title of the tokens; lessons call them words.
std::string sequence_title(const UiContext& ui) {
    if (ui.session.split == Split::letters)
        return "LETTERS";
    return ui.scope().is_taught ? "WORDS" : "TOKENS";
}

/// The width of the sentence's field: enough for the sentence, as long as the remark has room behind the field.
float field_width_beside_remark(const UiContext& ui, const Box& area) {
    const float least = std::min(480.0F, area.width * 0.45F);
    const float wanted = ui.typesetter.measure(field_text(ui, "field:sentence"), {}).width + 2 * space::large;
    const float taken = 85 + space::medium + ui.typesetter.measure(remark(ui), {}).width + tokens_margin;
    return std::max(least, std::min(std::ceil(wanted), std::floor(area.width - taken)));
}

/// In a lecture only the chips are shown, or the sentence while it is written.
SequencePlace lecture_place(const UiContext& ui, const Box& area) {
    const Box line{area.x + tokens_margin, area.y + space::medium, area.width - 2 * tokens_margin, chip_height};
    const bool is_written = ui.workspace.field && ui.workspace.field->name == "field:sentence";
    SequencePlace place;
    (is_written ? place.field : place.chips) = line;
    return place;
}

/// The places of the sequences. One sequence has its sentence above its chips; two are below each other, each in one
/// line.
std::vector<SequencePlace> places_of(const UiContext& ui, const Box& area) {
    if (ui.scope().is_for_audience && !ui.layer().context)
        return {lecture_place(ui, area)};
    if (!ui.layer().context && !ui.session.readouts.empty() && can_be_read_out(ui.trace)) {
        constexpr float least_field = 200; // makes room for the letters, all of which should be in sight
        const std::size_t which = shown_read_out(ui);
        const float name = which == 0 ? 0 : ui.typesetter.measure(ui.session.readouts[which].name, {}).width;
        const float chips = area.x + tokens_margin + std::max(least_reading_labels, std::ceil(name)) + space::large;
        const float behind_chips = chips + token_chips_width(ui, Side::sequence) + space::section;
        const float field = std::floor(
            std::max(area.x + area.width * 0.62F, std::min(behind_chips, area.right() - tokens_margin - least_field)));
        SequencePlace place;
        place.title = sequence_title(ui);
        place.title_at = {field, area.y + 34};
        place.field = {field, area.y + 59, area.right() - tokens_margin - field, control_height};
        place.chips = {chips, area.y + 58, field - space::section - chips, chip_height};
        // The read-out is hidden if it may tell the answer of a bet, or while the picture is hidden.
        place.reads_out = !ui.scope().hides_read_out() && !ui.scope().hides_picture;
        return {place};
    }
    if (!ui.layer().context)
        return {{Side::sequence,
                 sequence_title(ui),
                 {area.x + tokens_margin, area.y + 34},
                 {area.x + 85, area.y + 15, field_width_beside_remark(ui, area), control_height},
                 {area.x + tokens_margin, area.y + 58, area.width - 2 * tokens_margin, chip_height}}};
    constexpr float title_width = 172; // also for the button that removes the second sequence
    const float field_width = std::min(300.0F, area.width * 0.22F);
    std::vector<SequencePlace> places;
    float y = area.y + space::small;
    for (const Side side : {Side::sequence, Side::context}) {
        const Box field{area.x + tokens_margin + title_width, y, field_width, control_height};
        const float chips = field.right() + space::large;
        places.push_back({side,
                          side == Side::sequence ? "QUERIES" : "KEYS AND VALUES",
                          {area.x + tokens_margin, y + 19},
                          field,
                          {chips, y - 1, area.right() - tokens_margin - chips, chip_height}});
        y += line_of_two;
    }
    return places;
}

std::string words_of_tokens(const UiContext& ui) {
    if (ui.session.model_words != nullptr)
        return ui.session.model_words->problem().empty() ? "a joined chip goes on with the word before it; ␣ is a space"
                                                         : "the model's tokens, by their numbers";
    if (has_words_of_a_model(ui.session))
        return "the model's files are gone: it knows only these words";
    if (ui.layer().sequence.embeddings == nullptr)
        return text_in(ui.session, "the numbers of {name X} are given; tokens are labels");
    // Any word gets numbers from its letters, but a layer that reads letters was trained on its own words.
    if (ui.session.split == Split::letters) {
        if (std::string misfit = misfit_in_words(ui.session, ui.workspace.item); !misfit.empty())
            return misfit;
        return ui.scope().is_taught ? "" : "equal letters share an embedding"; // a lesson may not have named embeddings
    }
    if (ui.scope().is_taught) // a lesson explains its words by itself
        return {};
    if (std::string unknown = unknown_in_words(strangers(ui.session, ui.layer().sequence, ui.workspace.item));
        !unknown.empty())
        return unknown;
    if (ui.layer().sequence.positions.kind == Positions::Kind::none)
        return "equal words share an embedding";
    return text_in(ui.session, "equal words share an embedding; their {rows} of {name X} differ by position");
}

/// A remark on the tokens and, for a layer of a model, which layer it is.
std::string remark(const UiContext& ui) {
    const std::string layer = layer_of_model(ui.session);
    return layer.empty() ? words_of_tokens(ui) : layer + "  ·  " + words_of_tokens(ui);
}

/// A sentence or token that was refused: its field, and the reason.
struct Refusal {
    std::string field;
    std::string problem; ///< empty: nothing was refused
};

/// The last refusal in this sequence.
Refusal refusal_of(const UiContext& ui, const SequencePlace& place) {
    const Workspace& workspace = ui.workspace;
    const auto is_here = [&](const std::string& field) {
        const auto token = find_token_field(field);
        return token ? token->side == place.side : field == fmt::format("field:{}sentence", side_prefix(place.side));
    };
    if (workspace.field && !workspace.field_problem.empty() && is_here(workspace.field->name))
        return {workspace.field->name, workspace.field_problem};
    if (workspace.refused && is_here(workspace.refused->field.name))
        return {workspace.refused->field.name, workspace.refused->problem};
    return {};
}

/// Adds a text in one line, or in two small lines if it has no room.
void add_over_field(Scene& scene, const UiContext& ui, Point at, float width, const std::string& text, Colour colour) {
    constexpr float line_height = 14;
    if (ui.typesetter.measure(text, Font{}).width <= width)
        add_text(scene, ui, at, text, colour);
    else
        add_paragraph(scene, ui, {at.x, at.y - line_height / 2}, width,
                      ui.typesetter.shortened(text, small(), 1.8F * width), colour, small(), line_height);
}

/// Adds a remark on one of two sequences, a refusal or unknown words: behind the chips if there is room, otherwise
/// beneath the field.
void add_beneath(Scene& scene, const UiContext& ui, const SequencePlace& place, const std::string& problem) {
    const bool is_refused = !problem.empty();
    const std::string beneath =
        is_refused ? problem
        : ui.scope().is_taught
            ? ""
            : unknown_in_words(strangers(ui.session, sequence_of(ui, place.side), ui.workspace.item));
    const float behind = place.chips.x + token_chips_width(ui, place.side) + space::large;
    const bool fits = behind + ui.typesetter.measure(beneath, small()).width <= place.chips.right();
    const Point at = fits ? Point{behind, place.title_at.y} : Point{place.field.x, place.field.bottom() + 13};
    add_text(scene, ui, at, ui.typesetter.shortened(beneath, small(), place.chips.right() - at.x),
             is_refused ? ui.theme().ink : ui.theme().dim, small());
}

void add_sequence(Scene& scene, const UiContext& ui, const SequencePlace& place, bool alone) {
    const Theme& theme = ui.theme();
    const std::string field = fmt::format("field:{}sentence", side_prefix(place.side));
    if (!place.title.empty())
        add_section(scene, ui, place.title_at, place.title);
    if (place.side == Side::context && ui.scope().makes_remarks()) // the button is between its title and its field
        add_segments(scene, ui, {place.field.x - 30 - space::medium, place.field.y},
                     {{.target = "action:context-end", .label = "×"}});
    if (!place.field.empty())
        add_field(scene, ui, place.field, field);
    if (!place.chips.empty())
        token_chips(scene, ui, place.side, place.chips, place.reads_out);
    const auto [refused_field, problem] = refusal_of(ui, place);
    if (!problem.empty())
        scene.values.insert_or_assign("problem:" + refused_field, problem);
    if (place.title.empty())
        return;
    const std::optional<FieldEdit>& edit = ui.workspace.field;
    const bool is_written = edit && edit->name == field && edit->text != edit->opened_with;
    if (const std::string layer = layer_of_model(ui.session); !layer.empty())
        scene.values.insert_or_assign("tokens.layer", layer);
    const std::string beside_field = !problem.empty() ? problem : is_written ? "Enter takes it" : remark(ui);
    const std::string example = place.side == Side::sequence ? words_example_label(ui) : std::string();
    if (!example.empty() && !place.field.empty()) // beneath the field, close to the window's edge
        add_text_buttons(scene, ui, {place.field.x, place.field.bottom() - 1},
                         {{.target = "action:take-to-words", .label = example}});
    if (alone && place.reads_out) {
        const float x = place.title_at.x + ui.typesetter.measure(place.title, small()).width + space::huge;
        add_over_field(scene, ui, {x, place.title_at.y}, place.field.right() - x, beside_field,
                       problem.empty() ? theme.dim : theme.ink);
        scene.values.insert_or_assign("tokens.remark", beside_field);
    } else if (alone) {
        const float beside = place.field.right() + space::medium;
        add_over_field(scene, ui, {beside, place.title_at.y}, std::max(0.0F, place.chips.right() - beside),
                       beside_field, problem.empty() ? theme.dim : theme.ink);
        scene.values.insert_or_assign("tokens.remark", beside_field);
    } else {
        add_beneath(scene, ui, place, problem);
    }
}

} // namespace

float tokens_height(const UiContext& ui) {
    return ui.layer().context ? measure::tokens : chip_height + 2 * space::medium;
}

void tokens_panel(Scene& scene, const UiContext& ui, const Box& area) {
    const Theme& theme = ui.theme();
    Rectangle ground;
    ground.box = area;
    ground.fill = theme.panel;
    scene.list.add(ground, std::string("tokens"));
    add_rule(scene, ui, {area.x, area.y}, {area.right(), area.y});
    const std::vector<SequencePlace> places = places_of(ui, area);
    for (const SequencePlace& place : places)
        add_sequence(scene, ui, place, places.size() == 1);
}

float longest_tokens_scroll(const UiContext& ui, const Box& area) {
    float longest = 0;
    for (const SequencePlace& place : places_of(ui, area))
        longest = std::max(longest, token_chips_width(ui, place.side) - place.chips.width);
    return longest;
}

float tokens_scroll_to(const UiContext& ui, const Box& area, const TokenPlace& wanted) {
    float scroll = ui.workspace.tokens_scroll;
    for (const SequencePlace& place : places_of(ui, area))
        if (place.side == wanted.side)
            if (const auto chip = token_chip_span(ui, wanted))
                // A chip that is wider than the line shows its beginning.
                scroll = std::min(std::max({0.0F, scroll, chip->end - place.chips.width}), chip->begin);
    return std::clamp(scroll, 0.0F, longest_tokens_scroll(ui, area));
}

} // namespace attn
