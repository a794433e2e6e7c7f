#include "ui/panels/tip.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/known_words.h"
#include "core/document/session/model_words.h"
#include "core/explain/explain.h"
#include "core/explain/pins_upstream.h"
#include "core/explain/residual.h"
#include "core/figure/lenses/known_spectra.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/text.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/model/options.h"
#include "core/notation/in_notation.h"
#include "ui/actions/actions.h"
#include "ui/actions/lesson_bets.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/token_places.h"
#include "ui/document/film.h"
#include "ui/document/terms.h"
#include "ui/panels/bar_groups.h"
#include "ui/panels/formula_tip.h"
#include "ui/panels/menu.h"
#include "ui/panels/model_tip.h"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <iterator>
#include <utility>

namespace attn {

namespace {

/// For sentences about what a command or an option does.
constexpr Always is_command{"it says what the command does, whatever is in sight"};

/// For sentences about where a word's numbers come from.
constexpr Always is_origin{"it is asked in this frame of the words that the session has numbers for"};

Prose becomes(const UiContext& ui, const Explanation& explanation) {
    constexpr std::size_t most = 2;
    Prose text;
    std::size_t count = 0;
    std::vector<Dependents> feeds = explanation.feeds;
    std::erase_if(feeds, [&](const Dependents& fed) { return is_named_later(ui, fed.stage); });
    for (const Dependents& fed : feeds) {
        if (count++ == most)
            break;
        text += prose("{}{}", text.empty() ? "goes into " : "; ", dependents_words(ui, explanation.cell, fed));
    }
    if (feeds.size() > most)
        text += fmt::format("; and {} more", feeds.size() - most);
    return text;
}

/// The tip of a whole array, which is a node of the pipeline.
Tip tip_of_array(const UiContext& ui, ArrayId id) {
    Tip tip;
    tip.name = name_of(ui.notation, id);
    if (has_array(ui, id)) {
        const Shape shape = shown_shape(ui, id);
        const std::string written = fmt::format("{} × {}", shape.rows, shape.columns);
        tip.name += " · " + written;
        const CellId first = canonical(ui, {ui.layer().number, id, ui.workspace.item, ui.workspace.head, 0, 0});
        tip.behind_name.push_back(written_fact(Quantity::shape, first, written));
        if (has_heads(id) && ui.sizes().H > 1)
            tip.name += " in each head";
    }
    tip.formula = formula_that_holds(ui, id, formula_of(ui.session, id), {.all_heads = true});
    tip.about = {{array_title(ui.session, id), Always{"it asks, and states nothing"}}};
    return tip;
}

Tip tip_of_token(const UiContext& ui, const TokenPlace& place) {
    const Sequence& sequence = sequence_of(ui, place.side);
    Tip tip;
    if (place.token >= sequence.token_count()) {
        tip.about = {{"Adds a token at the end of the sentence.", is_command}};
        return tip;
    }
    const std::string token = token_label(sequence, ui.workspace.item, place.token);
    tip.name = Prose::own(token);
    Fact count = fact(Quantity::length, {0, ArrayId{}}, static_cast<double>(sequence.token_count()));
    count.length = place.side == Side::sequence ? &Sizes::S_q : &Sizes::S_k;
    tip.about = {{fmt::format("Token {0} of {1}: {2} {0} of every matrix whose {2}s are tokens.", place.token + 1,
                              sequence.token_count(), token_line(ui.session.tokens_as_columns)),
                  std::move(count)},
                 {"Drag moves it, double click renames it.", is_command}};
    if (std::string origin = origin_of_numbers(ui.session, sequence, token); !origin.empty())
        tip.about.emplace_back(std::move(origin), is_origin);
    const ModelWords* const words = place.side == Side::sequence ? ui.session.model_words.get() : nullptr;
    if (const std::string_view around = words != nullptr ? words->place_around(token) : ""; !around.empty())
        tip.about.emplace_back(fmt::format("It is what the model puts at the {} of every text.", around),
                               Always{"it is what the model's tokenizer says of the token"});
    return tip;
}

std::optional<Tip> tip_of_option(const UiContext& ui, std::string_view name) {
    if (const Option* const option = find_option(name))
        return Tip{.name = std::string(option->label), .about = {{std::string(option->about), is_command}}};
    if (const GlossaryTerm* const term = find_term_named(name))
        return tip_of_term(ui, *term);
    return std::nullopt;
}

std::optional<Tip> tip_of_singular_value(const UiContext& ui, WeightProduct product, std::string_view number) {
    Index n = 0;
    const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), n);
    const auto told = problem == std::errc() ? singular_value(ui, product, n - 1) : std::nullopt;
    if (!told)
        return std::nullopt;
    Tip tip;
    tip.name = fmt::format("singular value {} of {}", n, told->count);
    tip.value = full_number(static_cast<float>(told->value));
    tip.formula = fmt::format(R"(\sigma_{{{}}} : {})", n, told->formula);
    const std::string share = told->share > 0 ? share_in_percent(static_cast<float>(told->share)) : "0 %";
    const std::string rank = display_number(static_cast<float>(told->effective_rank), 2);
    const CellId weight = first_weight(ui.layer(), product, ui.workspace.head);
    Fact of_share = written_fact(Quantity::share_of_singular_value, weight, share);
    of_share.terms = {n - 1};
    tip.about = {{fmt::format("{} of the sum of the head’s values; their effective rank is {}.", share, rank),
                  {std::move(of_share), written_fact(Quantity::effective_rank, weight, rank)}}};
    return tip;
}

