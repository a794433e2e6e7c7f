#include "app/window/loop.h"

#include <GLFW/glfw3.h>
#include <algorithm>

namespace attn {

namespace {

/// The number of frames until ImGui has drawn the effect of an event.
constexpr int frames_after_event = 3;
constexpr double fastest_frame = 1.0 / 60;
constexpr float longest_frame = 0.1F; ///< seconds; limits the time step of animations after a long sleep

/// Returns the number of seconds to sleep before the next frame; nullopt: until an event comes.
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
        // Waiting input is spread over frames, each of which counts as an event: what came in the meantime, such as the
        // wish to close, is handled after the last of them.
        if (window.take_activity() || !screen.input().empty())
            frames_left = frames_after_event;
        // Earlier input belongs to what was on the screen then, and not to a question that a drop or the wish to close
        // opens.
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
