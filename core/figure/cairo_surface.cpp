#include "core/figure/cairo_surface.h"

#include <array>
#include <bit>
#include <cairo.h>
#include <new>

namespace attn {

namespace {

/// As Cairo keeps a pixel: a word of A, R, G, B, alpha multiplied in.
std::uint32_t premultiplied(std::uint32_t rgba) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, 4>>(rgba);
    const std::uint32_t alpha = bytes[3];
    const auto part = [&](std::size_t i) { return (bytes.at(i) * alpha + 127) / 255; };
    return alpha << 24U | part(0) << 16U | part(1) << 8U | part(2);
}

} // namespace

void DestroySurface::operator()(cairo_surface_t* surface) const {
    cairo_surface_destroy(surface);
}

CairoSurface cairo_surface(const Pixels& pixels) {
    CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(pixels.width),
                                                    static_cast<int>(pixels.height)));
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
        throw std::bad_alloc();
    cairo_surface_flush(surface.get());
    auto* words = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface.get()));
    const Index stride = cairo_image_surface_get_stride(surface.get()) / Index{sizeof(std::uint32_t)};
    for (Index y = 0; y < pixels.height; ++y)
        for (Index x = 0; x < pixels.width; ++x)
            words[y * stride + x] = premultiplied(pixels.rgba[static_cast<std::size_t>(y * pixels.width + x)]);
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

} // namespace attn
