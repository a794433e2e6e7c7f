#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pdf.h"

#include <span>
#include <string>
#include <utility>
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

/// Upright pages of A4 with blocks below each other. All pages become about equally full.
class Paper {
public:
    explicit Paper(const Typesetter& typesetter) : typesetter_(typesetter) {}

    /// Adds the block `distance` beneath the last one.
    void add(PageBlock block, float distance) { entries_.push_back({std::move(block), distance, {}}); }
    /// Adds a picture and its lines, `between` beneath it. Lines that go on on the next page stand beneath `heading`,
    /// and none is left alone on a page.
    void add_with_lines(PageBlock picture, float distance, std::span<const PageBlock> lines, float between,
                        const PageBlock& heading);

    /// The pages, as few as possible, each with `foot` and its number at its foot.
    std::vector<PdfPage> finish(const std::string& foot) &&;

private:
    struct Entry {
        PageBlock block;
        float distance;
        PageBlock heading; ///< above it at the top of a page
    };
    std::vector<DisplayList> pages() const;

    const Typesetter& typesetter_;
    std::vector<Entry> entries_;
};

} // namespace attn
