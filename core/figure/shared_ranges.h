#pragma once

#include "core/figure/heatmap.h"

#include <cstdint>
#include <span>

namespace attn {

/// The least range that holds both.
Range joined(const Range& left, const Range& right);

/// One range of colours for those whose numbers are of comparable size, so that one number has one colour; what would
/// be next to colourless in it keeps a range of its own, as do fixed ones. All are of one palette.
void join_comparable(std::span<Range* const> ranges);

/// The maps of one palette that share a range of colours: all of them, or those with numbers of comparable size. Maps
/// with a fixed range keep it.
enum class Sharing : std::uint8_t { all, comparable };

/// One range of colours for those of the maps that have one palette, so that one number has one colour in a picture.
void share_colours(std::span<HeatmapOptions* const> maps, Sharing sharing = Sharing::all);

} // namespace attn
