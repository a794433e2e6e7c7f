#pragma once

#include "core/figure/geometry.h"

namespace attn {

/// Where the parts of the window are, in logical pixels.
struct WindowLayout {
    Box window;
    Box bar;
    Box pipeline;
    Box stage;
    Box inspector;
    Box tokens;
    Box message; ///< a line at the foot of the stage, which nothing else takes
    Box told;    ///< above the stage, where something is told step by step; empty otherwise
};

WindowLayout lay_out_window(float width, float height);
/// The window of a lecture: the stage alone, or beside it what is said about its cell, and below them the tokens, as
/// high as they are; 0: they are away.
WindowLayout lay_out_lecture(float width, float height, bool has_inspector, float tokens);

/// A line at the foot of the stage, beneath its buttons.
constexpr float message_line = 20;
/// Makes room for so many lines; the first is always free.
void make_room_for_message(WindowLayout& layout, int lines);

/// Takes the room above the stage for what is told.
void make_room_for_telling(WindowLayout& layout, float height);

} // namespace attn
