#pragma once

#include "core/figure/geometry.h"
#include "ui/actions/token_places.h"
#include "ui/toolkit/scene.h"

#include <optional>

namespace attn {

constexpr float chip_height = 32;
constexpr float chip_padding = 11;

/// A chip for each token of a sequence, with what comes back over them where the session reads that out, and a plus
/// behind the last.
void token_chips(Scene& scene, const UiContext& ui, Side side, const Box& area, bool reads_out);

/// How much room they all take.
float token_chips_width(const UiContext& ui, Side side);

/// Where a chip stands from the beginning of the first one on, with room for what stands behind it.
struct ChipSpan {
    float begin = 0;
    float end = 0;
};
std::optional<ChipSpan> token_chip_span(const UiContext& ui, const TokenPlace& wanted);

} // namespace attn
