#pragma once

#include "core/explain/explain.h"
#include "core/figure/hatch.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/sum_terms.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/written_relation.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <vector>

namespace attn {

/// The place for the written sum of a cell: its terms are beside the rows of a matrix with which they are computed,
/// aligned at their right edge.
struct WrittenSumPlace {
    float right = 0;      ///< the right edge
    float top = 0;        ///< top of the first row
    float row_height = 0; ///< logical pixels
    Index rows = 0;
    Range colours{}; ///< range of colours for the terms: that of the matrix beside them
};

/// The sum of a cell, term by term. It is measured once, then written if there is room. `drawing` must outlive it.
class WrittenSum {
public:
    WrittenSum(const DrawContext& drawing, const CellId& cell)
        : drawing_(drawing), explanation_(explain(drawing.trace, cell)), terms_(explanation_.terms) {
        find_whole_numbers();
        choose_decimals(most_decimals());
        measure_values();
        measure_factors();
    }
    WrittenSum(const WrittenSum&) = delete;
    WrittenSum& operator=(const WrittenSum&) = delete;

    bool has_terms() const { return !explanation_.terms.empty(); }

    /// Numbers of decimals to try if the sum takes too much room, the most first: as many as other numbers have, then
    /// the fewest with which all its numbers are exact.
    std::vector<int> fewer_decimals() const {
        const int usual = drawing_.view_state.decimals;
        std::vector<int> fewer{usual};
        int exact = 0;
        while (exact < usual && !is_exact_with(exact))
            ++exact;
        if (exact < usual)
            fewer.push_back(exact);
        return fewer;
    }

    /// Writes all numbers with that many decimals, even if they do not add up then.
    void shorten(int decimals) {
        shortened_ = true;
        decimals_ = factor_decimals_ = decimals;
        choose_decimals(decimals);
        right_width_ = factors_width_ = 0;
        measure_values();
        measure_factors();
    }

    /// The height beneath the rows: for terms without a row, such as a bias, for the sum, and for a pin that replaces
    /// it.
    float height_beneath(Index rows) const { return sum_room + line_beneath * static_cast<float>(terms_beneath(rows)); }

    /// True if rows of that height (logical pixels) leave room for enough terms.
    bool has_room(Index rows, float row_height) const {
        const Index lines = lines_of(rows);
        row_height *= static_cast<float>(rows) / static_cast<float>(lines);
        return explanation_.terms.empty() || says_something(lines_in({.row_height = row_height, .rows = lines}));
    }

    /// The width of the sum, to the left of its right edge.
    float width() const { return chip_width() + equals_room + factors_width_; }

    /// The width of the line with the total.
    float total_width() const { return chip_width() + 8 + 12 + 24 + (is_pinned() ? pinned_room : 0); }

    /// Writes each term on its own row, with as many decimals as they need to add up. If rows are too low, writes as
    /// many terms as fit, and the rest as one number.
    void add(DisplayList& list, WrittenSumPlace place) {
        if (explanation_.terms.empty())
            return;
        list_ = &list;
        right_ = place.right;
        colours_ = place.colours;
        const Index lines = lines_of(place.rows);
        place.row_height *= static_cast<float>(place.rows) / static_cast<float>(lines);
        place.rows = lines;
        const bool one_each = place.row_height >= lowest_row;
        row_ = one_each ? place.row_height : compact_row;
        const float rows_height = place.row_height * static_cast<float>(place.rows);
        const std::size_t written = lines_in(place);
        if (!says_something(written))
            return;
        const bool all = written == explanation_.terms.size();
        all ? terms_.write_all() : terms_.write_largest(written - 1);
        choose_decimals(decimals_); // fewer terms are never wider than those that were measured
        const std::size_t there = terms_there();
        const float foot = place.top + rows_height;
        const std::vector<std::size_t>& shown = terms_.written();
        for (std::size_t line = 0; line < shown.size(); ++line)
            if (shown[line] < there)
                add_term(shown[line], y_of(line, place, foot));
        if (there < explanation_.terms.size())
            return;
        if (!all)
            add_rest(y_of(shown.size(), place, foot));
        const float lowest = all ? foot + line_beneath * static_cast<float>(terms_beneath(place.rows))
                                 : std::max(foot, place.top + static_cast<float>(written) * row_);
        float y = lowest + 2;
        add_rule(*list_, {right_ - chip_width() - 58, y}, {right_, y}, drawing_.theme().connector);
        y += line_beneath - 2;
        add_total("Σ =", sum(), y, !is_pinned(), ShownSum{explanation_.cell, rounded_});
        if (rounded_)
            add_rounded(y);
        if (is_pinned())
            add_total("pinned =", explanation_.value, y + line_beneath, true, ShownNumber{explanation_.cell});
    }

private:
    static constexpr float lowest_row = 11;  // least height of a term's own row
    static constexpr float compact_row = 17; // height of lines if rows are lower than that
    static constexpr float line_beneath = 22;
    // Beneath the rows: a rule, the total, and the pin or the word "rounded".
    static constexpr float sum_room = 48;
    static constexpr float remark_beneath = 17;
    static constexpr float pinned_room = 52; // to the left of a total, for "pinned" and "rounded"
    static constexpr float narrow_chip = 46;
    static constexpr float beside_number = 7; // in a chip, the coloured ground of a number
    static constexpr float chip_height = 20;
    static constexpr float equals_room = 24;
    static constexpr float beside_times = 10; // before and after the sign
    static constexpr float times_width = 8;
    static constexpr int usual_most_decimals = 5;

