#pragma once

#include "core/figure/cell_pixels.h"
#include "core/figure/geometry.h"
#include "ui/toolkit/layout.h"

#include <optional>

struct ImGuiIO;

namespace attn {

class InputQueue;

/// How large a surface is: in pixels, and how many of them a logical pixel has.
struct SurfaceSize {
    int width = 0;
    int height = 0;
    float scale = 1;
    float text_size = 1; ///< what of the scale was asked for beside the desktop's
    bool operator==(const SurfaceSize&) const = default;

    /// In logical pixels.
    Box area() const { return {0, 0, static_cast<float>(width) / scale, static_cast<float>(height) / scale}; }
};

/// No surface shows everything smaller.
constexpr float least_scale = 0.5F;

/// Something with an OpenGL 3.3 context to draw on: a window, or memory.
class Surface {
public:
    virtual ~Surface() = default;

    /// Enlarged, if it was asked for.
    SurfaceSize size() const;
    /// From the next frame on everything is as large as fits, as long as the surface has these logical pixels in both
    /// directions; never smaller than without.
    void enlarge_to(const std::optional<Point>& area) { area_ = area; }
    /// From the next frame on everything is that much larger or smaller than the desktop wants it, as far as there is
    /// room for all of a window.
    void set_text_size(float factor) { text_size_ = factor; }
    /// From the next frame on a smaller surface than that, in logical pixels, shows everything smaller.
    void set_least_area(Point area) { least_area_ = area; }
    /// Gives ImGui what a window has: clipboard, shapes of the mouse pointer. Once, after ImGui was set up.
    virtual void connect(ImGuiIO& io, InputQueue& input) = 0;
    /// Whether somebody sees every frame; otherwise only those need painting that are read.
    virtual bool is_seen() const = 0;
    /// A second window where there is another monitor to show it on: from the next frame on it is there, or is not.
    virtual void show_beside(bool /*wanted*/) {}
    /// How large that is; none where there is none.
    virtual std::optional<SurfaceSize> beside() const { return std::nullopt; }
    /// From now on OpenGL draws on this surface, or on the second window.
    virtual void begin_beside() {}
    virtual void end_beside() {}
    virtual void begin() = 0;
    /// What was drawn is shown.
    virtual void end() = 0;

protected:
    /// The largest at which the least area has room.
    float roomy_scale(const SurfaceSize& size) const;

private:
    /// As the desktop or the command line wants it.
    virtual SurfaceSize usual_size() const = 0;

    std::optional<Point> area_;
    float text_size_ = 1;
    Point least_area_ = whole_window;
};

/// The pixels drawn since begin(), to be read before end(); opaque, from the upper left corner.
Pixels read_pixels(const SurfaceSize& size);

} // namespace attn
