#include "core/figure/pictures/written_row.h"

#include "core/document/session_notation.h"
#include "core/explain/explain.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/notation/in_notation.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float written_row_line_height = 20;
constexpr float sentence_height = 44;
constexpr float sum_height = 3 * written_row_line_height + space::large;
constexpr float least_height_for_sum = 470; // of the whole area
constexpr float name_width = 64;
constexpr float number_width = 52;
constexpr Index most_numbers = 12;

bool adds_places(const DrawContext& drawing) {
    const ArrayId step = drawing.view_state.step;
    const bool is_sum = step == ArrayId::resid_pre || (step == ArrayId::X && !drawing.trace.has(ArrayId::resid_pre));
    return !drawing.view_state.parameter && is_sum && drawing.trace.has(ArrayId::E) && drawing.trace.has(ArrayId::P);
}

/// The first two places with the selected token's word, or else with any word that stands twice.
std::optional<std::pair<Index, Index>> equal_words(const std::vector<std::string>& tokens, Index row) {
    const auto other_than = [&](Index i) -> std::optional<Index> {
        for (Index j = 0; j < static_cast<Index>(tokens.size()); ++j)
            if (j != i && tokens.at(static_cast<std::size_t>(j)) == tokens.at(static_cast<std::size_t>(i)))
                return j;
        return std::nullopt;
    };
    if (const auto other = other_than(row))
        return std::minmax(row, *other);
    for (Index i = 0; i < static_cast<Index>(tokens.size()); ++i)
        if (const auto other = other_than(i))
            return std::minmax(i, *other);
    return std::nullopt;
}

Claims words(const DrawContext& drawing, const CellId& selected) {
    const Sequence& sequence = drawing.layer().sequence;
    const Notation notation = notation_of(drawing.session);
    const auto letters_of = [&](const Operand& operand) { return in_letters(symbol_of(operand.array), notation); };
    const auto& operands = drawing.trace.recipe(selected.array).operands;
    const Operand& E = operands[0];
    const Operand& P = operands[1];
    const std::string_view line = token_line(drawing.session.tokens_as_columns);
    const auto pair = equal_words(sequence.items.at(static_cast<std::size_t>(selected.item)), selected.row);
    const CellId of_words = canonical(drawing, {E.array, selected.item, 0, pair ? pair->first : selected.row, 0});
    if (!pair)
        return {{"No word stands here twice.", fact(Quantity::repeated_words, of_words, 0)},
                {fmt::format("Equal words would have equal {}s of {}: only {} could tell them apart.", line,
                             letters_of(E), letters_of(P)),
                 Always{"words are looked up in one table, and nothing but positions is added to what is found"}}};
    const std::string first = token_name(drawing, false, pair->first);
    const std::string second = token_name(drawing, false, pair->second);
    const Matrix places = drawing.trace.matrix({P.array, 0, 0});
    const bool same_place = std::ranges::equal(places.row(pair->first), places.row(pair->second));
    const auto between = [&](ArrayId array, Index item) {
        Fact apart = fact(Quantity::row_difference, canonical(drawing, {array, item, 0, pair->first, 0}), 0);
        apart.other = canonical(drawing, {array, item, 0, pair->second, 0});
        return apart;
    };
    Fact same_words = fact(Quantity::word_count, of_words, 2);
    same_words.at_most = std::numeric_limits<double>::infinity();
    const Matrix embedded = drawing.trace.array(E.array, selected.item, 0);
    const bool same_embedding = std::ranges::equal(embedded.row(pair->first), embedded.row(pair->second));
    if (!same_embedding) {
        Fact apart = between(E.array, selected.item);
        apart.at_most = std::numeric_limits<double>::infinity();
        return {{fmt::format("{} and {} are the same word, and yet a number of their {}s of {} was given.", first,
                             second, line, letters_of(E)),
                 {std::move(same_words), std::move(apart)}}};
    }
    Claims claims{
        {fmt::format("{} and {} are the same word, with the same {} of {}.", first, second, line, letters_of(E)),
         {std::move(same_words), between(E.array, selected.item)}}};
    Fact places_apart = between(P.array, 0);
    if (same_place) {
        claims.emplace_back("Nothing is added here that tells them apart.", std::move(places_apart));
        return claims;
    }
    const auto is_of_sum = [&](const auto& pin) {
        return pin.first.array == selected.array && pin.first.item == selected.item &&
               (pin.first.row == pair->first || pin.first.row == pair->second);
    };
    const bool is_given = std::ranges::any_of(drawing.layer().pins, is_of_sum);
    places_apart.at_least = std::numeric_limits<double>::min();
    places_apart.at_most = std::numeric_limits<double>::infinity();
    claims.emplace_back(
        fmt::format("The sums differ {}by their {}s of {}.", is_given ? "" : "only ", line, letters_of(P)),
        std::vector{std::move(places_apart)});
    return claims;
}

