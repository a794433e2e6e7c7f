#include "ui/panels/inspector.h"

#include "core/document/options/session_notation.h"
#include "core/explain/changed_through.h"
#include "core/explain/explain.h"
#include "core/explain/pins_upstream.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/attention_words.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "ui/actions/lesson_bets.h"
#include "ui/actions/navigation.h"
#include "ui/actions/other_layer.h"
#include "ui/actions/pins_in_words.h"
#include "ui/actions/token_places.h"
#include "ui/document/film.h"
#include "ui/panels/cell_dependents.h"
#include "ui/panels/cell_terms.h"
#include "ui/panels/controls.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <iterator>
#include <span>
#include <vector>

namespace attn {

namespace {

constexpr float inspector_line_height = 28;

/// The distances between the inspector's lines, in logical pixels.
struct Spacing {
    float first = 38; ///< from the panel's top to the headline
    float section = 40;
    float words = 22;
    float line = 28;
    float before_field = 12;
};
constexpr Spacing usual_spacing{};
/// For a low window, so that the controls are in sight.
constexpr Spacing tight_spacing{.first = 32, .section = 27, .words = 19, .line = 21, .before_field = 8};
/// For a still lower window, if that makes scrolling unnecessary.
constexpr Spacing least_spacing{.first = 28, .section = 23, .words = 17, .line = 19, .before_field = 6};

class Inspector {
public:
    Inspector(Scene& scene, const UiContext& ui, const Box& area, const Spacing& spacing)
        : scene_(scene), ui_(ui), theme_(ui.theme()), area_(area), cell_(inspected_cell(ui)),
          explanation_(explain(ui.trace, cell_)), terms_(ui, explanation_), left_(area.x + panel_margin),
          right_(area.right() - panel_margin), y_(area.y - ui.workspace.inspector_scroll), spacing_(spacing) {}

    float add() {
        if (is_still_hidden(ui_, cell_))
            return add_asked();
        add_value();
        add_since_baseline();
        add_since_edit();
        add_pins();
        add_formula();
        add_terms();
        add_words();
        if (!ui_.scope().is_for_audience)
            add_change();
        add_other_layer();
        add_dependents(); // last, because a low window cuts it off
        return y_ + ui_.workspace.inspector_scroll - area_.y;
    }

private:
    void section(const std::string& title) {
        y_ += spacing_.section;
        add_section(scene_, ui_, {left_, y_}, title);
    }

    void add_value() {
        y_ += spacing_.first;
        const std::string value = display_number(explanation_.value, headline_decimals(ui_, terms_));
        const float width = add_text(scene_, ui_, {left_, y_}, value, theme_.ink, bold(type_size::large),
                                     Horizontal::left, std::string("inspector.value"));
        // On a stage of several heads, the cell is that of the head that was pointed at.
        const Prose name = prose("{} · {}", name_of(ui_, cell_.array, cell_.head), asked_cell_words(ui_, cell_));
        // A long line goes beneath the value: shortened, it would lose the number that tells which cell it is.
        const bool is_beside = line_width(ui_.typesetter, name) <= right_ - left_ - width - space::medium;
        const Prose line = is_beside ? name : Prose(ui_.typesetter.shortened(name.letters(), {}, right_ - left_));
        const float line_begin = is_beside ? right_ - line_width(ui_.typesetter, line) : left_;
        y_ += is_beside ? 0 : space::large + space::tiny;
        add_line(scene_.list, ui_.typesetter, {line_begin, y_ - 1}, line, theme_.dim);
        Rectangle place;
        place.box = {line_begin, y_ - 1 - type_size::normal, right_ - line_begin, inspector_line_height};
        scene_.list.add(place, std::string("inspector.name"));
        scene_.values.insert_or_assign("inspector.name", name.letters());
    }

