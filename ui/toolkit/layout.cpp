#include "ui/toolkit/layout.h"

#include "core/figure/theme.h"

#include <algorithm>
#include <cmath>

namespace attn {

WindowLayout lay_out_window(float width, float height) {
    const float middle = std::max(0.0F, height - measure::bar - measure::tokens);
    const float centre = std::max(0.0F, width - measure::pipeline - measure::inspector);
    WindowLayout layout;
    layout.window = {0, 0, width, height};
    layout.bar = {0, 0, width, measure::bar};
    layout.pipeline = {0, measure::bar, measure::pipeline, middle};
    layout.stage = {measure::pipeline, measure::bar, centre, middle};
    layout.inspector = {measure::pipeline + centre, measure::bar, measure::inspector, middle};
    layout.tokens = {0, measure::bar + middle, width, measure::tokens};
    return layout;
}

WindowLayout lay_out_lecture(float width, float height, bool has_inspector, float tokens) {
    const float above = std::max(0.0F, height - tokens);
    constexpr float most_of_width = 0.64F; // on a screen of 4:3
    const float inspector = has_inspector ? std::min(measure::inspector, std::floor(width * most_of_width)) : 0;
    const float centre = std::max(0.0F, width - inspector);
    WindowLayout layout;
    layout.window = {0, 0, width, height};
    layout.stage = {0, 0, centre, above};
    layout.inspector = {centre, 0, inspector, above};
    layout.tokens = {0, above, width, tokens};
    return layout;
}

void make_room_for_message(WindowLayout& layout, int lines) {
    const float more = std::min(layout.stage.height, message_line * static_cast<float>(std::max(0, lines - 1)));
    layout.message = {layout.stage.x, layout.stage.bottom() - message_line - more, layout.stage.width,
                      message_line + more};
    layout.stage.height -= more;
}

void make_room_for_telling(WindowLayout& layout, float height) {
    layout.told = {layout.stage.x, layout.stage.y, layout.stage.width, height};
    layout.stage.y += height;
    layout.stage.height = std::max(0.0F, layout.stage.height - height);
}

} // namespace attn