    /// The number of lines beside the rows: one for each row, or one for each head if a head has several rows of W_O.
    Index lines_of(Index rows) const {
        const std::vector<Term>& terms = explanation_.terms;
        return !terms.empty() && is_part(terms.front().left) ? drawing_.sizes().H : rows;
    }

    /// The number of terms beneath the rows.
    std::size_t terms_beneath(Index rows) const {
        const auto beside = static_cast<std::size_t>(lines_of(rows));
        return explanation_.terms.size() > beside ? explanation_.terms.size() - beside : 0;
    }

    /// The number of lines for which there is room.
    std::size_t lines_in(const WrittenSumPlace& place) const {
        if (place.row_height >= lowest_row)
            return explanation_.terms.size();
        const float rows_height = place.row_height * static_cast<float>(place.rows);
        const auto beside = to_integer<std::size_t>(rows_height / compact_row);
        return std::min(explanation_.terms.size(), beside + terms_beneath(place.rows));
    }

    /// True if that many lines are useful: a rest of all terms, or of a single one, is not.
    bool says_something(std::size_t lines) const { return lines == explanation_.terms.size() || lines >= 2; }

    /// Chooses the decimals with which the numbers add up: the terms that are written, and the rest as one number.
    void choose_decimals(int most) {
        if (shortened_) {
            rounded_ = !is_exact_with(decimals_);
            return;
        }
        std::vector<float> values;
        for (const std::size_t term : terms_.written())
            values.push_back(static_cast<float>(explanation_.terms[term].value));
        if (!terms_.are_all_written())
            values.push_back(static_cast<float>(terms_.rest()));
        const int fewest = are_whole_ ? 0 : fewest_decimals();
        const auto exact = decimals_that_add_up(values, sum(), fewest, most);
        decimals_ = exact.value_or(fewest);
        rounded_ = !exact;
        const bool has_whole_factors = left_is_whole_ && right_is_whole_;
        factor_decimals_ =
            decimals_that_multiply(products(), decimals_, has_whole_factors ? 0 : fewest_decimals(), most_decimals());
    }

    /// The fewest decimals: as many as other numbers have. More, up to most_decimals(), are used if numbers add up only
    /// then.
    int fewest_decimals() const { return drawing_.view_state.decimals; }
    int most_decimals() const {
        return drawing_.view_state.is_enlarged ? fewest_decimals() + 1
                                               : std::max(usual_most_decimals, fewest_decimals());
    }

    /// Sets the flags for factors, and for all numbers, whose matrices are shown without decimals.
    void find_whole_numbers() {
        const auto are_shown_whole = [&](const auto& factor_of) {
            std::optional<Address> seen;
            return std::ranges::all_of(explanation_.terms, [&](const Term& term) {
                const Factor* const factor = factor_of(term);
                if (factor == nullptr)
                    return true;
                if (!factor->cell)
                    return false;
                const Address address{factor->cell->layer, factor->cell->array, factor->cell->item, factor->cell->head};
                return seen == address || shows_whole_numbers(drawing_, *(seen = address));
            });
        };
        left_is_whole_ = are_shown_whole([](const Term& term) { return &term.left; });
        right_is_whole_ = are_shown_whole([](const Term& term) { return term.right ? &*term.right : nullptr; });
        const CellId& cell = explanation_.cell;
        are_whole_ = left_is_whole_ && right_is_whole_ && std::round(sum()) == sum() &&
                     shows_whole_numbers(drawing_, {cell.layer, cell.array, cell.item, cell.head});
    }

    /// The written lines that have two factors.
    std::vector<WrittenProduct> products() const {
        std::vector<WrittenProduct> lines;
        for (const std::size_t place : terms_.written()) {
            const Term& term = explanation_.terms[place];
            if (term.right)
                lines.push_back({term.left.value, term.right->value, static_cast<float>(term.value)});
        }
        return lines;
    }