    /// "was 0.491 in the baseline, −0.241 since"; says that a change is next to nothing, and leaves out −∞ − (−∞).
    static std::string words_since(float before, float now, int fewest) {
        if (now == before || (std::isnan(now) && std::isnan(before)))
            return "as in the baseline: not changed";
        constexpr int most = 4;
        const float change = now - before;
        const int decimals = decimals_that_add_up(std::array{before, change}, now, fewest, most).value_or(most);
        std::string was = fmt::format("was {} in the baseline", before == 0 ? "0" : number_in_cell(before, decimals));
        if (!std::isfinite(change))
            return was;
        if (is_next_to_nothing(change, decimals))
            return is_next_to_nothing(before, decimals) || before == 0
                       ? fmt::format("{}, {} now", was, now == 0 ? "0" : number_in_cell(now, decimals))
                       : was + ", hardly changed since";
        return fmt::format("{}, {}{} since", was, change > 0 ? "+" : "", fixed_number(change, decimals));
    }

    /// Adds the cell's value in the baseline, and its change since then.
    void add_since_baseline() {
        if (!has_change(ui_, cell_.array))
            return;
        const float before = ui_.baseline->value(cell_);
        const float now = explanation_.value;
        const std::string words = words_since(before, now, terms_.is_share() ? 3 : 2);
        y_ += 20;
        add_text(scene_, ui_, {left_, y_}, words, theme_.dim, small(), Horizontal::left,
                 std::string("inspector.change"));
        attach_claims(scene_.list,
                      {{words, Always{"both of its numbers are compared with cells where they are made"}}});
        scene_.values.insert_or_assign("inspector.change", words);
    }

    /// Adds the cell's value before the last edit, and the cells through which the edit reached it. A baseline that
    /// the user keeps takes the place of the last edit.
    void add_since_edit() {
        if (ui_.status.before_edit == nullptr || has_change(ui_, cell_.array) || !ui_.scope().makes_remarks())
            return;
        std::vector<CellId> way = changed_through(*ui_.status.before_edit, ui_.trace, cell_);
        if (way.empty())
            return;
        const float before = ui_.status.before_edit->value(way.back());
        way.pop_back();
        const std::vector<ArrayId> steps = shown_steps(ui_);
        std::erase_if(way, [&](const CellId& cell) {
            return is_stage(cell.array) && std::ranges::find(steps, cell.array) == steps.end();
        });
        const std::string words =
            fmt::format("was {} before “{}”", display_number(before, terms_.is_share() ? 3 : 2), ui_.status.undo_label);
        y_ += 20;
        add_text(scene_, ui_, {left_, y_}, ui_.typesetter.shortened(words, small(), right_ - left_), theme_.dim,
                 small(), Horizontal::left, std::string("inspector.since_edit"));
        attach_claims(scene_.list, {{words, Always{"its number is read from the trace of before"}}});
        scene_.values.insert_or_assign("inspector.since_edit", words);
        if (!way.empty())
            add_way_of_change(way);
    }

    /// Adds a link to each cell of the way that has room, from the edited one on.
    void add_way_of_change(std::span<const CellId> way) {
        y_ += 20;
        float x = left_;
        std::string_view before = "through ";
        for (const CellId& cell : way) {
            const Prose name = name_of(ui_, cell.array, cell.head);
            const float wide = line_width(ui_.typesetter, name, small());
            x += add_text(scene_, ui_, {x, y_}, std::string(before), theme_.dim, small());
            if (x + wide + space::huge > right_ && &cell != &way.back()) {
                add_text(scene_, ui_, {x, y_}, "…", theme_.dim, small());
                return;
            }
            add_line(scene_.list, ui_.typesetter, {x, y_}, name, theme_.ink, small());
            scene_.list.add(line({x, y_ + 6}, {x + wide, y_ + 6}, {theme_.dim, 1, LineStyle::dashed}));
            Rectangle place;
            place.box = {x, y_ - type_size::small, wide, type_size::small + 6};
            scene_.list.add(place, "link:" + cell_name(cell));
            x += wide;
            before = ", ";
        }
    }

    /// Adds a button to the pins that the cell is computed from.
    void add_pins() {
        const auto pins = pins_upstream_of(ui_, cell_);
        if (!pins)
            return;
        y_ += 22;
        const std::string words = ui_.typesetter.shortened(pins->words, {.weight = FontWeight::medium}, right_ - left_);
        add_text_buttons(scene_, ui_, {left_, y_ - 14}, {{.target = pins->target, .label = words}});
        scene_.values.insert_or_assign("inspector.pins", pins->words);
    }

