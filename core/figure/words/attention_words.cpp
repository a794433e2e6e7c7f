#include "core/figure/words/attention_words.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/model/facts.h"
#include "core/notation/in_notation.h"

#include <cmath>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

Claims no_number(const CellId& cell) {
    return {{"Not a number: something that it follows from is NaN or infinite. No mask makes that.",
             fact(Quantity::is_nan, cell, 1)}};
}

Claim even_share(const DrawContext& drawing, const AttentionRow& row) {
    const Fact readable = fact(Quantity::readable_in_row, row.masked, static_cast<double>(row.allowed));
    if (row.allowed == 0)
        return {prose("{} of this {} is {}: it is no distribution.", row.masked_whole ? "Every key" : "No score",
                      token_line(drawing.session.tokens_as_columns), row.masked_whole ? "masked" : "above −∞"),
                readable};
    const bool is_read = drawing.trace.value(row.masked) > minus_infinity;
    if (row.allowed == 1)
        return {is_read ? "no other key may be read." : "only one other key may be read.", readable};
    const std::string even = significant_digits(shortest_decimal(100 / static_cast<float>(row.allowed)), 3) + " %";
    return {prose("an even share of the {} allowed keys would be {}.", row.allowed, even),
            {readable, written_fact(Quantity::even_share, row.masked, even)}};
}

/// The claim that a key is hidden: by the mask, or by a number that replaces the masked score.
Claim hidden_key(const DrawContext& drawing, const AttentionRow& row, const Prose& query, const Prose& key) {
    const CellId& masked = row.masked;
    const CellId mask =
        canonical(drawing, {masked.layer, ArrayId::mask, masked.item, masked.head, masked.row, masked.column});
    const Fact hides = fact(Quantity::value, row.hidden_by_mask ? mask : masked, minus_infinity);
    const std::string_view who = row.hidden_by_mask ? "The mask" : "A given −∞";
    if (row.share == 0)
        return {prose("{} hides {} from {}: whatever the score, the share is 0.", who, key, query),
                {hides, fact(Quantity::value, row.shares, 0)}};
    return {prose("{} hides {} from {}, and yet a share of {} is given.", who, key, query, percent(row.share)),
            {hides, value_fact(row.shares, percent(row.share))}};
}

} // namespace

std::string percent(float share) {
    return share_in_percent(share);
}

Fact value_fact(const CellId& cell, std::string written) {
    return written_fact(Quantity::value, cell, std::move(written));
}

std::optional<AttentionRow> attention_row(const DrawContext& drawing, const CellId& cell) {
    if (!drawing.trace.has(ArrayId::A) || !drawing.trace.has(ArrayId::masked))
        return std::nullopt;
    const CellId of_share{cell.layer, ArrayId::A, cell.item, cell.head, cell.row, cell.column};
    const Matrix A = drawing.trace.array(of_share.array, cell.item, cell.head);
    const Matrix masked = drawing.trace.matrix({cell.layer, ArrayId::masked, cell.item, cell.head});
    AttentionRow row;
    row.shares = canonical(drawing, of_share);
    row.masked = canonical(drawing, {cell.layer, ArrayId::masked, cell.item, cell.head, cell.row, cell.column});
    for (Index j = 0; j < A.columns(); ++j) {
        row.allowed += masked(cell.row, j) > minus_infinity ? 1 : 0;
        row.sum += A(cell.row, j);
    }
    row.share = A(cell.row, cell.column);
    const Rule rule = explain(drawing.trace, of_share).rule;
    row.is_given = rule == Rule::pinned || rule == Rule::given;
    // A score is hidden if it is −∞ here but was a number one step before, whether a mask, an edit or a pin did that.
    const ArrayId before = drawing.trace.recipe(ArrayId::masked).operands[0].array;
    const Matrix scores =
        drawing.trace.has(before) ? drawing.trace.matrix({cell.layer, before, cell.item, cell.head}) : Matrix();
    const auto is_hidden = [&](Index j) {
        return masked(cell.row, j) == minus_infinity && (scores.empty() || std::isfinite(scores(cell.row, j)));
    };
    row.hidden = is_hidden(cell.column);
    const CellId mask{cell.layer, ArrayId::mask, cell.item, cell.head, cell.row, cell.column};
    row.hidden_by_mask = row.hidden && drawing.trace.has(ArrayId::mask) && drawing.trace.value(mask) == minus_infinity;
    row.masked_whole = true;
    for (Index j = 0; j < A.columns(); ++j)
        row.masked_whole = row.masked_whole && is_hidden(j);
    return row;
}

