#include "core/figure/png.h"

#include "core/figure/file_bytes.h"
#include "core/figure/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <png.h>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float logical_pixels_a_metre = 96 / 0.0254F;
constexpr int fastest_level = 1;
constexpr std::size_t bytes_a_chunk = std::size_t{1} << 18U;

/// The size and the pixel format of an image.
struct PictureKind {
    int width = 0;
    int height = 0;
    bool opaque = false;     ///< true: the file has three bytes per pixel, not four
    bool blue_first = false; ///< true: B, G, R, A from the lowest byte, as Cairo has them; false: R, G, B, A
    float scale = 0;         ///< pixels per logical pixel; 0: unknown
};

/// Converts a Cairo pixel A, R, G, B, whose colours are premultiplied, to one that is not premultiplied.
std::uint32_t straight(std::uint32_t argb) {
    const std::uint32_t alpha = argb >> 24U;
    if (alpha == 0)
        return 0;
    const auto part = [&](unsigned shift) { return (((argb >> shift & 0xffU) * 255 + alpha / 2) / alpha) << shift; };
    return alpha << 24U | part(16) | part(8) | part(0);
}

/// A PNG that libpng writes into memory, row by row. When libpng fails it leaves by longjmp, which skips destructors:
/// so it is called from functions that have nothing to destroy, and no more of them are called after a failure.
class PngFile {
public:
    explicit PngFile(const PictureKind& kind)
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, this, fail, ignore)), is_good_(png_ != nullptr) {
        run([&] { begin(kind); });
    }
    PngFile(const PngFile&) = delete;
    PngFile& operator=(const PngFile&) = delete;
    ~PngFile() { png_destroy_write_struct(&png_, &info_); }

    void add(std::span<const std::uint32_t> row) {
        run([&] { png_write_row(png_, reinterpret_cast<png_const_bytep>(row.data())); });
    }

    Result<std::string> finish() && {
        run([&] { png_write_end(png_, info_); });
        if (!is_good_)
            return error("the PNG could not be written: {}", problem_.data());
        return std::move(bytes_);
    }

private:
    void begin(const PictureKind& kind) {
        info_ = png_create_info_struct(png_);
        if (info_ == nullptr)
            png_longjmp(png_, 1);
        png_set_write_fn(png_, this, write, [](png_structp) {});
        // Figures have few colours in long runs, for which PNG's filters take more time and make larger files.
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
        png_set_compression_level(png_, fastest_level);
        png_set_compression_buffer_size(png_, bytes_a_chunk);
        png_set_IHDR(png_, info_, static_cast<png_uint_32>(kind.width), static_cast<png_uint_32>(kind.height), 8,
                     kind.opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
        if (kind.scale > 0) {
            const auto pixels_a_metre = static_cast<png_uint_32>(std::lround(kind.scale * logical_pixels_a_metre));
            png_set_pHYs(png_, info_, pixels_a_metre, pixels_a_metre, PNG_RESOLUTION_METER);
        }
        png_write_info(png_, info_);
        if (kind.opaque)
            png_set_filler(png_, 0, PNG_FILLER_AFTER);
        if (kind.blue_first)
            png_set_bgr(png_);
    }

    template <class Step>
    void run(const Step& step) {
        static_assert(std::is_trivially_destructible_v<Step>);
        if (!is_good_)
            return;
        if (setjmp(png_jmpbuf(png_)) != 0) {
            is_good_ = false;
            return;
        }
        step();
    }

    [[noreturn]] static void fail(png_structp png, png_const_charp problem) {
        auto& words = static_cast<PngFile*>(png_get_error_ptr(png))->problem_;
        words.fill('\0');
        std::string_view(problem).copy(words.data(), words.size() - 1);
        png_longjmp(png, 1);
    }

    static void ignore(png_structp /*png*/, png_const_charp /*warning*/) {}

    static void write(png_structp png, png_bytep bytes, std::size_t count) {
        if (!append_bytes(static_cast<PngFile*>(png_get_io_ptr(png))->bytes_, bytes, count))
            png_longjmp(png, 1);
    }

    std::string bytes_;
    std::array<char, 128> problem_{"there is not enough memory"};
    png_structp png_;
    png_infop info_ = nullptr;
    bool is_good_;
};

bool is_opaque(std::uint32_t rgba) {
    return rgba >> 24U == 0xffU;
}

} // namespace

Result<std::string> write_png(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
    const auto size = size_in_pixels(page, scale);
    if (!size)
        return size.error();
    const bool opaque = page.ground.a == 255;
    PngFile file({size->width, size->height, opaque, true, scale});
    std::vector<std::uint32_t> words(static_cast<std::size_t>(size->width));
    auto painted = rasterise_in_bands(list, page, scale, typesetter, [&](std::span<const std::uint32_t> row) {
        if (!opaque) {
            std::ranges::transform(row, words.begin(), straight);
            row = words;
        }
        file.add(row);
    });
    return painted ? std::move(file).finish() : painted.error();
}

Result<std::string> encode_png(const Pixels& pixels) {
    if (pixels.rgba.empty())
        return error("the picture is empty");
    PngFile file({static_cast<int>(pixels.width), static_cast<int>(pixels.height),
                  std::ranges::all_of(pixels.rgba, is_opaque), false, 0});
    const auto width = static_cast<std::size_t>(pixels.width);
    for (std::size_t at = 0; at < pixels.rgba.size(); at += width)
        file.add(std::span(pixels.rgba).subspan(at, width));
    return std::move(file).finish();
}

Page with_even_pixels(Page page, float scale) {
    for (float* const side : {&page.area.width, &page.area.height})
        if (const float pixels = std::round(*side * scale); std::fmod(pixels, 2.0F) != 0)
            *side = (pixels + 1) / scale;
    return page;
}

} // namespace attn