    /// Adds the cell that a lesson asks for: its formula, but not its number.
    float add_asked() {
        y_ += 38;
        add_text(scene_, ui_, {left_, y_}, "?", theme_.ink, bold(type_size::large), Horizontal::left,
                 std::string("inspector.value"));
        add_text(scene_, ui_, {right_, y_ - 1}, asked_cell_words(ui_, cell_).letters(), theme_.dim, {},
                 Horizontal::right);
        add_formula();
        return y_ + ui_.workspace.inspector_scroll - area_.y;
    }

    void add_formula() {
        const std::string tex = cell_formula_that_holds(ui_, cell_);
        const bool is_bare = is_stage(cell_.array) && !is_made(ui_.trace.structure(), cell_.array);
        if (tex.empty() || is_bare) // a bare recording does not say how it was computed
            return;
        section("FORMULA");
        Typeset set = set_general_formula(ui_, tex, 17, theme_.ink);
        if (set.width > right_ - left_)
            set = set_general_formula(ui_, tex, 17 * (right_ - left_) / set.width, theme_.ink);
        y_ += 16 + set.ascent;
        scene_.list.append(set.list, {(left_ + right_ - set.width) / 2, y_}, area_);
        Rectangle place;
        place.box = {left_, y_ - set.ascent, right_ - left_, set.ascent + set.descent};
        scene_.list.add(place, std::string("inspector.formula"));
        scene_.values.insert_or_assign("inspector.formula", in_notation(tex, notation_of(ui_.session)));
        y_ += set.descent;
        if (cell_.array == ArrayId::A && is_plain_softmax())
            add_plain_softmax();
        add_index_letters();
    }

    /// Adds what the indices mean if tokens are columns: i is still a token, but no row.
    void add_index_letters() {
        const Role rows = row_role(cell_.array);
        if (!is_transposed(ui_, cell_.array) || (rows != Role::queries && rows != Role::keys))
            return;
        const Notation notation = notation_of(ui_.session);
        const bool is_pair = column_role(cell_.array) == Role::keys;
        const std::string words =
            fmt::format("{}: the {}, here the column{}", in_letters(rows == Role::keys ? "<j>" : "<i>", notation),
                        rows == Role::keys ? "key"
                        : is_pair          ? "query"
                                           : "token",
                        is_pair ? fmt::format("; {}: the key, here the row", in_letters("<j>", notation)) : "");
        y_ += space::large;
        add_text(scene_, ui_, {left_, y_}, words, theme_.dim, small());
        attach_claims(scene_.list, {{words, Always{"it is how stages are laid out where tokens are columns"}}});
        scene_.values.insert_or_assign("inspector.indices", words);
    }

    /// True if the share is its score's part of the row's exponentials. False in a row whose keys are all masked (0/0),
    /// and if a number in between was given.
    bool is_plain_softmax() const {
        constexpr double rounding = 1e-4;
        const auto row = attention_row(ui_, cell_);
        if (!row)
            return false;
        const Matrix masked = ui_.trace.array(row->masked.array, row->masked.item, row->masked.head);
        const auto scores = masked.row(cell_.row);
        const auto largest = static_cast<double>(*std::ranges::max_element(scores));
        double sum = 0;
        for (const float score : scores)
            sum += std::exp(static_cast<double>(score) - largest);
        const double share = std::exp(static_cast<double>(masked(cell_.row, cell_.column)) - largest) / sum;
        return std::abs(share - static_cast<double>(explanation_.value)) <= rounding; // false for 0/0, a NaN
    }

    /// Adds the formula of softmax as notes write it: without subtracting the row's maximum, which gives the same
    /// share.
    void add_plain_softmax() {
        constexpr std::string_view formula =
            R"(= \frac{\exp(<softmax score>)}{<any key(>\sum_{<j>} \exp(<softmax score>)<)any key>})";
        const Typeset set = set_general_formula(ui_, formula, 15, theme_.ink);
        y_ += space::medium + set.ascent;
        scene_.list.append(set.list, {left_, y_}, area_);
        const float x = left_ + set.width + space::medium;
        attn::add_paragraph(
            scene_.list, ui_.typesetter, {x, y_ - 4}, right_ - x,
            Claims{
                {fmt::format("the same: exp(−{}) stands above and below", in_letters("<m>", notation_of(ui_.session))),
                 Always{"a quotient stays as it is where both its sides are divided by one number"}}},
            theme_.dim, small(), 14);
        y_ += set.descent;
        scene_.values.insert_or_assign("inspector.plain", in_notation(formula, notation_of(ui_.session)));
    }

