#include "core/figure/words/mixture_words.h"

#include "core/explain/lenses.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/model/facts.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <fmt/core.h>
#include <span>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// True if a number of the row is pinned or given, so that it is not a sum.
bool is_pinned(const DrawContext& drawing, const CellId& row) {
    const auto& pins = drawing.layer().pins;
    return std::any_of(pins.begin(), pins.end(), [&](const auto& pin) {
        const CellId& cell = pin.first;
        return cell.array == row.array && cell.item == row.item && cell.head == row.head && cell.row == row.row;
    });
}

/// The claim on the token with the most attention: "cat₂ takes most from rose₁: 36 % of its values"; on several tokens
/// if these are equal.
Claim most_taken(const DrawContext& drawing, const CellId& selected, std::span<const float> shares) {
    const Prose name = token_name(drawing, false, selected.row);
    const std::vector<Index> tokens = places_of_largest(shares, share_in_percent);
    const std::string percent = share_in_percent(*std::ranges::max_element(shares));
    const auto share_of = [&](Index token) {
        return canonical(drawing,
                         {selected.layer, ArrayId::A, selected.item, drawing.view_state.head, selected.row, token});
    };
    std::vector<Fact> facts{written_fact(Quantity::row_largest, share_of(0), percent)};
    for (const Index token : tokens)
        facts.push_back(written_fact(Quantity::value, share_of(token), percent));
    if (tokens.size() > 1 && tokens.size() == shares.size())
        return {prose("{} takes as much from each: {} of its values.", name, percent), std::move(facts)};
    return {prose("{} takes most from {}: {} of {}.", name, token_names(drawing, true, tokens), percent,
                  tokens.size() == 1 ? "its values" : "the values of each"),
            std::move(facts)};
}

} // namespace

Claims mixture_words(const DrawContext& drawing, const CellId& selected, const Matrix& shares) {
    const auto row = shares.row(0);
    const Prose name = token_name(drawing, false, selected.row);
    const CellId of_shares = canonical(
        drawing, {drawing.layer().number, ArrayId::A, selected.item, drawing.view_state.head, selected.row, 0});
    if (!drawing.layer().heads.at(static_cast<std::size_t>(drawing.view_state.head)).on)
        return {{"This head is off: it hands over zeros.", fact(Quantity::is_head_on, of_shares, 0)}};
    if (is_pinned(drawing, selected))
        return {{prose("A pin stands in {} instead of the sum.", array_label(drawing, selected.array)),
                 fact_at_least(Quantity::given_count, selected, 1)}};
    if (std::all_of(row.begin(), row.end(), [](float share) { return share == 0; })) {
        const CellId masked =
            canonical(drawing, {of_shares.layer, ArrayId::masked, of_shares.item, of_shares.head, of_shares.row, 0});
        const bool may_read =
            drawing.trace.has(ArrayId::masked) &&
            std::ranges::any_of(
                drawing.trace.matrix({masked.layer, masked.array, masked.item, masked.head}).row(masked.row),
                [](float score) { return score > minus_infinity; });
        std::vector<Fact> facts{fact(Quantity::row_least, of_shares, 0), fact(Quantity::row_largest, of_shares, 0)};
        if (!may_read && drawing.trace.has(ArrayId::masked))
            facts.push_back(fact(Quantity::readable_in_row, masked, 0));
        return {
            {prose("{} {} nothing: it takes zeros home.", name, may_read ? "reads" : "may read"), std::move(facts)}};
    }
    return {{prose("Each {} of {} is as strong as its share.", token_line(is_transposed(drawing, selected.array)),
                   name_of(drawing.notation, values_mixed(drawing.trace))),
             Always{"it says what of the picture stands for what, which is how every such picture is drawn"}},
            most_taken(drawing, selected, row)};
}

} // namespace attn
