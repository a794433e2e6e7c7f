#include "core/figure/png.h"

#include "core/figure/deflated_rows.h"
#include "core/figure/raster.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>
#include <zlib.h>

namespace attn {

namespace {

constexpr float logical_pixels_a_metre = 96 / 0.0254F;
constexpr char unit_is_metre = 1;
constexpr std::size_t longest_chunk = std::size_t{1} << 30U;

/// Cairo's word of A, R, G, B with alpha multiplied in, as R, G, B, A from the lowest byte on, without.
std::uint32_t straight_rgba(std::uint32_t argb) {
    const std::uint32_t alpha = argb >> 24U;
    if (alpha == 0)
        return 0;
    const auto part = [&](unsigned shift) { return ((argb >> shift & 0xffU) * 255 + alpha / 2) / alpha; };
    return alpha << 24U | part(0) << 16U | part(8) << 8U | part(16);
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

std::string big_endian(std::uint32_t number) {
    return {static_cast<char>(number >> 24U), static_cast<char>(number >> 16U), static_cast<char>(number >> 8U),
            static_cast<char>(number)};
}

/// A part of the file: its length, its name of four letters, what it holds, and a checksum of both.
void append_chunk(std::string& file, std::string_view name, std::string_view content) {
    file += big_endian(static_cast<std::uint32_t>(content.size()));
    const std::size_t begin = file.size();
    file += name;
    file += content;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(file.data() + begin);
    file += big_endian(static_cast<std::uint32_t>(crc32_z(0, bytes, file.size() - begin)));
}

/// A picture's size, and what its words of four bytes are.
struct PictureKind {
    Index width = 0;
    Index height = 0;
    bool opaque = false;  ///< three bytes a pixel in the file, not four
    bool is_argb = false; ///< Cairo's words, otherwise R, G, B, A
};

/// Takes a picture row by row, so that each is in the cache from its pixels to its bytes.
class PngRows {
public:
    explicit PngRows(const PictureKind& kind)
        : kind_(kind), bytes_(static_cast<std::size_t>(kind.width) * (kind.opaque ? 3 : 4)), rows_(bytes_.size()) {}

    void add(std::span<const std::uint32_t> row) {
        if (std::ranges::equal(row, last_)) {
            rows_.repeat();
            return;
        }
        last_.assign(row.begin(), row.end());
        (kind_.opaque ? write_opaque : write_transparent)(row, kind_.is_argb, bytes_.data());
        rows_.add(bytes_);
    }

    /// The whole file. `scale`: pixels a logical pixel; 0 where nobody knows.
    std::string finish(float scale) && {
        const std::string size =
            big_endian(static_cast<std::uint32_t>(kind_.width)) + big_endian(static_cast<std::uint32_t>(kind_.height));
        const std::string depth_and_kind = kind_.opaque ? "\x08\x02" : "\x08\x06"; // eight bits; RGB, RGBA
        std::string file = "\x89PNG\r\n\x1a\n";
        append_chunk(file, "IHDR", size + depth_and_kind + std::string(3, '\0'));
        if (scale > 0) {
            const auto pixels_a_metre = static_cast<std::uint32_t>(std::lround(scale * logical_pixels_a_metre));
            append_chunk(file, "pHYs", big_endian(pixels_a_metre) + big_endian(pixels_a_metre) + unit_is_metre);
        }
        const std::string rows = std::move(rows_).finish();
        for (std::size_t at = 0; at < rows.size(); at += longest_chunk)
            append_chunk(file, "IDAT", std::string_view(rows).substr(at, longest_chunk));
        append_chunk(file, "IEND", {});
        return file;
    }

private:
    PictureKind kind_;
    std::vector<std::uint8_t> bytes_;
    std::vector<std::uint32_t> last_;
    DeflatedRows rows_;
};

bool is_opaque(std::uint32_t rgba) {
    return rgba >> 24U == 0xffU;
}

} // namespace

Result<std::string> write_png(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
    const auto size = size_in_pixels(page, scale);
    if (!size)
        return size.error();
    PngRows rows({size->width, size->height, page.ground.a == 255, true});
    auto painted =
        rasterise_in_bands(list, page, scale, typesetter, [&](std::span<const std::uint32_t> row) { rows.add(row); });
    return painted ? Result<std::string>(std::move(rows).finish(scale)) : painted.error();
}

Result<std::string> encode_png(const Pixels& pixels) {
    if (pixels.rgba.empty())
        return error("the picture is empty");
    PngRows rows({pixels.width, pixels.height, std::ranges::all_of(pixels.rgba, is_opaque), false});
    const auto width = static_cast<std::size_t>(pixels.width);
    for (std::size_t at = 0; at < pixels.rgba.size(); at += width)
        rows.add(std::span(pixels.rgba).subspan(at, width));
    return std::move(rows).finish(0);
}

} // namespace attn
