#pragma once

#include "core/figure/geometry.h"
#include "ui/shell/frame_needs.h"

#include <filesystem>
#include <vector>

struct ImDrawList;

namespace attn {

using FrameState = FrameNeeds;

/// The content of a surface: draws each frame with ImGui, and is told about events from outside.
class Content {
public:
    virtual ~Content() = default;

    /// Loads fonts for `scale` pixels per logical pixel into ImGui's atlas. Called before the first frame, and whenever
    /// the scale changes.
    virtual void load_fonts(float scale) = 0;
    /// Draws a frame, between ImGui's NewFrame and Render. All is in logical pixels; `scale` is for what must be sharp.
    virtual FrameState draw(float scale) = 0;
    /// Draws a second window of `area` logical pixels, after draw() and in the same frame.
    virtual void draw_beside(ImDrawList& /*list*/, Point /*area*/) {}
    /// Tells the text size that the window has room for, in place of the one that the last frame wanted.
    virtual void take_text_size(float /*shown*/) {}
    /// Tells that the last frame is on the screen.
    virtual void painted() {}
    /// Tells that files were dropped on the window.
    virtual void drop(const std::vector<std::filesystem::path>& files) = 0;
    /// Tells that the user wants to close the window. The content decides, after asking about unsaved changes.
    virtual void ask_to_close() = 0;
};

} // namespace attn
