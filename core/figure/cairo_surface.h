#pragma once

#include "core/figure/cell_pixels.h"

#include <memory>

using cairo_surface_t = struct _cairo_surface; // NOLINT(bugprone-reserved-identifier): the name is Cairo's

namespace attn {

struct DestroySurface {
    void operator()(cairo_surface_t* surface) const;
};
using CairoSurface = std::unique_ptr<cairo_surface_t, DestroySurface>;

/// A Cairo image of its own memory with these pixels. Throws std::bad_alloc where memory does not suffice.
CairoSurface cairo_surface(const Pixels& pixels);

} // namespace attn
