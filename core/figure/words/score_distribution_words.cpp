#include "core/figure/words/score_distribution_words.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/model/facts.h"
#include "core/model/overrides.h"
#include "core/notation/in_notation.h"
#include "core/tensor/noun_for.h"

#include <cmath>
#include <fmt/core.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// The largest attention weight that softmax of this row of this stage would give, in percent.
std::string largest_share_of(const DrawContext& drawing, const CellId& cell) {
    const Matrix mask = drawing.trace.has(ArrayId::mask)
                            ? drawing.trace.matrix({cell.layer, ArrayId::mask, cell.item, cell.head})
                            : Matrix();
    return share_in_percent(static_cast<float>(
        largest_share(drawing.trace.matrix({cell.layer, cell.array, cell.item, cell.head}), mask, cell.row)));
}

CellId selected_at(const DrawContext& drawing, ArrayId stage) {
    const CellId selected = selected_cell(drawing);
    return canonical(drawing, {selected.layer, stage, selected.item, selected.head, selected.row, selected.column});
}

std::string two_digits(double number) {
    return display_number(static_cast<float>(number), 2);
}

} // namespace

Claim score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread) {
    const double factor = score_factor(drawing.layer());
    const std::string_view line = token_line(drawing.session.tokens_as_columns);
    const Index count = spread.count;
    Prose counted = prose("{} {} that may be read", count, noun_for(count, "score"));
    if (spread.step > 1)
        counted += prose(", of which one in {} is drawn", spread.step);
    const CellId before = selected_at(drawing, ArrayId::scores);
    const CellId after = selected_at(drawing, ArrayId::scaled);
    const Prose row = token_name(drawing, false, before.row);
    const std::string spread_before = two_digits(spread.deviation_before);
    const std::string spread_after = two_digits(spread.deviation_after);
    const std::string share_after = largest_share_of(drawing, after);
    std::vector<Fact> facts{fact(Quantity::readable, before, static_cast<double>(count)),
                            written_fact(Quantity::spread, before, spread_before),
                            written_fact(Quantity::softmax_largest, after, share_after)};
    const std::string by = score_factor_text(drawing.layer());
    const bool is_changed_after = drawing.trace.has(ArrayId::capped) || drawing.trace.has(ArrayId::bias);
    const std::string_view alone = is_changed_after ? " alone" : "";
    if (is_overridden(drawing.layer(), after.array)) { // they were not computed by scaling
        facts.push_back(written_fact(Quantity::spread, after, spread_after));
        return {prose("{}: their spread σ goes from {} to {}, but some of them were given, and not scaled. Softmax "
                      "of the {} of {}{} {} one key {}.",
                      counted, spread_before, spread_after, line, row, alone, is_changed_after ? "would give" : "gives",
                      share_after),
                std::move(facts)};
    }
    if (factor != 1) {
        const std::string share_before = largest_share_of(drawing, before);
        facts.push_back(written_fact(Quantity::softmax_largest, before, share_before));
        facts.push_back(written_fact(Quantity::spread, after, spread_after));
        facts.push_back(written_fact(Quantity::score_factor, before, by));
        const std::string_view gives = is_changed_after ? "would give" : "gives";
        const Prose shares = share_before == share_after
                                 ? prose("{} one key {}, with and without the scaling", gives, share_after)
                                 : prose("would give one key {} without the scaling, and {} {} with it", share_before,
                                         gives, share_after);
        return {prose("{}, each times {}: their spread σ goes from {} to {}. Softmax of the {} of {}{} {}.", counted,
                      by, spread_before, spread_after, line, row, alone, shares),
                std::move(facts)};
    }
    facts.push_back(fact_near(Quantity::score_factor, before, 1, 5e-7));
    const double usual = 1 / std::sqrt(static_cast<double>(drawing.sizes().d_k));
    const std::string usual_scale = display_number(static_cast<float>(usual), 3);
    const std::string usual_spread = two_digits(spread.deviation_before * usual);
    Prose words = prose("{} {} their spread σ of {}, and softmax of the {} of {}{} gives one key {}.", counted,
                        count == 1 ? "keeps" : "keep", spread_before, line, row, alone, share_after);
    if (drawing.sizes().d_k == 1)
        return {prose("Times 1/√1 nothing changes: {}", words), std::move(facts)};
    facts.push_back(written_fact(Quantity::usual_scale, before, usual_scale));
    facts.push_back(written_fact(Quantity::usual_spread, before, usual_spread));
    const bool is_off = drawing.layer().scale.kind == Scale::Kind::one && drawing.layer().temperature == 1;
    return {prose("{}: {} Times 1/√{} = {} their spread would be {}.",
                  is_off ? "The scale is off" : "Scale and temperature make 1 together", words, drawing.sizes().d_k,
                  usual_scale, usual_spread),
            std::move(facts)};
}

std::string score_factor_text(const Layer& layer) {
    constexpr int most_decimals = 4;
    const auto factor = static_cast<float>(score_factor(layer));
    const std::string whole = fixed_number(factor, most_decimals);
    return full_number(factor) == whole ? whole : display_number(factor, most_decimals - 1);
}

Claim brief_score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread) {
    const CellId before = selected_at(drawing, ArrayId::scores);
    const CellId after = selected_at(drawing, ArrayId::scaled);
    const std::string by = score_factor_text(drawing.layer());
    const std::string spread_before = two_digits(spread.deviation_before);
    const std::string spread_after = two_digits(spread.deviation_after);
    const std::string share_before = largest_share_of(drawing, before);
    const std::string share_after = largest_share_of(drawing, after);
    if (is_overridden(drawing.layer(), after.array)) // they were not computed by scaling
        return {prose("Some scaled scores were given: σ goes from {} to {}; softmax of {} would give one key {} "
                      "before, {} after.",
                      spread_before, spread_after, token_name(drawing, false, before.row), share_before, share_after),
                {written_fact(Quantity::spread, before, spread_before),
                 written_fact(Quantity::spread, after, spread_after),
                 written_fact(Quantity::softmax_largest, before, share_before),
                 written_fact(Quantity::softmax_largest, after, share_after)}};
    return {prose("Each score times {}: σ goes from {} to {}; softmax of {} would give one key {} before, {} after.",
                  by, spread_before, spread_after, token_name(drawing, false, before.row), share_before, share_after),
            {written_fact(Quantity::score_factor, before, by), written_fact(Quantity::spread, before, spread_before),
             written_fact(Quantity::spread, after, spread_after),
             written_fact(Quantity::softmax_largest, before, share_before),
             written_fact(Quantity::softmax_largest, after, share_after)}};
}

} // namespace attn
