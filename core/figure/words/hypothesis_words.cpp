#include "core/figure/words/hypothesis_words.h"

#include "core/figure/pictures/labels.h"
#include "core/notation/in_notation.h"
#include "core/tensor/decimal.h"

#include <cmath>
#include <fmt/core.h>

namespace attn {

std::optional<Hypothesis> known_hypothesis(const DrawContext& drawing, Index head) {
    const auto said = drawing.session.hypotheses.find(head);
    return said == drawing.session.hypotheses.end() ? std::nullopt : find_hypothesis(said->second);
}

std::string hypothesis_of_head(const DrawContext& drawing, Index head) {
    if (const auto known = known_hypothesis(drawing, head))
        return hypothesis_words(*known);
    const auto said = drawing.session.hypotheses.find(head);
    return said == drawing.session.hypotheses.end() ? std::string() : said->second;
}

std::optional<HypothesisMeasure> measured_hypothesis(const DrawContext& drawing, Index head) {
    const auto known = known_hypothesis(drawing, head);
    if (!known || !drawing.trace.has(ArrayId::A))
        return std::nullopt;
    return drawing.cache.hypothesis(drawing.trace, {drawing.layer().number, ArrayId::A, drawing.view_state.item, head},
                                    *known);
}

std::string share_in_words(double share) {
    return std::isnan(share) ? "not a number" : percent_digits(static_cast<float>(share), 1) + " %";
}

std::string measure_in_words(const Hypothesis& hypothesis, const HypothesisMeasure& measure) {
    if (hypothesis.id == HypothesisId::evenly)
        return fmt::format("{} of the largest entropy", share_in_words(measure.share));
    return fmt::format("{} (even share {})", share_in_words(measure.share), share_in_words(measure.even));
}

std::string worst_in_words(const DrawContext& drawing, const HypothesisMeasure& measure) {
    const std::string_view line = token_line(drawing.session.tokens_as_columns);
    const std::string rows =
        measure.rows == measure.all_rows
            ? (measure.rows == 1 ? fmt::format("its one {}", line) : fmt::format("all {} {}s", measure.rows, line))
            : fmt::format("{} of {} {}s", measure.rows, measure.all_rows, line);
    return fmt::format("{}; worst {}: {}", rows, token_name(drawing, false, measure.worst).letters(),
                       share_in_words(measure.worst_share));
}

CellId worst_cell(const DrawContext& drawing, Index head, const HypothesisMeasure& measure) {
    return canonical(
        drawing, {drawing.layer().number, ArrayId::A, drawing.view_state.item, head, measure.worst, measure.worst_key});
}

} // namespace attn
