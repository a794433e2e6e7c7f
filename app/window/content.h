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
    /// Draws a frame, between ImGui's NewFrame and Render. All measures are in logical pixels; `scale` is for what must
    /// be sharp.
    virtual FrameState draw(float scale) = 0;
    /// Draws a second window of `area` logical pixels, after draw() and in the same frame.
    virtual void draw_beside(ImDrawList& /*list*/, Point /*area*/) {}
    /// Sets the text size for which the window has room, which replaces the size that the last frame asked for.
    virtual void take_text_size(float /*shown*/) {}
    /// Called after the last frame was shown on the screen.
    virtual void painted() {}
    /// Called when files were dropped on the window.
    virtual void drop(const std::vector<std::filesystem::path>& files) = 0;
    /// Called when the user wants to close the window. The content asks about unsaved changes and decides.
    virtual void ask_to_close() = 0;
};

} // namespace attn
