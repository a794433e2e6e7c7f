#pragma once

#include "core/figure/geometry.h"
#include "ui/toolkit/layout.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

struct ImDrawList;

namespace attn {

/// What a frame asks of the window around it.
struct FrameState {
    std::string title;               ///< of the window
    std::optional<float> next_frame; ///< in how many seconds it wants to be drawn again though nothing happens
    bool closed = false;             ///< the program may end
    bool full_screen = false;        ///< the window fills its monitor
    /// Everything is enlarged until the surface has just these logical pixels; without them the desktop's scale counts.
    std::optional<Point> enlarged_to{};
    bool beside = false;             ///< there is something for a second window, on another monitor
    Point least_area = whole_window; ///< a smaller surface, in logical pixels, shows everything smaller
    float text_size = 1;             ///< everything is that much larger than the desktop wants, as far as there is room
};

/// What a surface shows: drawn once a frame with ImGui, and told of what comes from outside.
class Content {
public:
    virtual ~Content() = default;

    /// Puts fonts for that many pixels a logical pixel into ImGui's atlas. Before the first frame, and whenever the
    /// scale changes.
    virtual void load_fonts(float scale) = 0;
    /// Between ImGui's NewFrame and Render. Everything is in logical pixels; `scale` is for what is sharp.
    virtual FrameState draw(float scale) = 0;
    /// What a second window of so many logical pixels shows, after draw and in the same frame.
    virtual void draw_beside(ImDrawList& /*list*/, Point /*area*/) {}
    /// Of the text size that the last frame wanted there is room for that.
    virtual void take_text_size(float /*shown*/) {}
    /// What was drawn is on the screen now.
    virtual void painted() {}
    /// Files were dropped on the window.
    virtual void drop(const std::vector<std::filesystem::path>& files) = 0;
    /// Somebody wants to close the window; the content decides, after asking about unsaved changes.
    virtual void ask_to_close() = 0;
};

} // namespace attn
