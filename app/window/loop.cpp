#include "app/window/loop.h"

#include <GLFW/glfw3.h>
#include <algorithm>

namespace attn {

namespace {

/// ImGui needs a frame or two after an event until what it caused is drawn.
constexpr int frames_after_event = 3;
constexpr double fastest_frame = 1.0 / 60;
constexpr float longest_frame = 0.1F; ///< what animations see after a long sleep

/// How long to sleep before the next frame; nothing: until something happens.
std::optional<double> sleep_before(const FrameState& last, bool unfinished, double since_last) {
    if (unfinished)
        return std::max(0.0, fastest_frame - since_last);
    if (last.next_frame)
        return std::max({0.0, fastest_frame - since_last, static_cast<double>(*last.next_frame) - since_last});
    return std::nullopt;
}

} // namespace

void show_until_closed(Window& window, Screen& screen, Content& content) {
    FrameState state;
    int frames_left = frames_after_event;
    double last_frame = glfwGetTime();
    while (!state.closed) {
        Window::wait(sleep_before(state, frames_left > 0, glfwGetTime() - last_frame));
        // Input that waits is given to one frame after another, each of which is an event like any other: what came in
        // the meantime, such as the wish to close, is seen to after the last.
        if (window.take_activity() || !screen.input().empty())
            frames_left = frames_after_event;
        // What was typed before belongs to what was on the screen then, not to a question that this may open.
        if (screen.input().empty()) {
            if (const auto files = window.take_dropped(); !files.empty())
                content.drop(files);
            if (window.take_close_request())
                content.ask_to_close();
        }
        const double now = glfwGetTime();
        state = screen.frame(content, std::clamp(static_cast<float>(now - last_frame), 0.001F, longest_frame));
        window.set_title(state.title);
        window.set_full_screen(state.full_screen);
        last_frame = now;
        frames_left = std::max(0, frames_left - 1);
    }
}

} // namespace attn
