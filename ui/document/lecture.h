#pragma once

#include "core/figure/geometry.h"

namespace attn {

/// A lecture is enlarged until the screen has just this many logical pixels. Most screens are wider.
constexpr Point lecture_area{533, 400};
/// The logical pixels of the screen if a scene's text, or a cell's explanation, is beside the stage.
constexpr Point scene_area{746, 560};
/// The logical pixels of the screen if a scene's text is above the stage.
constexpr Point narrow_scene_area{640, 480};

/// True if the screen is narrower than 3:2, so that a scene's text goes above the stage.
constexpr bool stacks_scenes(Point screen) {
    return screen.x < 1.5F * screen.y;
}

/// The type size whose digits are 2 % of the screen's height, which can be read from the last row.
constexpr float least_digits_on_wall(float screen_height) {
    constexpr float of_an_em = 0.7275F;
    return 0.02F * screen_height / of_an_em;
}

} // namespace attn