std::optional<Tip> tip_of_action(const UiContext& ui, const std::string& target) {
    constexpr std::string_view prefix = "action:";
    const std::string_view name = std::string_view(target).substr(prefix.size());
    const std::size_t slash = name.find('/');
    if (slash != std::string_view::npos && (name.starts_with("step/") || name.starts_with("show/")))
        if (const auto array = find_array(name.substr(slash + 1)))
            return tip_of_array(ui, *array);
    if (name == "menu/presets" && !name_of_session(ui).empty()) // the button may cut the name off
        return Tip{.name = name_of_session(ui),
                   .about = {{"What is open. A click offers other sessions.", is_command}}};
    if (name.starts_with("menu/")) {
        const GlossaryTerm* const term = find_term_named(name.substr(slash + 1));
        return term == nullptr ? std::nullopt : std::optional(tip_of_term(ui, *term));
    }
    if (name == "close" || name == "blank")
        return std::nullopt;
    for (const Offer& offer : all_offers(ui))
        if (offer.target == target && (!offer.about.empty() || !offer.key.empty()))
            return Tip{.name = offer.label,
                       .about = offer.about.empty() ? Claims{} : Claims{{offer.about, is_command}},
                       .key = offer.key};
    return std::nullopt;
}

std::optional<Tip> tip_of_name(const UiContext& ui, const std::string& name) {
    const auto rest = [&](std::string_view prefix) -> std::optional<std::string_view> {
        if (!name.starts_with(prefix))
            return std::nullopt;
        return std::string_view(name).substr(prefix.size());
    };
    if (auto tip = tip_of_heads_in_model(ui, name))
        return tip;
    if (name.starts_with("action:"))
        return tip_of_action(ui, name);
    if (const auto link = rest("link:"))
        if (const auto cell = parse_cell_name(*link, ui.workspace.item); cell && ui.trace.contains(*cell))
            return is_still_hidden(ui, *cell) ? std::nullopt : std::optional(tip_of_cell(ui, *cell));
    for (const auto& [product, bars] : spectrum_bars)
        if (const auto number = rest(bars))
            return tip_of_singular_value(ui, product, *number);
    if (const auto token = find_token(name))
        return tip_of_token(ui, *token);
    if (const auto field = rest("field:"))
        return tip_of_option(ui, *field);
    if (const auto slider = rest("slider:"))
        return tip_of_option(ui, *slider);
    if (name == "inspector.formula")
        return tip_of_formula(ui,
                              in_notation(cell_formula_that_holds(ui, inspected_cell(ui)), notation_of(ui.session)));
    if ((name == "inspector.value" || name == "inspector.name") && !is_still_hidden(ui, inspected_cell(ui)))
        return tip_of_cell(ui, inspected_cell(ui));
    return std::nullopt;
}

