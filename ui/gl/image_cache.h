#pragma once

#include "core/engine/trace.h"
#include "core/figure/display_list.h"
#include "core/model/cell.h"
#include "core/tensor/pooling.h"
#include "ui/gl/texture.h"

#include <cstdint>
#include <imgui.h>
#include <optional>
#include <vector>

namespace attn {

/// Draws matrices in colours. An image is coloured once, stored as a texture, and coloured again only when its numbers,
/// palette, look or range change (for a trace's matrix, only the numbers that moved), or when it is shown so small that
/// cells must be joined. Joined cells show the one of largest magnitude, so that a single hot cell never vanishes.
class ImageCache {
public:
    /// Large matrices are shared out among the workers, if there are any; they must outlive the cache.
    explicit ImageCache(Workers* workers = nullptr) : workers_(workers) {}

    /// Must be called before each frame. `scale`: pixels of the screen per logical pixel.
    void begin_frame(float scale);

    /// Paints the image in its box moved by `origin`, in logical pixels. A matrix of the trace is recognised by its
    /// version and not held, so that the engine may reuse its storage; any other matrix is held by the cache.
    void draw(ImDrawList& list, const Image& image, Point origin = {}, const Trace* trace = nullptr);

    /// Returns how many times an image was coloured.
    std::uint64_t colourings() const { return colourings_; }
    std::size_t image_count() const { return entries_.size(); }

private:
    /// Identifies the numbers that an image shows: a slot of a trace at one version, or one matrix that the cache
    /// holds.
    struct Numbers {
        std::optional<Address> slot;
        std::uint64_t version = 0;
        Matrix held; // compared by identity
        bool operator==(const Numbers& other) const;
    };
    /// All values on which an image's colours depend; its position on the screen is not one of them.
    struct Key {
        Numbers matrix;
        Numbers mask;
        Numbers before;
        Shape shape;
        Palette palette{};
        Look look{};
        Range range;
        bool transposed = false;
        Shape block; ///< cells joined into one pixel
        bool operator==(const Key&) const = default;
    };
    struct Entry {
        Key key;
        Pooled pooled{}; ///< the values of joined cells
        Texture texture{};
        std::uint64_t last_used = 0; ///< number of the frame
    };

    static Numbers numbers_of(const Matrix& matrix, const Trace* trace);
    Entry& find_or_colour(const Image& image, const Trace* trace);
    Entry* find_former(const Key& key);
    void colour(Entry& entry, const Image& image, const std::optional<Region>& moved);
    Shape block_of(const Image& image) const;
    void forget_unused();

    Workers* workers_;
    float scale_ = 1;
    std::uint64_t frame_ = 0;
    std::uint64_t colourings_ = 0;
    std::vector<Entry> entries_;
};

} // namespace attn