    void add_terms() {
        if (terms_.terms().empty())
            return;
        section(terms_.is_pinned()                           ? "PINNED INSTEAD OF"
                : terms_.sums() && terms_.terms().size() > 1 ? "THIS CELL, LARGEST TERMS FIRST"
                                                             : "THIS CELL");
        y_ = add_cell_terms(scene_, ui_, terms_, {left_, right_, y_, spacing_.line});
    }

    /// Adds a link to the cell of the layer before, or behind, that is the same number of the residual stream.
    void add_other_layer() {
        const auto other = layer_beside(ui_, cell_);
        if (!other)
            return;
        section(other->is_before ? "COMES FROM" : "GOES ON TO");
        y_ += spacing_.line;
        const std::string words = fmt::format("layer {}", other->cell.layer);
        const float wide = add_text(scene_, ui_, {left_, y_}, words, theme_.ink, {}, Horizontal::left,
                                    "action:cell-of-layer/" + cell_name(other->cell));
        scene_.list.add(line({left_, y_ + 5}, {left_ + wide, y_ + 5}, {theme_.dim, 1, LineStyle::dashed}));
        scene_.values.insert_or_assign("inspector.other-layer", words);
    }

    void add_dependents() {
        if (explanation_.feeds.empty())
            return;
        section("BECOMES");
        y_ = add_cell_dependents(scene_, ui_, terms_, {left_, right_, y_, spacing_.line});
    }

    void add_change() {
        section("CHANGE IT");
        y_ += spacing_.before_field;
        add_field(scene_, ui_, {left_, y_, 112, control_height}, "field:value");
        const bool stage = is_stage(cell_.array);
        float x = left_ + 112 + space::small;
        if (stage)
            x += add_segments(scene_, ui_, {x, y_},
                              {{.target = terms_.is_pinned() ? "action:unpin" : "action:pin",
                                .label = terms_.is_pinned() ? "Unpin" : "Pin"}}) +
                 space::small;
        if (ui_.workspace.field_problem.empty()) // the problem takes the remark's place
            attn::add_paragraph(scene_.list, ui_.typesetter, {x, y_ + (stage ? 13.0F : 19.0F)}, right_ - x,
                                Claims{remark_on_change()}, theme_.dim, small(), 14);
        y_ += control_height;
        add_field_problem(scene_, ui_, {left_, y_ + 4}, right_ - left_, "field:value");
    }

    Claim remark_on_change() const {
        constexpr Always is_command{"it says what the next edit does, which is asked of what edits go by"};
        switch (what_set_becomes(ui_.layer(), canonical(ui_, cell_))) {
        case SetBecomes::weight:
            return {"or drag the cell up or down", is_command};
        case SetBecomes::given:
            return {"typing a number changes what was given", fact(Quantity::is_given, canonical(ui_, cell_), 1)};
        case SetBecomes::embedding:
            return {"typing a number changes it wherever the word stands", is_command};
        case SetBecomes::position:
            return {"typing a number changes this place for all", is_command};
        case SetBecomes::painted:
            return {"typing a number adds it to the painted mask", is_command};
        case SetBecomes::pin:
            break;
        }
        if (!terms_.is_pinned())
            return {"typing a number pins it: it is then no longer computed", is_command};
        // with the decimals of the result under its terms
        const int decimals = terms_.terms().empty() ? headline_decimals(ui_, terms_) : terms_.value_decimals();
        const std::string otherwise =
            display_number(static_cast<float>(value_without_pin(ui_.trace, explanation_.cell)), decimals);
        return {fmt::format("instead of {}", otherwise),
                written_fact(Quantity::value_without_pin, explanation_.cell, otherwise)};
    }

