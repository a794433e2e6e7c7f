#include "core/figure/raster.h"

#include "core/figure/cairo_painter.h"

#include <cairo.h>
#include <cmath>
#include <memory>

namespace attn {

namespace {

constexpr float longest_side = 32'000;

} // namespace

Result<CairoSurface> rasterise(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
    const float width = std::round(page.area.width * scale);
    const float height = std::round(page.area.height * scale);
    if (!(width >= 1 && height >= 1))
        return error("the picture is empty");
    if (width > longest_side || height > longest_side)
        return error("a picture of {:.0f}×{:.0f} pixels is too large; no side may be longer than {:.0f}", width, height,
                     longest_side);
    CairoSurface surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)));
    const std::unique_ptr<cairo_t, void (*)(cairo_t*)> cairo(cairo_create(surface.get()), cairo_destroy);
    if (cairo_status(cairo.get()) != CAIRO_STATUS_SUCCESS)
        return error("a picture of {:.0f}×{:.0f} pixels: {}", width, height,
                     cairo_status_to_string(cairo_status(cairo.get())));
    if (page.ground.visible()) {
        cairo_set_source_rgba(cairo.get(), page.ground.r / 255.0, page.ground.g / 255.0, page.ground.b / 255.0,
                              page.ground.a / 255.0);
        cairo_paint(cairo.get());
    }
    cairo_scale(cairo.get(), static_cast<double>(scale), static_cast<double>(scale));
    cairo_translate(cairo.get(), -static_cast<double>(page.area.x), -static_cast<double>(page.area.y));
    paint(cairo.get(), list, typesetter, scale);
    cairo_surface_flush(surface.get());
    return surface;
}

Pixels opaque_pixels(const CairoSurface& surface) {
    Pixels pixels;
    pixels.width = cairo_image_surface_get_width(surface.get());
    pixels.height = cairo_image_surface_get_height(surface.get());
    pixels.rgba.reserve(static_cast<std::size_t>(pixels.width * pixels.height));
    const auto* words = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface.get()));
    const Index stride = cairo_image_surface_get_stride(surface.get()) / Index{sizeof(std::uint32_t)};
    for (Index y = 0; y < pixels.height; ++y)
        for (Index x = 0; x < pixels.width; ++x) {
            const std::uint32_t argb = words[y * stride + x]; // a word of A, R, G, B
            pixels.rgba.push_back(0xff000000U | (argb & 0xffU) << 16U | (argb & 0xff00U) | (argb >> 16U & 0xffU));
        }
    return pixels;
}

} // namespace attn
