#pragma once

#include "core/explain/score_distribution.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// The spread of the scores before and after they are scaled, and its effect on the selected row's shares.
Claim score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread);
/// The spread of the scores in few words.
Claim brief_score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread);

/// The factor that scales scores: "0.0625", "0.354"; written whole where it is short, so that a reader who multiplies
/// by it finds the number that is shown.
std::string score_factor_text(const Layer& layer);

} // namespace attn
