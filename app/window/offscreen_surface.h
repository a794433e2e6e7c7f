#pragma once

#include "app/window/surface.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <memory>

namespace attn {

/// A picture in memory, drawn by OpenGL without a display.
class OffscreenSurface final : public Surface {
public:
    enum class Painted : std::uint8_t { what_is_read, every_frame };

    /// `size` in pixels. Fails if the machine's OpenGL cannot draw without a display.
    static Result<std::unique_ptr<OffscreenSurface>> open(SurfaceSize size, Painted painted = Painted::what_is_read);

    OffscreenSurface(const OffscreenSurface&) = delete;
    OffscreenSurface& operator=(const OffscreenSurface&) = delete;
    ~OffscreenSurface() override;

    void connect(ImGuiIO& io, InputQueue& input) override;
    bool is_seen() const override { return painted_ == Painted::every_frame; }
    void begin() override;
    void end() override;

private:
    OffscreenSurface(SurfaceSize size, Painted painted) : size_(size), painted_(painted) {}
    SurfaceSize usual_size() const override { return size_; }
    Result<void> create_context();
    Result<void> create_framebuffer();

    SurfaceSize size_;
    Painted painted_;
    void* display_ = nullptr; // EGLDisplay
    void* context_ = nullptr; // EGLContext
    unsigned framebuffer_ = 0;
    unsigned renderbuffer_ = 0;
};

} // namespace attn
