#pragma once

#include "core/figure/cairo_surface.h"
#include "core/figure/display_list.h"

#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

using cairo_t = struct _cairo; // NOLINT(bugprone-reserved-identifier): the name is Cairo's

namespace attn {

/// Paints a list with Cairo, one unit a logical pixel.
class ListPainter {
public:
    /// What stands in for an image, to be stretched over its box.
    using SurfaceOf = std::function<CairoSurface(const Image&)>;

    ListPainter(const DisplayList& list, const Typesetter& typesetter, SurfaceOf surface_of)
        : list_(list), typesetter_(typesetter), surface_of_(std::move(surface_of)) {}

    void paint(cairo_t* cairo);
    /// What is to be seen within `seen`, and some of the rest.
    void paint(cairo_t* cairo, const Box& seen);

private:
    void paint(cairo_t* cairo, std::size_t item);
    void paint(cairo_t* cairo, const Image& image);

    const DisplayList& list_;
    const Typesetter& typesetter_;
    SurfaceOf surface_of_;
    std::vector<Box> boxes_; ///< of the items, once a part has been asked for
    std::unordered_map<const Image*, CairoSurface> images_;
};

} // namespace attn