    /// A sentence about where the numbers of the cell's words come from; none in a lesson.
    Claims claims_of_words() const {
        constexpr Always is_asked{"it is asked in this frame of the words that the session has numbers for"};
        std::string said = origin_of_row(ui_, cell_);
        if (const std::string unknown = strangers_at(ui_, cell_); said.empty() && !unknown.empty())
            said = unknown + "; what comes of that is chance.";
        return said.empty() || ui_.scope().is_taught ? Claims() : Claims{{std::move(said), is_asked}};
    }

    void add_words() {
        Claims words = claims_about(ui_, explanation_);
        std::ranges::move(claims_of_words(), std::back_inserter(words));
        if (words.empty())
            return;
        section("IN WORDS");
        scene_.values.insert_or_assign("inspector.words", text_of(words));
        y_ += spacing_.words;
        Rectangle place;
        const float before = y_;
        y_ += attn::add_paragraph(scene_.list, ui_.typesetter, {left_, y_}, right_ - left_, words, theme_.ink);
        place.box = {left_, before - 14, right_ - left_, y_ - before};
        scene_.list.add(place, std::string("inspector.words"));
        y_ -= space::medium; // the distance behind the last line
    }

    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    Box area_;
    CellId cell_;
    Explanation explanation_;
    CellTerms terms_;
    float left_;
    float right_;
    float y_;
    Spacing spacing_;
};

/// The inspector's content in a spacing, and its height.
struct Inspected {
    Scene scene;
    float height = 0;
};

Inspected inspected(const UiContext& ui, const Box& area, const Spacing& spacing) {
    Inspected all;
    all.height = Inspector(all.scene, ui, area, spacing).add();
    return all;
}

/// True if content of that height fits in the area, with its last line's descenders.
bool has_room(float height, const Box& area) {
    return height + space::small <= area.height;
}

Inspected inspected(const UiContext& ui, const Box& area) {
    if (Inspected usual = inspected(ui, area, usual_spacing); has_room(usual.height, area))
        return usual;
    Inspected tight = inspected(ui, area, tight_spacing);
    if (has_room(tight.height, area))
        return tight;
    Inspected least = inspected(ui, area, least_spacing);
    return has_room(least.height, area) ? least : tight;
}

/// Adds the edge that unfolds the inspector or, if it is unfolded in a narrow window, folds it again.
void add_fold(Scene& scene, const UiContext& ui, const Box& area, bool is_folded) {
    const float way = is_folded ? -2.0F : 2.0F;
    const Point middle = is_folded ? area.centre() : Point{area.x + folded_panel / 2, area.centre().y};
    const Stroke stroke{ui.theme().dim, 1.5F};
    scene.list.add(line(middle + Point{-way, -4}, middle + Point{way, 0}, stroke));
    scene.list.add(line(middle + Point{way, 0}, middle + Point{-way, 4}, stroke));
    Rectangle place;
    place.box = is_folded ? area : Box{middle.x - folded_panel / 2, middle.y - 24, folded_panel, 48};
    scene.list.add(place, std::string("action:lecture-inspector"));
    scene.values.insert_or_assign("action:lecture-inspector", std::string(is_folded ? "unfold" : "fold"));
}

float longest_scroll(float height, const Box& area) {
    return has_room(height, area) ? 0 : height + space::large - area.height;
}

} // namespace

void inspector_panel(Scene& scene, const UiContext& ui, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = ui.theme().panel;
    scene.list.add(ground, std::string("inspector"));
    add_rule(scene, ui, {area.x, area.y}, {area.x, area.bottom()});
    if (area.width <= folded_panel) {
        add_fold(scene, ui, area, true);
        return;
    }
    auto [inner, height] = inspected(ui, area);
    scene.list.append(inner.list, {}, area);
    scene.values.merge(inner.values);
    if (ui.scope().layout == Scope::Layout::window && folds_inspector(ui.workspace.window_width))
        add_fold(scene, ui, area, false);
    add_scroll_mark(scene, ui, area, {ui.workspace.inspector_scroll, longest_scroll(height, area)});
}

float longest_inspector_scroll(const UiContext& ui, const Box& area) {
    return area.width <= folded_panel ? 0 : longest_scroll(inspected(ui, area).height, area);
}

} // namespace attn
