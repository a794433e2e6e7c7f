#include "core/export/gif.h"

#include "core/export/gif_palette.h"
#include "core/figure/file_bytes.h"
#include "core/figure/raster.h"
#include "core/tensor/to_integer.h"

#include <array>
#include <bit>
#include <cmath>
#include <gif_lib.h>
#include <memory>

namespace attn {

namespace {

constexpr int bits_a_primary = 8;

int append(GifFileType* file, const GifByteType* bytes, int count) {
    auto& gif = *static_cast<std::string*>(file->UserData);
    return append_bytes(gif, bytes, static_cast<std::size_t>(count)) ? count : 0;
}

struct DestroyMap {
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using ColourMapObject = std::unique_ptr<ColorMapObject, DestroyMap>;

ColourMapObject map_of(const std::vector<std::uint32_t>& colours) {
    const auto size = static_cast<int>(std::max(std::bit_ceil(colours.size()), std::size_t{2}));
    ColourMapObject map(GifMakeMapObject(size, nullptr));
    for (std::size_t i = 0; i < colours.size() && map != nullptr; ++i) {
        const auto part = [&](unsigned shift) { return static_cast<GifByteType>(colours[i] >> shift & 0xffU); };
        map->Colors[i] = {part(0), part(8), part(16)};
    }
    return map;
}

/// Writes a GIF into memory.
class GifWriter {
public:
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;
    explicit GifWriter(const GifOptions& options)
        : delay_(rounded_to<int>(options.seconds * 100)), file_(EGifOpen(&bytes_, append, &failure_)) {}
    ~GifWriter() {
        int ignored = 0;
        if (file_ != nullptr)
            EGifCloseFile(file_, &ignored);
    }

    Result<void> add(const Pixels& pixels) {
        if (file_ == nullptr)
            return problem();
        const auto width = static_cast<int>(pixels.width);
        const auto height = static_cast<int>(pixels.height);
        if (bytes_.empty() && !begin(width, height))
            return problem();
        IndexedPixels picture = indexed(pixels);
        const ColourMapObject map = map_of(picture.colours);
        if (map == nullptr || !put_delay() ||
            EGifPutImageDesc(file_, 0, 0, width, height, false, map.get()) == GIF_ERROR)
            return problem();
        for (int y = 0; y < height; ++y)
            if (EGifPutLine(file_, picture.indices.data() + std::ptrdiff_t{y} * width, width) == GIF_ERROR)
                return problem();
        return {};
    }

    Result<std::string> finish() {
        const int closed = file_ != nullptr ? EGifCloseFile(file_, &failure_) : GIF_ERROR;
        file_ = nullptr;
        if (closed == GIF_ERROR)
            return problem().error();
        return std::move(bytes_);
    }

private:
    bool begin(int width, int height) {
        EGifSetGifVersion(file_, true);
        return EGifPutScreenDesc(file_, width, height, bits_a_primary, 0, nullptr) != GIF_ERROR && put_loop();
    }

    /// Makes the animation repeat forever, by Netscape's extension.
    bool put_loop() {
        constexpr std::string_view name = "NETSCAPE2.0";
        constexpr std::array<GifByteType, 3> times{1, 0, 0};
        return EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR &&
               EGifPutExtensionBlock(file_, static_cast<int>(name.size()), name.data()) != GIF_ERROR &&
               EGifPutExtensionBlock(file_, static_cast<int>(times.size()), times.data()) != GIF_ERROR &&
               EGifPutExtensionTrailer(file_) != GIF_ERROR;
    }

    bool put_delay() {
        GraphicsControlBlock control{};
        control.DisposalMode = DISPOSE_DO_NOT;
        control.DelayTime = delay_;
        control.TransparentColor = NO_TRANSPARENT_COLOR;
        std::array<GifByteType, 4> block{};
        const auto length = static_cast<int>(EGifGCBToExtension(&control, block.data()));
        return EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, length, block.data()) != GIF_ERROR;
    }

    Result<void> problem() const {
        const char* const words = GifErrorString(file_ != nullptr ? file_->Error : failure_);
        return error("the GIF could not be written: {}", words != nullptr ? words : "there is not enough memory");
    }

    std::string bytes_;
    int delay_;
    int failure_ = 0;
    GifFileType* file_;
};

} // namespace

Result<std::string> write_gif(std::span<const PdfPage> pages, const GifOptions& options, const Typesetter& typesetter,
                              const ExportWork& work) {
    GifWriter gif(options);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (work.stop.stop_requested())
            return error("The animation was cancelled.");
        const auto surface = rasterise(pages[i].list, pages[i].page, options.scale, typesetter);
        if (!surface)
            return surface.error();
        if (auto added = gif.add(opaque_pixels(*surface)); !added)
            return added.error();
        work.progress(i + 1, pages.size());
    }
    return gif.finish();
}

} // namespace attn
