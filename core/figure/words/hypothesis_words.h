#pragma once

#include "core/explain/head_hypotheses.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>

namespace attn {

/// The hypothesis that is said of a head, if a rule is known for it.
std::optional<Hypothesis> known_hypothesis(const DrawContext& drawing, Index head);

/// The hypothesis of a head in the words of its rule, or in the user's own; empty: nothing is said of it.
std::string hypothesis_of_head(const DrawContext& drawing, Index head);

/// The measure of how well the head's hypothesis explains its attention; nothing where no rule is known for it.
std::optional<HypothesisMeasure> measured_hypothesis(const DrawContext& drawing, Index head);

/// The share in percent with one decimal: "94.8 %".
std::string share_in_words(double share);
/// The measure of a hypothesis: "94.8 % (even share 25.0 %)"; of evenness "98.0 % of the largest entropy".
std::string measure_in_words(const Hypothesis& hypothesis, const HypothesisMeasure& measure);
/// The number of rows that the hypothesis speaks of, and the worst of them: "3 of 4 rows; worst is₂: 94.8 %".
std::string worst_in_words(const DrawContext& drawing, const HypothesisMeasure& measure);
/// The cell of A that a hypothesis explains worst.
CellId worst_cell(const DrawContext& drawing, Index head, const HypothesisMeasure& measure);

} // namespace attn