/// Where tokens are letters, about letters.
Claims words_of_tokens(const DrawContext& drawing, const CellId& selected) {
    Claims claims = words(drawing, selected);
    for (Claim& claim : claims)
        claim.text = of_tokens(drawing.session, std::move(claim.text));
    return claims;
}

class RowLayout : Canvas {
public:
    RowLayout(DisplayList& list, const DrawContext& drawing, const Box& area, const CellId& selected)
        : Canvas(list, drawing, area), selected_(selected),
          shown_(std::min(drawing.sizes().D,
                          std::min(most_numbers, to_integer<Index>((area.width - name_width - 48) / number_width)))) {}

    void add() {
        float y = area_.y + written_row_line_height / 2;
        add_row(ArrayId::E, "", "<e>", y);
        add_row(ArrayId::P, "+", "<p>", y + written_row_line_height);
        y += 2 * written_row_line_height;
        const float right = area_.x + 24 + name_width + static_cast<float>(shown_) * number_width;
        add_rule(list_, {area_.x, y - written_row_line_height / 2}, {right, y - written_row_line_height / 2},
                 theme_.ink);
        add_row(selected_.array, "=", selected_.array == ArrayId::X ? "<x>" : "r", y);
    }

private:
    void add_row(ArrayId array, const std::string& sign, std::string_view letter, float y) {
        const Matrix values = drawing_.trace.array(array, selected_.item, 0);
        add_text_about({area_.x, y}, sign, theme_.dim, {.size = 15}, Horizontal::left);
        add_text_about({area_.x + 24, y},
                       in_letters(letter, notation_of(drawing_.session)) + subscript(selected_.row + 1), theme_.ink,
                       {.weight = FontWeight::medium}, Horizontal::left);
        for (Index d = 0; d < shown_; ++d) {
            const float right = area_.x + 24 + name_width + (static_cast<float>(d) + 0.7F) * number_width;
            const bool chosen = d == selected_.column;
            add_text_about({right, y}, display_number(values(selected_.row, d), view().decimals), theme_.ink,
                           {.weight = chosen ? FontWeight::semibold : FontWeight::regular}, Horizontal::right);
        }
        if (shown_ < values.columns())
            add_text_about({area_.x + 24 + name_width + static_cast<float>(shown_) * number_width, y}, "…", theme_.dim,
                           {}, Horizontal::left);
    }

    CellId selected_;
    Index shown_; ///< so many numbers of the row
};

} // namespace

float written_row_height(const DrawContext& drawing, const Box& area) {
    if (!adds_places(drawing))
        return 0;
    return sentence_height + (area.height >= least_height_for_sum ? sum_height : 0);
}

void add_written_row(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const CellId selected = selected_cell(drawing);
    const float sum = std::max(0.0F, area.height - sentence_height);
    if (sum > 0)
        RowLayout(list, drawing, {area.x, area.y, area.width, sum}, selected).add();
    add_paragraph(list, drawing.typesetter, {area.x, area.y + sum + 14}, area.width, words_of_tokens(drawing, selected),
                  drawing.theme().ink);
}

} // namespace attn
