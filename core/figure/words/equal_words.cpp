#include "core/figure/words/equal_words.h"

#include "core/explain/explain.h"
#include "core/figure/pictures/labels.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <fmt/core.h>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// The first two places of the selected token's word if it occurs twice, or else of any word that does.
std::optional<std::pair<Index, Index>> places_of_equal_words(const std::vector<std::string>& tokens, Index row) {
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

} // namespace

Claims equal_words_claims(const DrawContext& drawing, const CellId& selected) {
    const Sequence& sequence = drawing.layer().sequence;
    const Notation& notation = drawing.notation;
    const auto letters_of = [&](const Operand& operand) { return symbol_in(symbol_of(operand.array), notation); };
    const auto& operands = drawing.trace.recipe(selected.array).operands;
    const Operand& E = operands[0];
    const Operand& P = operands[1];
    const std::string_view line = token_line(drawing.session.tokens_as_columns);
    const std::string_view word = noun_of_token(notation, "word");
    const auto pair = places_of_equal_words(sequence.items.at(static_cast<std::size_t>(selected.item)), selected.row);
    const CellId of_words =
        canonical(drawing, {selected.layer, E.array, selected.item, 0, pair ? pair->first : selected.row, 0});
    if (!pair)
        return {{prose("No {} stands here twice.", word), fact(Quantity::repeated_words, of_words, 0)},
                {prose("Equal {}s would have equal {}s of {}: only {} could tell them apart.", word, line,
                       letters_of(E), letters_of(P)),
                 Always{"words are looked up in one table, and nothing but positions is added to what is found"}}};
    const Prose first = token_name(drawing, false, pair->first);
    const Prose second = token_name(drawing, false, pair->second);
    const Matrix places = drawing.trace.array(P.array, 0, 0);
    const bool same_place = std::ranges::equal(places.row(pair->first), places.row(pair->second));
    const auto between = [&](ArrayId array, Index item) {
        Fact apart = fact(Quantity::row_difference,
                          canonical(drawing, {drawing.layer().number, array, item, 0, pair->first, 0}), 0);
        apart.other = canonical(drawing, {drawing.layer().number, array, item, 0, pair->second, 0});
        return apart;
    };
    Fact same_words = fact(Quantity::word_count, of_words, 2);
    same_words.at_most = std::numeric_limits<double>::infinity();
    const Matrix embedded = drawing.trace.array(E.array, selected.item, 0);
    const bool same_embedding = std::ranges::equal(embedded.row(pair->first), embedded.row(pair->second));
    if (!same_embedding) {
        Fact apart = between(E.array, selected.item);
        apart.at_most = std::numeric_limits<double>::infinity();
        return {{prose("{} and {} are the same {}, and yet a number of their {}s of {} was given.", first, second, word,
                       line, letters_of(E)),
                 {std::move(same_words), std::move(apart)}}};
    }
    Claims claims{
        {prose("{} and {} are the same {}, with the same {} of {}.", first, second, word, line, letters_of(E)),
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
    claims.emplace_back(prose("The sums differ {}by their {}s of {}.", is_given ? "" : "only ", line, letters_of(P)),
                        std::vector{std::move(places_apart)});
    return claims;
}

} // namespace attn
