#pragma once

#include "app/window/surface.h"
#include "core/tensor/result.h"

#include <memory>

namespace attn {

/// A picture in memory, drawn by OpenGL without any display.
class OffscreenSurface final : public Surface {
public:
    /// `width`·`height` pixels. Fails where the machine's OpenGL cannot draw without a display.
    static Result<std::unique_ptr<OffscreenSurface>> open(SurfaceSize size);

    OffscreenSurface(const OffscreenSurface&) = delete;
    OffscreenSurface& operator=(const OffscreenSurface&) = delete;
    ~OffscreenSurface() override;

    void connect(ImGuiIO& io, InputQueue& input) override;
    void begin() override;
    void end() override;

private:
    explicit OffscreenSurface(SurfaceSize size) : size_(size) {}
    SurfaceSize usual_size() const override { return size_; }
    Result<void> create_context();
    Result<void> create_framebuffer();

    SurfaceSize size_;
    void* display_ = nullptr; // EGLDisplay
    void* context_ = nullptr; // EGLContext
    unsigned framebuffer_ = 0;
    unsigned renderbuffer_ = 0;
};

} // namespace attn
