#include "core/figure/png.h"

#include "core/figure/cairo_surface.h"
#include "core/figure/raster.h"
#include "core/io/checksum.h"

#include <cairo.h>
#include <cmath>
#include <span>

namespace attn {

namespace {

constexpr float logical_pixels_a_metre = 96 / 0.0254F;
/// The signature and the chunk IHDR, which always has 13 bytes of content.
constexpr std::size_t header_bytes = 8 + 12 + 13;

void append_big_endian(std::string& bytes, std::uint32_t number) {
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        bytes += static_cast<char>(number >> shift);
}

/// The chunk pHYs, which says how large a pixel is; Cairo writes none.
std::string size_chunk(float scale) {
    const auto pixels_a_metre = static_cast<std::uint32_t>(std::lround(scale * logical_pixels_a_metre));
    std::string content = "pHYs";
    append_big_endian(content, pixels_a_metre);
    append_big_endian(content, pixels_a_metre);
    content += '\1'; // the unit is the metre
    std::string chunk;
    append_big_endian(chunk, static_cast<std::uint32_t>(content.size() - 4));
    chunk += content;
    append_big_endian(chunk, crc32(std::as_bytes(std::span(content))));
    return chunk;
}

cairo_status_t append_png_bytes(void* target, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(target)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

Result<std::string> encoded(cairo_surface_t* surface) {
    std::string bytes;
    cairo_surface_flush(surface);
    const cairo_status_t status = cairo_surface_write_to_png_stream(surface, append_png_bytes, &bytes);
    if (status != CAIRO_STATUS_SUCCESS || bytes.size() < header_bytes)
        return error("the PNG could not be written: {}", cairo_status_to_string(status));
    return bytes;
}

} // namespace

Result<std::string> write_png(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
    const auto surface = rasterise(list, page, scale, typesetter);
    if (!surface)
        return surface.error();
    auto bytes = encoded(surface->get());
    if (bytes)
        bytes->insert(header_bytes, size_chunk(scale));
    return bytes;
}

Result<std::string> encode_png(const Pixels& pixels) {
    return encoded(cairo_surface(pixels).get());
}

} // namespace attn
