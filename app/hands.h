#pragma once

#include "app/window/input.h"
#include "core/figure/geometry.h"
#include "ui/shell/app.h"

#include <functional>
#include <string_view>

namespace attn {

/// Acts like a person at a window, by events at the places of things on the screen. Scripts, rehearsals of lessons and
/// tests act only through this.
class Hands {
public:
    /// `draw` feeds waiting events to ImGui and draws a frame; `app` and `input` must outlive the hands. `to_draw`: the
    /// number of frames until the effect of an event is drawn.
    Hands(App& app, InputQueue& input, std::function<void()> draw, int to_draw = 2)
        : app_(&app), input_(&input), draw_(std::move(draw)), to_draw_(to_draw) {}

    /// Draws frames until the effect of all events is drawn.
    void glance();
    /// Draws frames until the effect of all events is drawn, all jobs have ended, and an open lesson has done its
    /// actions.
    void settle();

    void move_to(Point place) { push(MouseMoved{place}); }
    void click(Point place, MouseButton button = MouseButton::left);
    void drag(Point from, Point by, int steps);
    void turn_wheel(Point place, float by);
    /// Presses and releases a key with its modifiers.
    void press(const Chord& chord);
    /// Presses and releases a key with its modifiers, and types the key's letter.
    void strike(const Chord& chord);
    /// Holds the chord's modifiers for the mouse events that follow; an empty chord releases them.
    void hold(const Chord& chord) { push(KeyChanged{chord, chord.control || chord.shift || chord.alt}); }
    void type(std::string_view text);
    /// Replaces the text of the open field, and presses Enter.
    void replace(std::string_view text);

private:
    void push(const InputEvent& event) { input_->push(event); }

    App* app_;
    InputQueue* input_;
    std::function<void()> draw_;
    int to_draw_;
};

} // namespace attn
