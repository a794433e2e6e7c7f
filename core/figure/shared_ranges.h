#pragma once

#include "core/figure/heatmap.h"

#include <cstdint>
#include <span>

namespace attn {

/// The smallest range that contains both.
Range joined(const Range& left, const Range& right);

/// Gives all ranges whose numbers are of comparable size one common range, so that equal numbers have equal colours. A
/// range whose numbers would have almost no colour in it stays as it is, as do fixed ranges. All must have the same
/// palette.
void join_comparable(std::span<Range* const> ranges);

/// The heatmaps of a palette that share a range: all, or those with numbers of comparable size. Fixed ranges never
/// change.
enum class Sharing : std::uint8_t { all, comparable };

/// Gives the heatmaps that have the same palette one range, so that equal numbers have equal colours in a picture.
void share_colours(std::span<HeatmapOptions* const> maps, Sharing sharing = Sharing::all);

} // namespace attn
