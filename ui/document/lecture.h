#pragma once

#include "core/figure/geometry.h"

namespace attn {

/// A lecture enlarges everything until the screen has just this many logical pixels. Most screens are wider.
constexpr Point lecture_area{533, 400};
/// The same where a scene's words, or what explains a cell, stand beside the stage.
constexpr Point scene_area{746, 560};
/// The same where a scene's words stand over it.
constexpr Point narrow_scene_area{640, 480};

/// Whether so narrow a screen has a scene's words over the stage, as wide as both.
constexpr bool stacks_scenes(Point screen) {
    return screen.x < 1.5F * screen.y;
}

/// Of digits that are as high as a fiftieth of a screen of that height, and can be read from the last row: the size of
/// their type.
constexpr float least_digits_on_wall(float screen_height) {
    constexpr float of_an_em = 0.7275F;
    return 0.02F * screen_height / of_an_em;
}

} // namespace attn
