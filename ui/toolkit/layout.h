#pragma once

#include "core/figure/geometry.h"

namespace attn {

/// The boxes of the window's parts, in logical pixels.
struct WindowLayout {
    Box window;
    Box bar;
    Box pipeline;
    Box stage;
    Box inspector;
    Box tokens;
    Box message; ///< at the foot of the stage; nothing else is placed there
    Box lesson;  ///< an open lesson or scene; otherwise empty
    Box strip;   ///< above the stage in a lesson: the steps that lessons have named
};

/// The area that has room for everything, even for pictures side by side. A smaller window scales down the dialogs that
/// need more.
constexpr Point whole_window{1280, 720};
/// The area that has room for the rest once the panels beside the stage are folded, lines wrap and tall content
/// scrolls. A smaller window shows everything smaller.
constexpr Point least_window{640, 560};

/// The width of the edge that a panel is folded into.
constexpr float folded_panel = 24;

/// The largest scale, in steps of 1/16, at which a window of so many pixels has room for `area` logical ones.
float roomy_scale(Point pixels, Point area);

/// True if a window of that width folds its inspector into an edge.
bool folds_inspector(float width);
/// The usual layout. A narrow window folds the inspector, unless it is unfolded; a narrower one has no pipeline either.
WindowLayout lay_out_window(float width, float height, bool unfolds_inspector = false);
/// The layout of a lecture: the stage alone or with the inspector beside it; below them the tokens, `tokens` high (0:
/// none).
WindowLayout lay_out_lecture(float width, float height, bool has_inspector, float tokens);

/// The height of the place for messages at the stage's foot, and of the gap beneath it, in logical pixels.
struct MessageRoom {
    float height = 0;
    float foot = 0;
};
/// Beneath the stage's buttons: two lines, or three of small type.
constexpr MessageRoom below_buttons{36, 4};
/// Beneath the stage's buttons in a low window: one line, or two of small type.
constexpr MessageRoom below_buttons_in_low{24, 4};
/// Beneath a stage without buttons: one line, or two of small type.
constexpr MessageRoom below_picture{24, 1};
/// Keeps a place for messages in front of the stage's foot, so that a message moves nothing.
void place_message(WindowLayout& layout, const MessageRoom& room);

/// The layout of a lesson: the lesson takes the pipeline's place, down to the window's foot or, in a narrow window, to
/// the tokens. A strip of steps is above the stage; the inspector is optional.
WindowLayout lay_out_lesson(float width, float height, bool has_inspector);
/// A lesson's step without a picture: its text alone, where other steps have it.
WindowLayout lay_out_lesson_alone(float width, float height);
/// The first minute: a word alone, or the heads with the word below them.
WindowLayout lay_out_start(float width, float height, bool has_heads);
/// A scene of a lecture: its text at the left, `words` wide; beside it the stage, above the tokens, `tokens` high.
WindowLayout lay_out_scene(float width, float height, float words, float tokens);
/// A scene of a lecture with its text above the stage, `words` high.
WindowLayout lay_out_stacked_scene(float width, float height, float words, float tokens);
/// A scene of a lecture in which the inspector explains a cell in place of the text.
WindowLayout lay_out_explained_scene(float width, float height, float tokens);

} // namespace attn
