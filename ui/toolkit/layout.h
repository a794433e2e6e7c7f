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
    Box message; ///< at the foot of the stage, a place that nothing else takes
    Box lesson;  ///< beside all else, where one is open; empty otherwise
    Box strip;   ///< above the stage, then: the steps that lessons have named
};

/// What everything has room in, pictures beside each other too. A smaller window shows such dialogs smaller.
constexpr Point whole_window{1280, 720};
/// What the rest has room in, once the panels at the stage's sides are folded away, lines are broken and what is high
/// is scrolled. A smaller window shows everything smaller.
constexpr Point least_window{640, 560};

/// The width of an edge that stands for a panel.
constexpr float folded_panel = 24;

/// The largest scale at which a window of so many pixels has room for so many logical ones.
float roomy_scale(Point pixels, Point area);

/// Whether a window of that width has its inspector folded away into an edge.
bool folds_inspector(float width);
/// A narrow window folds the inspector, which may then be unfolded, and a narrower one the pipeline too.
WindowLayout lay_out_window(float width, float height, bool unfolds_inspector = false);
/// The window of a lecture: the stage alone, or beside it what is said about its cell, and below them the tokens, as
/// high as they are; 0: they are away.
WindowLayout lay_out_lecture(float width, float height, bool has_inspector, float tokens);

/// How high the place of messages is that is kept at the foot of the stage, and what is free beneath it.
struct MessageRoom {
    float height = 0;
    float foot = 0;
};
/// Beneath the stage's buttons: two lines, or three of small type.
constexpr MessageRoom below_buttons{36, 4};
/// The same in a low window: one line, or two of small type.
constexpr MessageRoom below_buttons_in_low{24, 4};
/// Where the stage has no buttons: one line, or two of small type.
constexpr MessageRoom below_picture{24, 1};
/// Whatever is said, nothing moves.
void place_message(WindowLayout& layout, const MessageRoom& room);

/// A lesson stands in the place of the pipeline, all the way down or, in a narrow window, to the tokens, and over the
/// stage a strip of steps; the inspector is there where it is asked for.
WindowLayout lay_out_lesson(float width, float height, bool has_inspector);
/// A step of a lesson that nothing goes with: its words alone, where they stand in the others.
WindowLayout lay_out_lesson_alone(float width, float height);
/// The first minute: a word alone, or beside it the heads, with the word below them.
WindowLayout lay_out_start(float width, float height, bool has_heads);
/// A scene of a lecture: its words, as wide as they are, beside the stage; below that the tokens, as high as they are.
WindowLayout lay_out_scene(float width, float height, float words, float tokens);
/// The same with its words over the stage, as high as they are.
WindowLayout lay_out_stacked_scene(float width, float height, float words, float tokens);
/// The same where a cell is explained in the place of the words.
WindowLayout lay_out_explained_scene(float width, float height, float tokens);

} // namespace attn