    /// True if rounding to that many decimals changes no factor, no term and not the sum.
    bool is_exact_with(int decimals) const {
        const auto is_exact = [&](double number) {
            constexpr double noise = 1e-6;
            const double units = number * std::pow(10.0, decimals);
            return std::abs(units - std::nearbyint(units)) <= noise; // NaN is not
        };
        const auto is_exact_term = [&](const Term& term) {
            const double right = term.right ? static_cast<double>(term.right->value) : 0;
            return is_exact(static_cast<double>(term.left.value)) && is_exact(right) && is_exact(term.value);
        };
        return is_exact(static_cast<double>(sum())) && std::ranges::all_of(explanation_.terms, is_exact_term);
    }

    /// The properties of a column of numbers that determine its width.
    struct Side {
        float largest = 0;
        bool has_sign = false;
        void see(float value) {
            largest = std::max(largest, std::abs(value));
            has_sign = has_sign || value < 0;
        }
    };

    /// Measures one number for all: the largest one, with a sign if any of them has one.
    template <class Write>
    float width_of(const Side& side, const Write& write) const {
        const bool has_exponent = !(side.largest < 1000);
        const std::string widest = has_exponent ? "8.8e−88" : write(side.largest);
        return text_width((side.has_sign ? "−" : "") + widest, Font{});
    }

    /// Measures the terms, and all possible rests, because the number of written terms is not known yet.
    void measure_values() {
        Side values;
        double rest = 0;
        const std::vector<std::size_t>& by_size = terms_.by_size();
        for (std::size_t i = by_size.size(); i-- > 0;) {
            const double value = explanation_.terms[by_size[i]].value;
            rest += value;
            values.see(static_cast<float>(value));
            values.see(static_cast<float>(rest));
        }
        values_width_ = width_of(values, [&](float value) { return in_sum(value); });
    }

    void measure_factors() {
        Side left;
        Side right;
        const Term* named = nullptr;
        for (const Term& term : explanation_.terms) {
            if (term.right) {
                left.see(term.left.value);
                right.see(term.right->value);
            } else {
                named = &term; // names of heads differ only in their numbers, which have the same width
            }
        }
        const auto width = [&](const Side& side, bool is_whole) {
            return width_of(side, [&](float value) { return factor(value, is_whole); });
        };
        if (named == nullptr || explanation_.terms.front().right) {
            right_width_ = width(right, right_is_whole_);
            factors_width_ = width(left, left_is_whole_) + 2 * beside_times + times_width + right_width_;
        }
        if (named != nullptr)
            factors_width_ = std::max({factors_width_, text_width(name_of(named->left), small()),
                                       text_width(terms_.longest_words_of_rest(), small())});
    }

    float text_width(const std::string& text, const Font& font) const {
        return drawing_.typesetter.measure(text, font).width;
    }

    bool is_pinned() const { return explanation_.rule == Rule::pinned; }

    /// The sum of the terms; for a pinned cell the sum that the pin replaces.
    float sum() const { return is_pinned() ? static_cast<float>(explanation_.recomputed) : explanation_.value; }

    /// The y of the middle of a line: beside its term's row, or beneath the rows.
    float y_of(std::size_t line, const WrittenSumPlace& place, float foot) const {
        const auto rows = static_cast<std::size_t>(place.rows);
        if (place.row_height >= lowest_row && line >= rows)
            return foot + (static_cast<float>(line - rows) + 0.5F) * line_beneath;
        return place.top + (static_cast<float>(line) + 0.5F) * row_;
    }

    void add_total(std::string name, float value, float y, bool stands, const Statement& says) {
        const Colour colour = stands ? drawing_.theme().ink : drawing_.theme().dim;
        const Font font = stands ? bold() : Font{};
        const float left = right_ - 8 - chip_width() - 12;
        put(in_sum(value), right_ - 8, y, colour, font, says);
        put(std::move(name), left, y, colour, font);
    }

    /// Adds the word "rounded" beneath the total, or to the left of it if a pin is beneath.
    void add_rounded(float y) {
        const float right = right_ - 8;
        if (is_pinned())
            put("rounded", right - chip_width() - 48, y, drawing_.theme().dim, small());
        else
            put("rounded", right, y + remark_beneath, drawing_.theme().dim, small());
    }

    /// A number of the sum as text. All have the same decimals, so that a reader can add them.
    std::string in_sum(float value) const {
        return std::abs(value) < 1000 ? fixed_number(value, decimals_) : display_number(value, decimals_);
    }

    std::string factor(float value, bool is_whole) const {
        const int decimals = is_whole ? 0 : factor_decimals_;
        return std::abs(value) < 1000 ? fixed_number(value, decimals) : display_number(value, decimals);
    }

