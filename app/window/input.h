#pragma once

#include "core/figure/geometry.h"
#include "ui/toolkit/key.h"

#include <deque>
#include <variant>

struct ImGuiIO;

namespace attn {

enum class MouseButton : int { left = 0, right = 1, middle = 2 };

/// The mouse's new place, in logical pixels from the upper left corner.
struct MouseMoved {
    Point to;
};
struct MouseButtonChanged {
    MouseButton button = MouseButton::left;
    bool down = false;
};
/// Notches of the wheel; up and left are positive.
struct WheelTurned {
    Point by;
};
/// A key, or with Key::none the modifiers alone. The chord's modifiers are those held from now on.
struct KeyChanged {
    Chord chord;
    bool down = false;
};
struct LetterTyped {
    char32_t letter = 0;
};
struct FocusChanged {
    bool focused = true;
};

using InputEvent = std::variant<MouseMoved, MouseButtonChanged, WheelTurned, KeyChanged, LetterTyped, FocusChanged>;

/// The input of a person (or a script), in order. ImGui looks at mouse and keys once a frame, so a press and its
/// release must reach it in different frames, however fast they came.
class InputQueue {
public:
    void push(InputEvent event) { events_.push_back(event); }
    bool empty() const { return events_.empty(); }

    /// Passes events to ImGui, up to the first that must wait for the next frame. To be called before each frame.
    void feed(ImGuiIO& io);

private:
    std::deque<InputEvent> events_;
};

/// Tells ImGui the codes of the keys. To be called once for each context.
void name_keys(ImGuiIO& io);

} // namespace attn
