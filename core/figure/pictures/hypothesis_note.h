#pragma once

#include "core/explain/head_hypotheses.h"
#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>

namespace attn {

/// Whether something is said of heads beneath them, as it is of shares of attention, and its room is kept.
bool has_hypotheses(const DrawContext& drawing);
/// Whether it is shown: of shares as they are, and not as their change.
bool shows_hypotheses(const DrawContext& drawing);

/// How high the notes beneath heads of that width are; 0 where there is nothing to say.
float hypothesis_notes_height(const DrawContext& drawing, float width);

/// What is said of a head, and how much of its attention that explains, from `at` downwards. Where nothing is said yet,
/// how to say it.
void add_hypothesis_note(DisplayList& list, const DrawContext& drawing, Index head, Point at, float width,
                         const Box& clip);

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