/// The cell whose number an item of a picture shows.
std::optional<CellId> said_cell(const Statement& says) {
    if (const auto* number = std::get_if<ShownNumber>(&says))
        return number->cell;
    if (const auto* term = std::get_if<ShownTerm>(&says))
        return term->cell;
    if (const auto* rest = std::get_if<ShownRest>(&says))
        return rest->cell;
    if (const auto* sum = std::get_if<ShownSum>(&says))
        return sum->cell;
    return std::nullopt;
}

/// The formula that an item is a piece of; `nullptr` if it is of none.
const FormulaMark* formula_of_piece(const DisplayList& list, std::size_t piece) {
    constexpr std::size_t most_pieces = 400;
    for (std::size_t i = piece; i-- > 0 && piece - i < most_pieces;)
        if (const auto* mark = std::get_if<FormulaMark>(&list.items[i].shape()); mark != nullptr)
            return i + mark->pieces >= piece ? mark : nullptr;
    return nullptr;
}

/// The tip of a number that a picture makes from two numbers of the layer.
Tip tip_of_residual(const UiContext& ui, const ShownResidual& shown) {
    const ResidualRow row = residual_row(ui.trace, shown.written.item, shown.written.row);
    const std::string sum = fmt::format("{} + {}", short_cell(ui, shown.past), short_cell(ui, shown.written));
    return {.name = shown.is_normed ? fmt::format("norm of {}", sum) : sum,
            .value = full_number((shown.is_normed ? row.normed : row.sum)(0, shown.written.column))};
}

std::optional<Tip> tip_of_item(const Scene& scene, const UiContext& ui, std::size_t index, Point point) {
    const Item& item = scene.list.items[index];
    if (const auto cell = said_cell(item.says); cell && ui.trace.contains(*cell)) {
        if (is_still_hidden(ui, *cell))
            return std::nullopt;
        return tip_of_cell(ui, *cell);
    }
    if (const auto* const residual = std::get_if<ShownResidual>(&item.says))
        return tip_of_residual(ui, *residual);
    if (const FormulaMark* const formula = formula_of_piece(scene.list, index))
        if (auto tip = tip_of_formula(ui, formula->tex))
            return tip;
    std::optional<Tip> tip;
    for (const WrittenTerm& written : explained_terms(ui, item))
        if (written.place.contains(point)) {
            tip = tip_of_term(ui, *written.term);
            tip->place = written.place;
            break;
        }
    return tip;
}

} // namespace

Tip tip_of_cell(const UiContext& ui, const CellId& cell) {
    const Explanation explanation = explain(ui.trace, cell);
    Tip tip;
    tip.name = prose("{} · {}", name_of(ui, cell.array, cell.head), asked_cell_words(ui, cell));
    tip.value = full_number(explanation.value);
    if (!is_made_of_unnamed(ui, cell.array))
        tip.formula = cell_formula_that_holds(ui, cell);
    tip.becomes = becomes(ui, explanation);
    if (const std::string origin = origin_of_row(ui, cell); !origin.empty())
        tip.about = {{origin, is_origin}};
    if (explanation.rule == Rule::pinned) {
        const std::string otherwise =
            display_number(static_cast<float>(value_without_pin(ui.trace, explanation.cell)), 3);
        tip.about.push_back({fmt::format("Pinned: it would be {}.", otherwise),
                             written_fact(Quantity::value_without_pin, explanation.cell, otherwise)});
    }
    return tip;
}

Tip tip_of_term(const UiContext& ui, const GlossaryTerm& term) {
    return {.name = std::string(term.name),
            .about = {{words_in(term.meaning, notation_of(ui.session)), Always{"it is the definition of the term"}}}};
}

