#include "ui/panels/inspector.h"

#include "core/document/session_notation.h"
#include "core/explain/explain.h"
#include "core/explain/unpinned.h"
#include "core/figure/bar_length.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/words.h"
#include "core/model/arrays.h"
#include "core/model/is_made.h"
#include "ui/actions/pin_list.h"
#include "ui/actions/token_places.h"
#include "ui/document/film.h"
#include "ui/panels/controls.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <iterator>
#include <span>

namespace attn {

namespace {

constexpr float inspector_margin = space::huge;
constexpr float inspector_line_height = 28;
constexpr std::size_t most_terms = 6;
constexpr std::size_t most_dependents = 4;

/// How a line "name number × name number = number ▬" is shared out.
struct TermColumns {
    float factor = 86; ///< a name and its number
    float bar = 44;
    Font names{};
};

class Inspector {
public:
    Inspector(Scene& scene, const UiContext& ui, const Box& area)
        : scene_(scene), ui_(ui), theme_(ui.theme()), area_(area), cell_(inspected_cell(ui)),
          explanation_(explain(ui.trace, cell_)), terms_(explanation_.terms), rule_(rule_of(ui, explanation_)),
          left_(area.x + inspector_margin), right_(area.right() - inspector_margin),
          y_(area.y - ui.workspace.inspector_scroll) {}

    float add() {
        if (is_still_hidden(ui_, cell_))
            return add_asked();
        choose_terms();
        add_value();
        add_since_baseline();
        add_pins();
        add_formula();
        add_terms();
        add_words();
        if (!ui_.workspace.lecture)
            add_change();
        add_dependents(); // last: in a low window it is cut off
        return y_ + ui_.workspace.inspector_scroll - area_.y;
    }

private:
    /// How the number comes about; of a pinned one, how what it replaces would.
    static Rule rule_of(const UiContext& ui, const Explanation& explanation) {
        const ArrayId id = explanation.cell.array;
        if (explanation.rule != Rule::pinned || !is_stage(id) || explanation.terms.empty())
            return explanation.rule;
        return explain_computing(ui.trace, explanation.cell).rule;
    }

    /// What the terms lead to: the number shown, or what a pin replaces.
    float explained_value() const {
        return is_pinned() ? static_cast<float>(explanation_.recomputed) : explanation_.value;
    }

    /// With the decimals of all its kind, so that they can be added up.
    std::string shown(double value) const {
        const auto number = static_cast<float>(value);
        return std::abs(number) < 1000 ? fixed_number(number, decimals_) : display_number(number, decimals_);
    }

    void section(const std::string& title) {
        y_ += 40;
        add_section(scene_, ui_, {left_, y_}, title);
    }

    void add_value() {
        y_ += 38;
        const std::string value = display_number(explanation_.value, headline_decimals());
        const float width = add_text(scene_, ui_, {left_, y_}, value, theme_.ink, bold(type_size::large),
                                     Horizontal::left, std::string("inspector.value"));
        // Of several heads on the stage, the one that was pointed at.
        const std::string head = has_heads(cell_.array) ? head_mark(ui_.session, cell_.head) : std::string();
        const std::string name =
            fmt::format("{}{} · {}", shown_name(ui_.session, cell_.array), head, cell_words(ui_, cell_));
        // Long words stand beneath: cut off, they would lose the number that says which of them it is.
        const bool is_beside = line_width(ui_.typesetter, name) <= right_ - left_ - width - space::medium;
        const std::string line = is_beside ? name : ui_.typesetter.shortened(name, {}, right_ - left_);
        const float line_begin = is_beside ? right_ - line_width(ui_.typesetter, line) : left_;
        y_ += is_beside ? 0 : space::large + space::tiny;
        add_line(scene_.list, ui_.typesetter, {line_begin, y_ - 1}, line, theme_.dim);
        Rectangle place;
        place.box = {line_begin, y_ - 1 - type_size::normal, right_ - line_begin, inspector_line_height};
        scene_.list.add(place, std::string("inspector.name"));
        scene_.values.insert_or_assign("inspector.name", name);
    }

    /// Weights are small, and sums show three decimals of them; two are enough where they say all.
    int headline_decimals() const {
        constexpr int usual = 2;
        const float hundredths = std::round(explanation_.value * 100) / 100;
        const bool is_long = is_parameter(cell_.array) && hundredths != explanation_.value;
        const int alone = is_share() || is_long ? usual + 1 : usual;
        return sums() && !is_pinned() ? std::max(alone, value_decimals()) : alone; // the sum below is this number
    }

