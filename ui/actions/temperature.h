#pragma once

namespace attn {

// On the slider, whose scale is logarithmic.

constexpr float least_temperature = 0.1F;
constexpr float most_temperature = 10;

/// The temperature at a share (0 to 1) of the track.
float temperature_at(float share);
/// The share of the track at which a temperature stands.
float share_of_temperature(float temperature);

} // namespace attn