    /// "=" if the written factors multiply to the written term, else "≈". A name always equals its number.
    std::string_view sign_of(const Term& term) const {
        if (!term.right)
            return "=";
        const auto digits = [&](float value, int decimals) {
            return std::abs(value) < 1000 ? as_fixed(value, decimals) : as_displayed(value, decimals);
        };
        return relation(digits(term.left.value, left_is_whole_ ? 0 : factor_decimals_) *
                            digits(term.right->value, right_is_whole_ ? 0 : factor_decimals_),
                        digits(static_cast<float>(term.value), decimals_));
    }

    /// The number of terms that are shown: all, or those that the animation has revealed.
    std::size_t terms_there() const {
        const std::optional<Reveal>& reveal = drawing_.view_state.reveal;
        if (!reveal)
            return explanation_.terms.size();
        const CellId& cell = explanation_.cell;
        const Index place = cell.row * array_shape(drawing_, cell.array).columns + cell.column;
        return place < reveal->cells ? explanation_.terms.size() : static_cast<std::size_t>(reveal->terms);
    }

    /// The width of a chip, which has room for the longest number with its sign.
    float chip_width() const {
        return std::max(narrow_chip + 8 * static_cast<float>(std::max(0, decimals_ - 2)),
                        std::ceil(values_width_ + 2 * beside_number));
    }

    void put(std::string text, float right, float y, Colour colour, Font font = {}, const Statement& says = {}) {
        if (text.empty())
            return;
        list_
            ->add(Text{.text = std::move(text),
                       .position = {right, y},
                       .font = font,
                       .colour = colour,
                       .horizontal = Horizontal::right,
                       .vertical = Vertical::middle})
            .says = says;
    }

    /// The name of a term with a single factor: a head's contribution, or a bias.
    std::string name_of(const Factor& factor) const {
        return is_part(factor) ? fmt::format("from head {}", head_number(drawing_.session, factor.cell->head)) : "bias";
    }

    /// The font of a term's numbers; small in low rows.
    Font term_font() const { return row_ < compact_row ? small() : Font{}; }

    void add_term(std::size_t place, float y) {
        const Term& term = explanation_.terms[place];
        const Theme& theme = drawing_.theme();
        const float chip_left = right_ - chip_width();
        Rectangle chip;
        const float height = std::min(chip_height, row_ - 2);
        chip.box = {chip_left, std::round(y - height / 2), chip_width(), height};
        chip.corner_radius = 3;
        const auto value = static_cast<float>(term.value);
        const bool has_colour = colours_.low <= value && value <= colours_.high; // a number beyond the range of colours
                                                                                 // has no colour
        if (has_colour) {
            const Palette palette = drawing_.view_state.grey ? Palette::grey : Palette::diverging;
            chip.fill = colour_map(palette, drawing_.view_state.look).at(value, colours_);
            if (palette == Palette::grey && value < 0) {
                hatch_as_negative(chip, chip.fill);
                list_->marks.signs = true;
            }
            list_->add(chip);
        }
        put(in_sum(value), right_ - beside_number, y, has_colour ? ink_on(chip.fill) : theme.ink, term_font(),
            ShownTerm{explanation_.cell, static_cast<Index>(place)});
        put(std::string(sign_of(term)), chip_left - 6, y, theme.ink, term_font());
        if (!term.right) {
            put(name_of(term.left), chip_left - equals_room, y, theme.dim, small());
            return;
        }
        const float times = chip_left - equals_room - right_width_ - beside_times;
        put(factor(term.right->value, right_is_whole_), chip_left - equals_room, y, theme.ink, term_font());
        put(times_sign(drawing_), times, y, theme.ink, term_font());
        put(factor(term.left.value, left_is_whole_), times - times_width - beside_times, y, theme.ink, term_font());
    }

    void add_rest(float y) {
        put(in_sum(static_cast<float>(terms_.rest())), right_ - beside_number, y, drawing_.theme().ink, {},
            ShownRest{explanation_.cell});
        const bool is_of_products = explanation_.terms.front().right.has_value();
        put(terms_.words_of_rest() + " =", right_ - chip_width() - 6, y, drawing_.theme().dim,
            is_of_products ? Font{} : small());
    }

    const DrawContext& drawing_;
    Explanation explanation_;
    SumTerms terms_; ///< some terms are written on a line of their own
    DisplayList* list_ = nullptr;
    float right_ = 0;
    float row_ = compact_row;
    Range colours_;
    int decimals_ = 2;
    int factor_decimals_ = 2;
    bool rounded_ = false;
    bool shortened_ = false;     ///< true: `decimals_` was set by shorten()
    bool left_is_whole_ = false; ///< true: matrices of the left factors are shown without decimals
    bool right_is_whole_ = false;
    bool are_whole_ = false;  ///< true: the sum, too, is shown without decimals
    float values_width_ = 0;  ///< width of the widest number that is added
    float right_width_ = 0;   ///< width of the factors after the ×
    float factors_width_ = 0; ///< width of everything before the =
};

} // namespace attn