namespace {

/// The cell that is drawn at a point, beneath the targets of clicks.
std::optional<CellId> drawn_cell(const DisplayList& list, Point point, const Typesetter& typesetter) {
    DisplayList cells;
    std::ranges::copy_if(list.items, std::back_inserter(cells.items), [&](const Item& item) {
        return std::holds_alternative<CellId>(item.target) && bounds(item, typesetter).contains(point);
    });
    const Target target = hit(cells, point, typesetter);
    const auto* const cell = std::get_if<CellId>(&target);
    return cell == nullptr ? std::nullopt : std::optional(*cell);
}

/// A letter and its place: "b (letter 3)".
std::string letter_words(const UiContext& ui, Index token) {
    const auto& letters = ui.layer().sequence.items[static_cast<std::size_t>(ui.workspace.item)];
    return fmt::format("{} (letter {})", letters.at(static_cast<std::size_t>(token)), token + 1);
}

/// The tip of a head's map in the first minute, in words without symbols, which nobody has seen there yet.
Tip tip_of_map(const Scene& scene, const UiContext& ui, const std::string& head, Point point) {
    const bool is_bet = is_bet_open(ui);
    Tip tip{.name = "head " + head, .key = head};
    const auto cell = drawn_cell(scene.list, point, ui.typesetter);
    if (!cell || !ui.trace.contains(*cell)) {
        tip.about = {{is_bet ? "A click bets on it. Its rows are the letters that look, its columns those that are "
                               "looked at."
                             : "A click switches it off, or on again. Its rows are the letters that look, its columns "
                               "those that are looked at.",
                      is_command}};
        return tip;
    }
    const std::string share = percent_digits(ui.trace.value(*cell)) + " %";
    tip.about = {{fmt::format("{} gives {} of its attention to {}.", letter_words(ui, cell->row), share,
                              letter_words(ui, cell->column)),
                  written_fact(Quantity::value, *cell, share)},
                 {is_bet ? "A click bets on this head." : "A click switches this head off, or on again.", is_command}};
    return tip;
}

} // namespace

std::optional<Tip> tip_at(const Scene& scene, const UiContext& ui, Point point) {
    const Target target = hit(scene.list, point, ui.typesetter);
    const auto place = find(scene.list, target, ui.typesetter, point);
    const auto at_target = [&](Tip tip) {
        tip.place = place.value_or(Box{point.x, point.y, 0, 0});
        return tip;
    };
    if (const auto* cell = std::get_if<CellId>(&target)) {
        if (is_still_hidden(ui, *cell) || !ui.trace.contains(*cell))
            return std::nullopt;
        return at_target(tip_of_cell(ui, *cell));
    }
    if (const auto* name = std::get_if<std::string>(&target); name != nullptr && ui.scope().is_first_minute)
        for (const std::string_view of_head : {"action:lesson-answer/", "action:switch-head/"})
            if (name->starts_with(of_head))
                return at_target(tip_of_map(scene, ui, name->substr(of_head.size()), point));
    if (const auto* name = std::get_if<std::string>(&target))
        if (auto tip = tip_of_name(ui, *name))
            return at_target(*std::move(tip));
    if (const auto* name = std::get_if<std::string>(&target); name != nullptr && name->starts_with(greyed_prefix))
        return at_target({.about = {{scene.values.at(*name), is_command}}});
    for (const std::size_t index : seen_at(scene.list, point, ui.typesetter))
        if (auto tip = tip_of_item(scene, ui, index, point)) {
            if (tip->place.empty())
                tip->place = bounds(scene.list.items[index], ui.typesetter);
            return tip;
        }
    return std::nullopt;
}

std::optional<Tip> present_tip(const Scene& scene, const UiContext& ui, const Box& window) {
    const Pointing& pointing = ui.workspace.pointing;
    if (pointing.by == Pointing::By::selection) {
        const CellId cell = inspected_cell(ui);
        if (is_still_hidden(ui, cell))
            return std::nullopt;
        Tip tip = tip_of_cell(ui, cell);
        tip.place =
            find(scene.list, Target(cell), ui.typesetter).value_or(Box{window.centre().x, window.centre().y, 0, 0});
        return tip;
    }
    if (pointing.quiet || pointing.rested < rest_before_tip || ui.workspace.drag)
        return std::nullopt;
    return tip_at(scene, ui, pointing.at);
}

} // namespace attn
