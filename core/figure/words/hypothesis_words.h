#pragma once

#include "core/explain/head_hypotheses.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>

namespace attn {

/// What is said that a head does, where a rule is known for it.
std::optional<Hypothesis> known_hypothesis(const DrawContext& drawing, Index head);

/// The hypothesis of a head in the words of its rule, or in the user's own; empty: nothing is said of it.
std::string hypothesis_of_head(const DrawContext& drawing, Index head);

/// How much the head's hypothesis explains; nothing where no rule is known for it.
std::optional<HypothesisMeasure> measured_hypothesis(const DrawContext& drawing, Index head);

/// "94.8 %".
std::string share_in_words(double share);
/// "94.8 % (even share 25.0 %)"; of evenness "98.0 % of the largest entropy".
std::string measure_in_words(const Hypothesis& hypothesis, const HypothesisMeasure& measure);
/// "3 of 4 rows; worst is₂: 94.8 %".
std::string worst_in_words(const DrawContext& drawing, const HypothesisMeasure& measure);
/// The cell of A that a hypothesis explains worst.
CellId worst_cell(const DrawContext& drawing, Index head, const HypothesisMeasure& measure);

} // namespace attn
