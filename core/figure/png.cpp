#include "core/figure/png.h"

#include "core/figure/cairo_surface.h"
#include "core/figure/raster.h"

#include <cairo.h>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <spng.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float logical_pixels_a_metre = 96 / 0.0254F;
constexpr std::uint8_t unit_is_metre = 1;
/// The filter that takes each pixel as the change from the one above, and the least work of deflate: on figures six
/// times as fast as the choice by row that libraries make by themselves, for twice the bytes.
constexpr int png_filter = SPNG_FILTER_CHOICE_UP;
constexpr int compression_level = 1;

/// The bytes of an image, three a pixel, or four where some are transparent, row by row.
struct Samples {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool transparent = false;
    std::vector<std::uint8_t> bytes;
};

/// An image of `width` x `height` pixels; `rgba_at(x, y)` is R, G, B, A from the lowest byte on.
template <class RgbaAt>
Samples samples_of(Index width, Index height, const RgbaAt& rgba_at) {
    Samples samples{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), false, {}};
    for (Index y = 0; y < height && !samples.transparent; ++y)
        for (Index x = 0; x < width && !samples.transparent; ++x)
            samples.transparent = rgba_at(x, y) >> 24U != 0xffU;
    samples.bytes.resize(static_cast<std::size_t>(width * height) * (samples.transparent ? 4 : 3));
    std::uint8_t* to = samples.bytes.data();
    for (Index y = 0; y < height; ++y)
        for (Index x = 0; x < width; ++x) {
            const std::uint32_t rgba = rgba_at(x, y);
            *to++ = static_cast<std::uint8_t>(rgba);
            *to++ = static_cast<std::uint8_t>(rgba >> 8U);
            *to++ = static_cast<std::uint8_t>(rgba >> 16U);
            if (samples.transparent)
                *to++ = static_cast<std::uint8_t>(rgba >> 24U);
        }
    return samples;
}

/// Cairo's word of A, R, G, B with alpha multiplied in, as R, G, B, A without.
std::uint32_t straight_rgba(std::uint32_t argb) {
    const std::uint32_t alpha = argb >> 24U;
    if (alpha == 0)
        return 0;
    const auto part = [&](unsigned shift) { return ((argb >> shift & 0xffU) * 255 + alpha / 2) / alpha; };
    return alpha << 24U | part(0) << 16U | part(8) << 8U | part(16);
}

Samples samples_of(cairo_surface_t* surface) {
    const auto* words = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface));
    const Index stride = cairo_image_surface_get_stride(surface) / Index{sizeof(std::uint32_t)};
    return samples_of(cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface),
                      [&](Index x, Index y) { return straight_rgba(words[y * stride + x]); });
}

/// `scale`: pixels a logical pixel; 0 where nobody knows.
Result<std::string> encoded(const Samples& samples, float scale) {
    const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> png(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free);
    int problem = png ? 0 : SPNG_EMEM;
    const auto step = [&](auto&& call) {
        if (problem == 0)
            problem = call();
    };
    spng_ihdr header{};
    header.width = samples.width;
    header.height = samples.height;
    header.bit_depth = 8;
    header.color_type = samples.transparent ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA : SPNG_COLOR_TYPE_TRUECOLOR;
    step([&] { return spng_set_option(png.get(), SPNG_ENCODE_TO_BUFFER, 1); });
    step([&] { return spng_set_option(png.get(), SPNG_FILTER_CHOICE, png_filter); });
    step([&] { return spng_set_option(png.get(), SPNG_IMG_COMPRESSION_LEVEL, compression_level); });
    step([&] { return spng_set_ihdr(png.get(), &header); });
    if (scale > 0) {
        const auto pixels_a_metre = static_cast<std::uint32_t>(std::lround(scale * logical_pixels_a_metre));
        spng_phys size{pixels_a_metre, pixels_a_metre, unit_is_metre};
        step([&] { return spng_set_phys(png.get(), &size); });
    }
    step([&] {
        return spng_encode_image(png.get(), samples.bytes.data(), samples.bytes.size(), SPNG_FMT_PNG,
                                 SPNG_ENCODE_FINALIZE);
    });
    std::size_t length = 0;
    std::unique_ptr<void, void (*)(void*)> bytes(nullptr, std::free);
    if (problem == 0)
        bytes.reset(spng_get_png_buffer(png.get(), &length, &problem));
    if (problem != 0 || !bytes)
        return error("the PNG could not be written: {}", spng_strerror(problem));
    return std::string(static_cast<const char*>(bytes.get()), length);
}

} // namespace

Result<std::string> write_png(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
    const auto surface = rasterise(list, page, scale, typesetter);
    if (!surface)
        return surface.error();
    return encoded(samples_of(surface->get()), scale);
}

Result<std::string> encode_png(const Pixels& pixels) {
    const auto rgba_at = [&](Index x, Index y) { return pixels.rgba[static_cast<std::size_t>(y * pixels.width + x)]; };
    return encoded(samples_of(pixels.width, pixels.height, rgba_at), 0);
}

} // namespace attn
