#pragma once

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <optional>

namespace attn {

/// The number that readers of a figure should notice, in a few words: for attention weights the key with the most
/// attention, for other matrices the largest number. nullopt for kinds that show no array, and for infinite numbers.
std::optional<Claim> noticed_number(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture);

} // namespace attn
