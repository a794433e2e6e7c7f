#pragma once

#include "core/explain/score_distribution.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// How far apart the scores lie before and after they are scaled, and what that makes of the selected row.
Claim score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread);
/// The same in few words.
Claim brief_score_distribution_words(const DrawContext& drawing, const ScoreDistribution& spread);

/// "0.0625", "0.354": whole where it is short, so that who multiplies by it finds what is shown.
std::string score_factor_text(const Layer& layer);

} // namespace attn