void add_sum_of_given(const DrawContext& drawing, const AttentionRow& row, Claims& claims) {
    if (std::abs(row.sum - 1) < 1e-4F || row.allowed == 0)
        return;
    const std::string sum = display_number(row.sum, 3);
    claims.emplace_back(prose("{} this {} sums to {}.",
                              drawing.layer().pins.empty() ? "As it was given" : "With its pins",
                              token_line(drawing.session.tokens_as_columns), sum),
                        written_fact(Quantity::row_sum, row.shares, sum));
}

Claims score_words(const DrawContext& drawing, const Explanation& explanation) {
    const CellId& cell = explanation.cell;
    const Prose query = token_name(drawing, false, cell.row);
    const Prose key = token_name(drawing, true, cell.column);
    const std::optional<AttentionRow> row = attention_row(drawing, cell);
    if (std::isnan(explanation.value))
        return no_number(cell);
    if (row && row->hidden)
        return {hidden_key(drawing, *row, query, key)};
    const auto bound = explanation.value > 0 ? fact_at_least : explanation.value < 0 ? fact_at_most : fact;
    Claims claims{{explanation.value < 0   ? "Negative: " + query + " turns away from " + key + "."
                   : explanation.value > 0 ? "Positive: " + query + " turns towards " + key + "."
                                           : "Zero: " + query + " neither seeks nor shuns " + key + ".",
                   bound(Quantity::value, cell, 0)}};
    if (!row)
        return claims;
    const std::string share = percent(row->share);
    if (row->is_given) {
        claims.emplace_back(prose("What softmax makes of it does not count: the share of {} is given, {}.", key, share),
                            std::vector{fact(Quantity::is_given, row->shares, 1), value_fact(row->shares, share)});
        return claims;
    }
    claims.emplace_back(
        prose("After softmax {} gets {} of the {};", key, share, token_line(drawing.session.tokens_as_columns)),
        value_fact(row->shares, share));
    claims.push_back(even_share(drawing, *row));
    return claims;
}

Claims share_words(const DrawContext& drawing, const Explanation& explanation) {
    const CellId& cell = explanation.cell;
    const std::optional<AttentionRow> row = attention_row(drawing, cell);
    const Prose query = token_name(drawing, false, cell.row);
    const Prose key = token_name(drawing, true, cell.column);
    if (std::isnan(explanation.value))
        return no_number(cell);
    const std::string share = percent(explanation.value);
    const Prose reads = prose("{} reads {} with {} of its attention", query, key, share);
    if (!row)
        return {{reads + ".", value_fact(cell, share)}};
    if (row->hidden && explanation.value == 0) {
        Claims claims{
            {prose("{} may not read {}: {} hides it.", query, key, row->hidden_by_mask ? "the mask" : "a given −∞"),
             {fact(Quantity::value, row->masked, minus_infinity), fact(Quantity::value, cell, 0)}}};
        if (row->allowed == 0)
            claims.emplace_back(prose("No key of this {} may be read: its shares are 0 by definition, where 0 ÷ 0 "
                                      "would be no number.",
                                      token_line(drawing.session.tokens_as_columns)),
                                fact(Quantity::readable_in_row, row->masked, 0));
        return claims;
    }
    Claims claims{{reads + ";", value_fact(cell, share)}, even_share(drawing, *row)};
    add_sum_of_given(drawing, *row, claims);
    return claims;
}

} // namespace attn
