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

/// Draws matrices in colours: each is coloured once, kept as a texture, and coloured again only when its numbers,
/// palette, look or range differ (of numbers of a trace only those are looked at that moved), or when it is shown so
/// small that cells must be joined: then the one of largest magnitude stands for its block, so that a single hot cell
/// never vanishes.
class ImageCache {
public:
    /// Large matrices are shared out among workers, if there are any, who must outlive this.
    explicit ImageCache(Workers* workers = nullptr) : workers_(workers) {}

    /// To be called before each frame, with the pixels that a logical pixel has on the screen, and whose eyes see it.
    void begin_frame(float scale);

    /// Paints the image in its box moved by `origin`, in logical pixels. What is a matrix of the trace is known again
    /// by its version and not held, so that the engine may reuse its storage; whatever else it shows, the cache holds.
    void draw(ImDrawList& list, const Image& image, Point origin = {}, const Trace* trace = nullptr);

    /// How often an image was coloured since the beginning.
    std::uint64_t colourings() const { return colourings_; }
    std::size_t image_count() const { return entries_.size(); }

private:
    /// The same numbers again: a slot of a trace at one version, or one matrix that is held.
    struct Numbers {
        std::optional<Address> slot;
        std::uint64_t version = 0;
        Matrix held; // only its identity counts
        bool operator==(const Numbers& other) const;
    };
    /// The values that an image's colours depend on, its place left out.
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
        Pooled pooled{}; ///< the numbers, where cells are joined
        Texture texture{};
        std::uint64_t last_used = 0; ///< frame
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
