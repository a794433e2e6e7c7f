#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pdf.h"

#include <span>
#include <string>
#include <vector>

namespace attn {

/// Something laid out from (0, 0) on, to stand on a page.
struct Block {
    DisplayList list;
    float height = 0;
};

/// Sizes of A4 and its margins, in logical pixels.
namespace paper {
constexpr float pixels_a_millimetre = 96 / 25.4F;
constexpr float short_side = 210 * pixels_a_millimetre;
constexpr float long_side = 297 * pixels_a_millimetre;
constexpr float margin = 19 * pixels_a_millimetre;
/// What text and figures may take of an upright page.
constexpr float text_width = short_side - 2 * margin;
constexpr float text_height = long_side - 2 * margin;
} // namespace paper

/// Blocks below each other on upright pages of A4.
class Paper {
public:
    /// `height`: what of each page may be used; blocks that are higher have a page of their own.
    explicit Paper(const Typesetter& typesetter, float height = paper::text_height)
        : typesetter_(typesetter), height_(height) {}

    /// Puts the block `distance` beneath the last one, or on the next page where this one has no room for it.
    void add(const Block& block, float distance);

    /// Blocks that belong together, `distance` beneath the last one. Where they do not all fit, `heading` stands above
    /// what is on the next page; no block is alone on either.
    void add_together(std::span<const Block> blocks, float distance, const Block& heading);

    /// A picture and, `between` beneath it, what belongs to it: on one page where a page has room for both.
    void add_with_lines(const Block& picture, float distance, std::span<const Block> lines, float between,
                        const Block& heading);

    /// How much of the last page is used.
    float used() const { return used_; }

    /// The pages, with `foot` and their numbers at the foot of each.
    std::vector<PdfPage> finish(const std::string& foot) &&;

private:
    void begin_page();
    /// How many of the blocks have room beneath what is there.
    std::size_t fitting(std::span<const Block> blocks, float distance) const;

    const Typesetter& typesetter_;
    float height_;
    std::vector<DisplayList> pages_;
    float used_ = 0;
};

} // namespace attn
