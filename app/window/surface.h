#pragma once

#include "core/figure/cell_pixels.h"
#include "core/figure/geometry.h"
#include "ui/toolkit/layout.h"

#include <optional>

struct ImGuiIO;

namespace attn {

class InputQueue;

/// The size of a surface in pixels, and the number of pixels per logical pixel.
struct SurfaceSize {
    int width = 0;
    int height = 0;
    float scale = 1;
    float text_size = 1; ///< factor of `scale` that the user chose in addition to the desktop's own scale
    bool operator==(const SurfaceSize&) const = default;

    /// Returns the whole surface, in logical pixels.
    Box area() const { return {0, 0, static_cast<float>(width) / scale, static_cast<float>(height) / scale}; }
};

/// The least scale that a window's size or the user's text size can lead to.
constexpr float least_scale = 0.5F;

/// A target of drawing with an OpenGL 3.3 context: a window, or memory.
class Surface {
public:
    virtual ~Surface() = default;

    /// Returns the size, with the scale that the functions below changed.
    SurfaceSize size() const;
    /// From the next frame on, enlarges everything as far as the surface still has room for `area` in both directions;
    /// never makes anything smaller.
    void enlarge_to(const std::optional<Point>& area) { area_ = area; }
    /// From the next frame on, scales everything by `factor`, in addition to the desktop's scale, as far as the least
    /// area still has room.
    void set_text_size(float factor) { text_size_ = factor; }
    /// From the next frame on, a surface smaller than `area`, in logical pixels, shows everything smaller.
    void set_least_area(Point area) { least_area_ = area; }
    /// Gives ImGui the window's clipboard and shapes of the mouse pointer. To be called once, after ImGui was set up.
    virtual void connect(ImGuiIO& io, InputQueue& input) = 0;
    /// True if somebody sees every frame; otherwise only frames that are read need painting.
    virtual bool is_seen() const = 0;
    /// From the next frame on, shows or closes a second window, if there is another monitor for it.
    virtual void show_beside(bool /*wanted*/) {}
    /// Returns the size of the second window; nullopt if there is none.
    virtual std::optional<SurfaceSize> beside() const { return std::nullopt; }
    /// Makes OpenGL draw on the second window until end_beside(), and on this surface from begin() on.
    virtual void begin_beside() {}
    virtual void end_beside() {}
    virtual void begin() = 0;
    /// Shows what was drawn.
    virtual void end() = 0;

protected:
    /// Returns the largest scale at which the least area has room.
    float roomy_scale(const SurfaceSize& size) const;

private:
    /// Returns the size with the scale that the desktop or the command line sets.
    virtual SurfaceSize usual_size() const = 0;

    std::optional<Point> area_;
    float text_size_ = 1;
    Point least_area_ = whole_window;
};

/// Returns the pixels drawn since begin(), from the upper left corner, made opaque. Must be called before end().
Pixels read_pixels(const SurfaceSize& size);

} // namespace attn