    /// What the cell was when the baseline was kept, and what it has changed by.
    void add_since_baseline() {
        if (!has_change(ui_, cell_.array))
            return;
        const float before = ui_.baseline->value(cell_);
        const float now = explanation_.value;
        std::string words = "as in the baseline";
        if (now != before) {
            const float change = now - before;
            const int decimals =
                decimals_that_add_up(std::array{before, change}, now, is_share() ? 3 : 2, 4).value_or(4);
            words = fmt::format("{} in the baseline: {}{} since", display_number(before, decimals),
                                change > 0 ? "+" : "", display_number(change, decimals));
        }
        y_ += 20;
        add_text(scene_, ui_, {left_, y_}, words, theme_.dim, small(), Horizontal::left,
                 std::string("inspector.change"));
        attach_claims(scene_.list,
                      {{words, Always{"both of its numbers are compared with cells where they are made"}}});
        scene_.values.insert_or_assign("inspector.change", words);
    }

    /// What is held by hand before the cell.
    void add_pins() {
        const auto pins = pins_upstream_of(ui_, cell_);
        if (!pins)
            return;
        y_ += 22;
        const std::string words = ui_.typesetter.shortened(pins->words, {.weight = FontWeight::medium}, right_ - left_);
        add_text_buttons(scene_, ui_, {left_, y_ - 14}, {{.target = pins->target, .label = words}});
        scene_.values.insert_or_assign("inspector.pins", pins->words);
    }

    /// The cell that the learner is asked for: its formula, and not its number.
    float add_asked() {
        y_ += 38;
        add_text(scene_, ui_, {left_, y_}, "?", theme_.ink, bold(type_size::large), Horizontal::left,
                 std::string("inspector.value"));
        add_text(scene_, ui_, {right_, y_ - 1}, cell_words(ui_, cell_), theme_.dim, {}, Horizontal::right);
        add_formula();
        return y_ + ui_.workspace.inspector_scroll - area_.y;
    }

    bool is_share() const { return cell_.array == ArrayId::A || cell_.array == ArrayId::exp; }

    void add_formula() {
        const std::string tex = cell_formula_of(ui_.session, cell_.array);
        const bool is_bare = is_stage(cell_.array) && !is_made(ui_.trace.structure(), cell_.array);
        if (tex.empty() || is_bare) // of a bare recording nothing says how it came about
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
        if (cell_.array == ArrayId::A)
            add_plain_softmax();
    }

    /// Notes write softmax without the largest score, which programs take away first: the same share.
    void add_plain_softmax() {
        constexpr std::string_view formula = R"(= \frac{\exp(<softmax score>)}{\sum_{<j>} \exp(<softmax score>)})";
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
        scene_.values.insert_or_assign("inspector.plain",
                                       "=" + in_notation(formula.substr(1), notation_of(ui_.session)));
    }

    /// Of the terms as they are written: so many, and the others as one.
    void choose_decimals(std::span<const Term> terms, std::size_t count) {
        std::vector<float> values;
        for (const Term& term : terms.first(count))
            values.push_back(static_cast<float>(term.value));
        if (count < terms.size())
            values.push_back(static_cast<float>(sum_of(terms.subspan(count))));
        const auto exact = decimals_that_add_up(values, explained_value(), 2, 3);
        decimals_ = exact.value_or(2);
        rounded_ = !exact && terms.size() > 1;
    }

    static double sum_of(std::span<const Term> terms) {
        double sum = 0;
        for (const Term& term : terms)
            sum += term.value;
        return sum;
    }

    /// The factors of all terms have as many decimals as it takes to multiply them to the products beside them.
    void choose_factor_decimals(std::span<const Term> terms) {
        constexpr int fewest = 2;
        constexpr int most = 3; // for which there is room
        std::vector<WrittenProduct> lines;
        for (const Term& term : terms)
            if (term.right)
                lines.push_back(written_product(term));
        factor_decimals_ = decimals_that_multiply(lines, decimals_, fewest, most);
    }

    static WrittenProduct written_product(const Term& term) {
        return {term.left.value, term.right->value, static_cast<float>(term.value)};
    }

    /// As many as the operands need, so that whoever computes with them finds the value shown.
    void choose_operand_decimals() {
        const std::vector<Term>& terms = explanation_.terms;
        if (terms.size() != 2 || (rule_ != Rule::quotient && rule_ != Rule::exponential))
            return;
        constexpr int most = 4;
        const double half_unit = 0.5 * std::pow(10.0, -value_decimals());
        const auto gives_the_value = [&] {
            const double unit = std::pow(10.0, operand_decimals_);
            const double left = std::round(terms[0].value * unit) / unit;
            const double right = std::round(terms[1].value * unit) / unit;
            const double result = rule_ == Rule::quotient ? left / right : std::exp(left - right);
            return std::abs(result - static_cast<double>(explained_value())) <= half_unit;
        };
        while (operand_decimals_ < most && !gives_the_value())
            ++operand_decimals_;
    }

