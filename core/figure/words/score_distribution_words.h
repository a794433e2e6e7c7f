#pragma once

#include "core/explain/score_distribution.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// The sentences about the standard deviation of the scores before and after scaling, and its effect on the selected
/// row's attention weights.
Claim score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread);
/// A short sentence about the standard deviation of the scores.
Claim brief_score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread);

/// The factor that scales scores: "0.0625", "0.354". Short factors are written with all digits, so that a reader who
/// multiplies gets the numbers that are shown.
std::string score_factor_text(const Layer& layer);

} // namespace attn
