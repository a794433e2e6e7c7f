#pragma once

#include "core/figure/geometry.h"
#include "ui/actions/token_places.h"
#include "ui/toolkit/scene.h"

#include <optional>

namespace attn {

constexpr float chip_height = 32;
constexpr float chip_padding = 11;

/// Adds a chip for each token of a sequence, with the read-out above the chips if `reads_out`, and a plus after the
/// last one.
void token_chips(Scene& scene, const UiContext& ui, Side side, const Box& area, bool reads_out);

/// The width of all chips of a sequence.
float token_chips_width(const UiContext& ui, Side side);

/// The horizontal extent of a chip, measured from the first chip's left end, with room for the plus after it.
struct ChipSpan {
    float begin = 0;
    float end = 0;
};
std::optional<ChipSpan> token_chip_span(const UiContext& ui, const TokenPlace& wanted);

} // namespace attn
