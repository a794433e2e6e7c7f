#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pdf.h"

#include <span>
#include <string>
#include <vector>

namespace attn {

/// A drawing, laid out from (0, 0) on, that goes on a page as a whole. Lengths are logical pixels.
struct PageBlock {
    DisplayList list;
    float height = 0;
};

/// Sizes of A4 and its margins, in logical pixels.
namespace paper {
constexpr float pixels_a_millimetre = 96 / 25.4F;
constexpr float short_side = 210 * pixels_a_millimetre;
constexpr float long_side = 297 * pixels_a_millimetre;
constexpr float margin = 19 * pixels_a_millimetre;
/// The width and height for text and figures on an upright page.
constexpr float text_width = short_side - 2 * margin;
constexpr float text_height = long_side - 2 * margin;
} // namespace paper

/// The size of a page for a screen of 16:9.
inline constexpr Point screen_page{1280, 720};

/// Places blocks below each other on upright pages of A4.
class Paper {
public:
    /// Begins a first page. `height` is the usable height of each page; a higher block gets a page of its own.
    explicit Paper(const Typesetter& typesetter, float height = paper::text_height)
        : typesetter_(typesetter), height_(height) {}

    /// Adds the block `distance` beneath the last one, or on the next page if it does not fit.
    void add(const PageBlock& block, float distance);

    /// Adds blocks that belong together, `distance` beneath the last one. If not all fit, the rest goes on the next
    /// page beneath `heading`; no block is left alone on either page.
    void add_together(std::span<const PageBlock> blocks, float distance, const PageBlock& heading);

    /// Adds a picture and its lines, `between` beneath it: on one page if a page has room for both and more
    /// than a head stands on the one before.
    void add_with_lines(const PageBlock& picture, float distance, std::span<const PageBlock> lines, float between,
                        const PageBlock& heading);

    /// The height used on the last page.
    float used() const { return used_; }

    /// The pages, each with `foot` and its number at its foot.
    std::vector<PdfPage> finish(const std::string& foot) &&;

private:
    void begin_page();
    /// The number of blocks that fit beneath those on the page.
    std::size_t fitting(std::span<const PageBlock> blocks, float distance) const;

    const Typesetter& typesetter_;
    float height_;
    std::vector<DisplayList> pages_;
    float used_ = 0;
};

} // namespace attn