    int value_decimals() const { return is_share() ? 3 : decimals_; }

    bool is_logistic() const { return rule_ == Rule::logistic; } // of a sum
    bool sums() const { return rule_ == Rule::sum_of_products || rule_ == Rule::sum || is_logistic(); }
    /// So many lines; of more terms the last one is the rest.
    std::size_t lines_of_terms() const { return terms_.size() > most_terms ? most_terms - 1 : terms_.size(); }

    /// In their order, and with how many decimals.
    void choose_terms() {
        if (sums() || rule_ == Rule::maximum)
            std::stable_sort(terms_.begin(), terms_.end(), [&](const Term& a, const Term& b) {
                return sums() ? std::abs(a.value) > std::abs(b.value) : a.value > b.value;
            });
        if (sums() && !is_logistic() && !terms_.empty())
            choose_decimals(terms_, lines_of_terms());
    }

    void add_terms() {
        if (terms_.empty())
            return;
        const std::vector<Term>& terms = terms_;
        section(is_pinned()                  ? "PINNED INSTEAD OF"
                : sums() && terms.size() > 1 ? "THIS CELL, LARGEST TERMS FIRST"
                                             : "THIS CELL");
        y_ += 2;
        const std::size_t count = lines_of_terms();
        if (!sums()) {
            columns_.bar = 0;
            choose_operand_decimals();
            for (std::size_t i = 0; i < count; ++i)
                add_operand(terms[i], i > 0);
        } else {
            const double largest = largest_finite(terms);
            choose_factor_decimals(std::span(terms).first(count));
            choose_columns(std::span(terms).first(count));
            for (std::size_t i = 0; i < count; ++i)
                add_term(terms[i], largest);
        }
        if (count < terms.size())
            add_rest(terms, count);
        add_result(sums() && !is_logistic() && terms.size() > 1);
    }

    /// What the bars are measured by: a masked score is infinite, and has no length.
    static double largest_finite(const std::vector<Term>& terms) {
        double largest = 1e-12;
        for (const Term& term : terms)
            if (std::isfinite(term.value))
                largest = std::max(largest, std::abs(term.value));
        return largest;
    }

    /// A link to where the number comes from; constants have none.
    void add_factor(const Factor& factor, float x, float number_right) {
        if (factor.cell) {
            const std::string name = short_cell(ui_, *factor.cell);
            const float width = add_text(scene_, ui_, {x, y_}, name, theme_.ink, columns_.names, Horizontal::left,
                                         "link:" + cell_name(*factor.cell));
            Path dots = line({x, y_ + 5}, {x + width, y_ + 5}, {theme_.dim, 1, LineStyle::dashed});
            scene_.list.add(std::move(dots));
        }
        if (number_right > x)
            add_text(scene_, ui_, {number_right, y_}, display_number(factor.value, operand_decimals_), theme_.ink, {},
                     Horizontal::right);
    }

    /// Whether a name and its number leave a space between them.
    bool has_room(const Factor& factor, float room) const {
        const float name =
            factor.cell ? ui_.typesetter.measure(short_cell(ui_, *factor.cell), Font{}).width + space::small : 0;
        return name + ui_.typesetter.measure(display_number(factor.value, factor_decimals_), Font{}).width <= room;
    }

    /// Long names take the room of the bars.
    void choose_columns(std::span<const Term> terms) {
        columns_ = {};
        const bool fits = std::ranges::all_of(terms, [&](const Term& term) {
            return !term.right || (has_room(term.left, columns_.factor) && has_room(*term.right, columns_.factor - 4));
        });
        if (!fits)
            columns_ = {.factor = 100, .bar = 16, .names = small()};
    }

