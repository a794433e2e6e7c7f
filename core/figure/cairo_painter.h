#pragma once

#include "core/figure/cell_pixels.h"
#include "core/figure/display_list.h"

#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

using cairo_t = struct _cairo;                 // NOLINT(bugprone-reserved-identifier): the name is Cairo's
using cairo_surface_t = struct _cairo_surface; // NOLINT(bugprone-reserved-identifier): likewise

namespace attn {

struct DestroySurface {
    void operator()(cairo_surface_t* surface) const;
};
using CairoSurface = std::unique_ptr<cairo_surface_t, DestroySurface>;

/// A Cairo image with a copy of these pixels. Throws std::bad_alloc if there is not enough memory.
CairoSurface cairo_surface(const Pixels& pixels);

/// Paints a display list with Cairo. One unit of Cairo is a logical pixel.
class ListPainter {
public:
    /// Makes the surface for an image of the list; it is stretched over the image's box.
    using SurfaceOf = std::function<CairoSurface(const Image&)>;

    ListPainter(const DisplayList& list, const Typesetter& typesetter, SurfaceOf surface_of)
        : list_(list), typesetter_(typesetter), surface_of_(std::move(surface_of)) {}

    void paint(cairo_t* cairo);
    /// Paints all items that reach into `seen`; some others may be painted too.
    void paint(cairo_t* cairo, const Box& seen);

private:
    void paint(cairo_t* cairo, std::size_t item);
    void paint(cairo_t* cairo, const Image& image);

    const DisplayList& list_;
    const Typesetter& typesetter_;
    SurfaceOf surface_of_;
    std::vector<Box> boxes_; ///< bounds of the items; computed when a part is painted first
    std::unordered_map<const Image*, CairoSurface> images_;
};

} // namespace attn
