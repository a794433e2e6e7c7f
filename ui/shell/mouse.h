#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What the mouse does in one frame, in logical pixels.
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

/// The mouse as ImGui knows it.
MouseState read_mouse();

/// What the mouse did to the scene that the user saw.
void react_to_mouse(const MouseState& mouse, const Scene& scene, const WindowLayout& layout,
                    const CommandContext& command);

/// What a click on the target there does, without a mouse: of an action, a link, a field, a token.
void press_target(const std::string& name, const Box& box, const Scene& scene, const CommandContext& command);

} // namespace attn
