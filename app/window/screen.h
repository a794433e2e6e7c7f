#pragma once

#include "app/window/content.h"
#include "app/window/input.h"
#include "app/window/surface.h"
#include "core/tensor/result.h"

#include <memory>

struct ImDrawList;

namespace attn {

/// A surface with ImGui on it, the same for windows and for pictures in memory. Only one may exist at a time.
class Screen {
public:
    /// Fails if ImGui cannot draw with this OpenGL.
    static Result<std::unique_ptr<Screen>> open(std::unique_ptr<Surface> surface);
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    ~Screen();

    /// Returns the waiting events; each frame removes those that it handles.
    InputQueue& input() { return input_; }
    SurfaceSize size() const { return surface_->size(); }

    /// Draws and shows one frame, `seconds` after the one before.
    FrameState frame(Content& content, float seconds);
    /// Draws and shows one frame as frame() does, and returns its pixels.
    Pixels picture(Content& content, float seconds);

private:
    explicit Screen(std::unique_ptr<Surface> surface) : surface_(std::move(surface)) {}
    Result<void> set_up();
    FrameState lay_out(Content& content, float seconds);
    void paint();
    void lay_out_beside(Content& content);
    void paint_beside();

    std::unique_ptr<Surface> surface_;
    InputQueue input_;
    std::shared_ptr<ImDrawList> beside_; ///< draw list of the second window
    float font_scale_ = 0;               ///< the scale for which fonts were loaded; 0: none yet
    bool renderer_ready_ = false;
};

} // namespace attn
