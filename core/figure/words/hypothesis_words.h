#pragma once

#include "core/explain/head_hypotheses.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>

namespace attn {

/// The hypothesis that the user chose for a head; nullopt if there is none, or if it is not a known rule.
std::optional<Hypothesis> known_hypothesis(const DrawContext& drawing, Index head);

/// The words for a head's hypothesis: those of its rule, or the user's own; empty if there is none.
std::string hypothesis_of_head(const DrawContext& drawing, Index head);

/// The measure of the head's hypothesis; nullopt if the hypothesis is not a known rule.
std::optional<HypothesisMeasure> measured_hypothesis(const DrawContext& drawing, Index head);

/// A part of 1 in percent with one decimal: "94.8 %".
std::string share_in_words(double share);
/// The measure of a hypothesis: "94.8 % (even share 25.0 %)"; for evenness "98.0 % of the largest entropy".
std::string measure_in_words(const Hypothesis& hypothesis, const HypothesisMeasure& measure);
/// The number of rows that the hypothesis is about, and the worst of them: "3 of 4 rows; worst is₂: 94.8 %".
std::string worst_in_words(const DrawContext& drawing, const HypothesisMeasure& measure);
/// The cell of A that the hypothesis explains worst.
CellId worst_cell(const DrawContext& drawing, Index head, const HypothesisMeasure& measure);

} // namespace attn