    void add_term(const Term& term, double largest) {
        y_ += inspector_line_height;
        operand_decimals_ = factor_decimals_;
        const float end = left_ + 2 * columns_.factor + 12; // of the right factor
        // Alone it is the number that the line ends with.
        add_factor(term.left, left_, term.right ? left_ + columns_.factor : left_);
        if (term.right) {
            add_text(scene_, ui_, {left_ + columns_.factor + 8, y_}, times_sign(notation_of(ui_.session)), theme_.dim,
                     {}, Horizontal::centre);
            add_factor(*term.right, left_ + columns_.factor + 16, end);
        }
        if (term.right) {
            const bool holds = multiplies(written_product(term), factor_decimals_, decimals_);
            add_text(scene_, ui_, {end + 9, y_}, holds ? "=" : "≈", theme_.dim, {}, Horizontal::centre);
        }
        add_text(scene_, ui_, {result_right(), y_}, shown(term.value), theme_.ink, bold(), Horizontal::right);
        Rectangle bar;
        const float share = std::max(0.02F, filled_part(std::abs(term.value), largest));
        bar.box = {right_ - columns_.bar, y_ - 8, share * columns_.bar, 7};
        const auto most = static_cast<float>(largest);
        bar.fill = colour_map(ui_.workspace.grey ? Palette::grey : Palette::diverging, ui_.workspace.look)
                       .at(static_cast<float>(term.value), {-most, most, -most, most, RangeSource::this_matrix});
        scene_.list.add(bar);
    }

    /// Where what terms come to ends, beside the bars where there are any.
    float result_right() const { return columns_.bar > 0 ? right_ - columns_.bar - space::small : right_; }

    /// What is no summand: the two sides of a quotient, what an exponential is of, what is copied.
    void add_operand(const Term& term, bool is_second) {
        y_ += inspector_line_height;
        if (is_second && rule_ != Rule::maximum)
            add_text(scene_, ui_, {left_, y_}, sign(), theme_.dim);
        const float x = rule_ == Rule::maximum || explanation_.terms.size() == 1 ? left_ : left_ + 20;
        add_factor(term.left, x, term.right ? x + 100 : result_right());
        if (term.right) {
            add_text(scene_, ui_, {x + 112, y_}, times_sign(notation_of(ui_.session)), theme_.dim, {},
                     Horizontal::centre);
            add_factor(*term.right, x + 124, x + 206);
        }
    }

    std::string sign() const { return rule_ == Rule::quotient || rule_ == Rule::soft_cap ? "÷" : "−"; }

    void add_rest(std::span<const Term> terms, std::size_t first) {
        y_ += inspector_line_height;
        add_text(scene_, ui_, {left_, y_}, fmt::format("{} more", terms.size() - first), theme_.dim);
        if (rule_ == Rule::maximum)
            return;
        add_text(scene_, ui_, {result_right(), y_}, shown(sum_of(terms.subspan(first))), theme_.ink, {},
                 Horizontal::right);
    }

    void add_result(bool is_sum) {
        y_ += 11;
        add_rule(scene_, ui_, {left_, y_}, {right_, y_});
        y_ += 20;
        std::string name = "value";
        if (is_sum)
            name = rounded_ ? "sum, rounded" : "sum";
        else if (rule_ == Rule::maximum)
            name = "the largest";
        else if (rule_ == Rule::exponential)
            name = "exp of it";
        else if (rule_ == Rule::soft_cap)
            name = "the cap × tanh of it";
        else if (rule_ == Rule::logistic)
            name = "1 / (1 + exp of minus their sum)";
        add_text(scene_, ui_, {left_, y_}, name, theme_.dim);
        attach_claims(scene_.list, {{name, Always{"it names what is done to the lines above it"}}});
        add_text(scene_, ui_, {result_right(), y_}, display_number(explained_value(), value_decimals()), theme_.ink,
                 bold(), Horizontal::right);
    }

    void add_dependents() {
        if (explanation_.feeds.empty())
            return;
        section("BECOMES");
        y_ += 2;
        std::size_t shown_ones = 0;
        for (const Dependents& fed : explanation_.feeds) {
            if (shown_ones++ == most_dependents)
                break;
            add_dependent(fed);
        }
        if (explanation_.feeds.size() > most_dependents)
            add_other_dependents();
    }

    /// What there is no room for, counted.
    void add_other_dependents() {
        const std::size_t others = explanation_.feeds.size() - most_dependents;
        std::size_t cells = 0;
        for (std::size_t i = most_dependents; i < explanation_.feeds.size(); ++i) {
            const Dependents& fed = explanation_.feeds[i];
            cells += static_cast<std::size_t>((fed.last_row - fed.first_row) * (fed.last_column - fed.first_column));
        }
        y_ += 25;
        const std::string words =
            fmt::format("and {} more with {} {}", others, cells, cells == 1 ? "cell" : "cells together");
        add_text(scene_, ui_, {left_, y_}, words, theme_.dim, small());
        attach_claims(
            scene_.list,
            {{words, Always{"it is counted in this frame from what the table of arrays says reads the cell"}}});
        scene_.values.insert_or_assign("inspector.more", words);
    }

