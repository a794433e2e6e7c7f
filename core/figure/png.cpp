#include "core/figure/png.h"

#include "core/figure/cairo_surface.h"
#include "core/figure/raster.h"

#include <cairo.h>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>
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

/// An image as it is drawn: words of four bytes, row by row.
struct PixelRows {
    Index width = 0;
    Index height = 0;
    const std::uint32_t* words = nullptr;
    Index stride = 0; ///< in words

    std::span<const std::uint32_t> row(Index y) const { return {words + y * stride, static_cast<std::size_t>(width)}; }
};

/// Cairo's word of A, R, G, B with alpha multiplied in, as R, G, B, A from the lowest byte on, without.
std::uint32_t straight_rgba(std::uint32_t argb) {
    const std::uint32_t alpha = argb >> 24U;
    if (alpha == 0)
        return 0;
    const auto part = [&](unsigned shift) { return ((argb >> shift & 0xffU) * 255 + alpha / 2) / alpha; };
    return alpha << 24U | part(0) << 16U | part(8) << 8U | part(16);
}

/// Alpha stands in the highest byte of both kinds of words.
bool is_opaque(const PixelRows& image) {
    std::uint32_t all = 0xff000000U;
    for (Index y = 0; y < image.height; ++y)
        for (const std::uint32_t word : image.row(y))
            all &= word;
    return all >> 24U == 0xffU;
}

/// R, G and B of each word; of opaque ones they only stand in another order.
void write_opaque(std::span<const std::uint32_t> words, bool is_argb, std::uint8_t* to) {
    const unsigned red = is_argb ? 16 : 0;
    const unsigned blue = 16 - red;
    for (const std::uint32_t word : words) {
        *to++ = static_cast<std::uint8_t>(word >> red);
        *to++ = static_cast<std::uint8_t>(word >> 8U);
        *to++ = static_cast<std::uint8_t>(word >> blue);
    }
}

void write_transparent(std::span<const std::uint32_t> words, bool is_argb, std::uint8_t* to) {
    for (const std::uint32_t word : words) {
        const std::uint32_t rgba = is_argb ? straight_rgba(word) : word;
        for (unsigned shift = 0; shift < 32; shift += 8)
            *to++ = static_cast<std::uint8_t>(rgba >> shift);
    }
}

/// Three bytes a pixel, or four where some are transparent; row by row, so that each is in the cache from its pixels to
/// its bytes. `is_argb`: words as Cairo's, otherwise R, G, B, A. `scale`: pixels a logical pixel; 0 where nobody knows.
Result<std::string> encoded(const PixelRows& image, bool is_argb, float scale) {
    const bool opaque = is_opaque(image);
    const auto write = opaque ? write_opaque : write_transparent;
    std::vector<std::uint8_t> row(static_cast<std::size_t>(image.width) * (opaque ? 3 : 4));
    const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> png(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free);
    int problem = png ? 0 : SPNG_EMEM;
    const auto step = [&](auto&& call) {
        if (problem == 0)
            problem = call();
    };
    spng_ihdr header{};
    header.width = static_cast<std::uint32_t>(image.width);
    header.height = static_cast<std::uint32_t>(image.height);
    header.bit_depth = 8;
    header.color_type = opaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
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
        return spng_encode_image(png.get(), nullptr, 0, SPNG_FMT_PNG, SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
    });
    for (Index y = 0; y < image.height; ++y)
        step([&] {
            write(image.row(y), is_argb, row.data());
            const int answer = spng_encode_row(png.get(), row.data(), row.size());
            return answer == SPNG_EOI ? 0 : answer; // behind the last row
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
    cairo_surface_t* const image = surface->get();
    return encoded({cairo_image_surface_get_width(image), cairo_image_surface_get_height(image),
                    reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(image)),
                    cairo_image_surface_get_stride(image) / Index{sizeof(std::uint32_t)}},
                   true, scale);
}

Result<std::string> encode_png(const Pixels& pixels) {
    return encoded({pixels.width, pixels.height, pixels.rgba.data(), pixels.width}, false, 0);
}

} // namespace attn
