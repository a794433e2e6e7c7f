#pragma once

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <optional>

namespace attn {

/// The number of a figure that is worth noticing, in a few words that no sentence begins with: of shares whom somebody
/// reads most, of other matrices the largest number that the picture shows. Nothing of kinds that show no array, or of
/// what is no number.
std::optional<Claim> noticed_number(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture);

} // namespace attn