    void add_dependent(const Dependents& fed) {
        y_ += 25;
        const CellId first = canonical(ui_, {fed.stage, cell_.item, fed.head, fed.first_row, fed.first_column});
        const Index count = (fed.last_row - fed.first_row) * (fed.last_column - fed.first_column);
        std::string name = shown_name(ui_.session, fed.stage);
        if (has_heads(fed.stage))
            name += head_mark(ui_.session, fed.head);
        const float width =
            add_text(scene_, ui_, {left_, y_}, name, theme_.ink, {}, Horizontal::left, "link:" + cell_name(first));
        scene_.list.add(line({left_, y_ + 5}, {left_ + width, y_ + 5}, {theme_.dim, 1, LineStyle::dashed}));
        const std::string where = dependents_place(ui_, cell_, fed);
        const Font font = small();
        add_text(scene_, ui_, {right_ - 64, y_},
                 ui_.typesetter.shortened(where, font, right_ - 64 - left_ - width - space::medium), theme_.dim, font,
                 Horizontal::right);
        if (count == 1 && ui_.trace.contains(first) && !is_still_hidden(ui_, first))
            add_text(scene_, ui_, {right_, y_}, display_number(ui_.trace.value(first), 3), theme_.ink, {},
                     Horizontal::right);
    }

    bool is_pinned() const { return explanation_.rule == Rule::pinned; }

    void add_change() {
        section("CHANGE IT");
        y_ += 12;
        add_field(scene_, ui_, {left_, y_, 112, control_height}, "field:value");
        const bool stage = is_stage(cell_.array);
        float x = left_ + 112 + space::small;
        if (stage)
            x += add_segments(scene_, ui_, {x, y_},
                              {{.target = is_pinned() ? "action:unpin" : "action:pin",
                                .label = is_pinned() ? "Unpin" : "Pin"}}) +
                 space::small;
        if (ui_.workspace.field_problem.empty()) // which takes the place
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
        if (!is_pinned())
            return {"typing a number pins it: it is then no longer computed", is_command};
        const std::string otherwise =
            display_number(static_cast<float>(value_without_pin(ui_.trace, explanation_.cell)), 3);
        return {fmt::format("instead of {}", otherwise),
                written_fact(Quantity::value_without_pin, explanation_.cell, otherwise)};
    }

    /// Where the words of the cell have their numbers from, as far as it is not theirs to say what the layer does.
    Claims claims_of_words() const {
        constexpr Always is_asked{"it is asked in this frame of the words that the session has numbers for"};
        std::string said = origin_of_row(ui_, cell_);
        if (const std::string unknown = strangers_at(ui_, cell_); said.empty() && !unknown.empty())
            said = unknown + "; what comes of that is chance.";
        return said.empty() || ui_.workspace.lesson ? Claims() : Claims{{std::move(said), is_asked}};
    }

    void add_words() {
        Claims words = claims_about(ui_, explanation_);
        std::ranges::move(claims_of_words(), std::back_inserter(words));
        if (words.empty())
            return;
        section("IN WORDS");
        scene_.values.insert_or_assign("inspector.words", text_of(words));
        y_ += 22;
        Rectangle place;
        const float before = y_;
        y_ += attn::add_paragraph(scene_.list, ui_.typesetter, {left_, y_}, right_ - left_, words, theme_.ink);
        place.box = {left_, before - 14, right_ - left_, y_ - before};
        scene_.list.add(place, std::string("inspector.words"));
        y_ -= space::medium; // of the last line
    }

    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    Box area_;
    CellId cell_;
    Explanation explanation_;
    std::vector<Term> terms_; ///< the largest first, where they are added up
    Rule rule_;
    float left_;
    float right_;
    float y_;
    int decimals_ = 2;
    int operand_decimals_ = 2;
    int factor_decimals_ = 2; ///< of terms that are products
    bool rounded_ = false;
    TermColumns columns_;
};

/// An edge that unfolds it, and where it is unfolded in a narrow window folds it again.
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
    return std::max(0.0F, height + space::large - area.height);
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
    Scene inner;
    const float height = Inspector(inner, ui, area).add();
    scene.list.append(inner.list, {}, area);
    scene.values.merge(inner.values);
    if (!ui.workspace.lecture && !ui.workspace.lesson && folds_inspector(ui.workspace.window_width))
        add_fold(scene, ui, area, false);
    add_scroll_mark(scene, ui, area, {ui.workspace.inspector_scroll, longest_scroll(height, area)});
}

float longest_inspector_scroll(const UiContext& ui, const Box& area) {
    Scene unseen;
    if (area.width <= folded_panel)
        return 0;
    return longest_scroll(Inspector(unseen, ui, area).add(), area);
}

} // namespace attn
