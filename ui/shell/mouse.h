#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The mouse in one frame, in logical pixels.
struct MouseState {
    Point at;
    Point wheel;
    bool right_pressed = false;
    bool pressed = false;
    bool down = false;
    bool released = false;
    bool double_clicked = false;
    bool control = false;
};

/// The state of ImGui's mouse.
MouseState read_mouse();

/// Applies the mouse to the scene that the user saw.
void react_to_mouse(const MouseState& mouse, const Scene& scene, const WindowLayout& layout,
                    const CommandContext& command);

/// Does without a mouse what a click on an action, link, field or token does.
void press_target(const std::string& name, const Box& box, const Scene& scene, const CommandContext& command);

} // namespace attn
