#pragma once

#include "core/figure/display_list.h"
#include "core/figure/vision.h"
#include "core/model/cell.h"
#include "ui/gl/texture.h"

#include <cstdint>
#include <imgui.h>
#include <optional>
#include <vector>

namespace attn {

/// What an image shows, for those who know: one slot of the trace, at one version of it.
struct ImageSource {
    Address slot;
    std::uint64_t version = 0;      ///< Trace::version of the slot
    std::uint64_t mask_version = 0; ///< of the mask's slot, where the image has a mask
    bool operator==(const ImageSource&) const = default;
};

/// Draws matrices in colours: each is coloured once, kept as a texture, and coloured again only when its numbers,
/// palette, look or range differ, or when it is shown so small that cells must be joined: then the one of largest
/// magnitude stands for its block, so that a single hot cell never vanishes.
class ImageCache {
public:
    /// To be called before each frame, with the pixels that a logical pixel has on the screen, and whose eyes see it.
    void begin_frame(float scale, Vision vision = Vision::typical);

    /// Paints the image in its box moved by `origin`, in logical pixels. With a source, matrix and mask are not
    /// kept, and the engine may reuse their storage; without one, the cache holds both to know them again.
    void draw(ImDrawList& list, const Image& image, Point origin = {}, const std::optional<ImageSource>& source = {});

    /// How often an image was coloured since the beginning.
    std::uint64_t colourings() const { return colourings_; }
    std::size_t image_count() const { return entries_.size(); }

private:
    /// The values that an image's colours depend on, its place left out.
    struct Key {
        std::optional<ImageSource> source;
        Matrix matrix; // of both only the identity counts; empty where there is a source
        Matrix mask;
        Shape shape;
        Palette palette{};
        Look look{};
        Range range;
        bool transposed = false;
        Vision vision{};
        Shape block; ///< cells joined into one pixel
        bool operator==(const Key& other) const;
    };
    struct Entry {
        Key key;
        Texture texture;
        std::uint64_t last_used = 0; ///< frame
    };

    Entry& find_or_colour(const Image& image, const std::optional<ImageSource>& source);
    Shape block_of(const Image& image) const;
    void forget_unused();

    float scale_ = 1;
    Vision vision_ = Vision::typical;
    std::uint64_t frame_ = 0;
    std::uint64_t colourings_ = 0;
    std::vector<Entry> entries_;
};

} // namespace attn
