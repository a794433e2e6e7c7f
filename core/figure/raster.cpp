#include "core/figure/raster.h"

#include "core/figure/cairo_painter.h"
#include "core/figure/cell_pixels.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cairo.h>
#include <cmath>
#include <memory>

namespace attn {

namespace {

using PageContext = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;

constexpr float longest_side = 32'000;
/// The number of pixels in a band: few enough for the processor's cache, and so many that few texts cross two bands,
/// which paints them twice.
constexpr int pixels_a_band = 1 << 20;

Result<CairoSurface> empty_surface(PixelSize size) {
    CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height));
    if (const cairo_status_t status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
        return error("a picture of {}×{} pixels: {}", size.width, size.height, cairo_status_to_string(status));
    return surface;
}

/// Fills a surface, whose first row is row `top` of the page, with the page's ground, and makes logical pixels Cairo's
/// units.
PageContext begin_page(cairo_surface_t* surface, const Page& page, float scale, int top) {
    PageContext cairo(cairo_create(surface), cairo_destroy);
    cairo_set_source_rgba(cairo.get(), page.ground.r / 255.0, page.ground.g / 255.0, page.ground.b / 255.0,
                          page.ground.a / 255.0);
    cairo_set_operator(cairo.get(), CAIRO_OPERATOR_SOURCE);
    cairo_paint(cairo.get());
    cairo_set_operator(cairo.get(), CAIRO_OPERATOR_OVER);
    cairo_translate(cairo.get(), 0, -top);
    cairo_scale(cairo.get(), static_cast<double>(scale), static_cast<double>(scale));
    cairo_translate(cairo.get(), -static_cast<double>(page.area.x), -static_cast<double>(page.area.y));
    return cairo;
}

/// Paints an image with one pixel per cell, or with fewer if cells are smaller than pixels.
ListPainter::SurfaceOf cells_at(float scale) {
    return [scale](const Image& image) {
        return cairo_surface(cell_pixels(image, to_integer<Index>(image.box.width * scale),
                                         to_integer<Index>(image.box.height * scale)));
    };
}

} // namespace

Result<PixelSize> size_in_pixels(const Page& page, float scale) {
    const float width = std::round(page.area.width * scale);
    const float height = std::round(page.area.height * scale);
    if (!(width >= 1 && height >= 1))
        return error("the picture is empty");
    if (width > longest_side || height > longest_side)
        return error("a picture of {:.0f}×{:.0f} pixels is too large; no side may be longer than {:.0f}", width, height,
                     longest_side);
    return PixelSize{to_integer<int>(width), to_integer<int>(height)};
}

Result<CairoSurface> rasterise(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
    const auto size = size_in_pixels(page, scale);
    if (!size)
        return size.error();
    auto surface = empty_surface(*size);
    if (!surface)
        return surface;
    ListPainter(list, typesetter, cells_at(scale)).paint(begin_page(surface->get(), page, scale, 0).get());
    cairo_surface_flush(surface->get());
    return surface;
}

Result<void> rasterise_in_bands(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter,
                                const std::function<void(std::span<const std::uint32_t>)>& take_row) {
    const auto size = size_in_pixels(page, scale);
    if (!size)
        return size.error();
    const int rows = std::min(size->height, pixels_a_band / size->width);
    const auto surface = empty_surface({size->width, rows});
    if (!surface)
        return surface.error();
    const auto* words = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface->get()));
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface->get())) / sizeof *words;
    ListPainter painter(list, typesetter, cells_at(scale));
    for (int top = 0; top < size->height; top += rows) {
        const Box band{page.area.x, page.area.y + static_cast<float>(top) / scale, page.area.width,
                       static_cast<float>(rows) / scale};
        const float pixel = 1 / scale; // rounding to whole pixels may move something this far
        painter.paint(begin_page(surface->get(), page, scale, top).get(), band.grown(pixel));
        cairo_surface_flush(surface->get());
        for (int y = 0; y < std::min(rows, size->height - top); ++y)
            take_row({words + static_cast<std::size_t>(y) * stride, static_cast<std::size_t>(size->width)});
    }
    return {};
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
            const std::uint32_t argb = words[y * stride + x]; // A, R, G, B
            pixels.rgba.push_back(0xff000000U | (argb & 0xffU) << 16U | (argb & 0xff00U) | (argb >> 16U & 0xffU));
        }
    return pixels;
}

} // namespace attn
