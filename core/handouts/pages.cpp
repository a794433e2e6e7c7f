#include "core/handouts/pages.h"

#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <fmt/core.h>
#include <numeric>

namespace attn {

void Paper::add(const PageBlock& block, float distance) {
    const bool fits = used_ + distance + block.height <= height_;
    if (pages_.empty() || !fits)
        begin_page();
    else
        used_ += distance;
    pages_.back().append(block.list, {paper::margin, paper::margin + used_});
    used_ += block.height;
}

void Paper::add_with_lines(const PageBlock& picture, float distance, std::span<const PageBlock> lines, float between,
                           const PageBlock& heading) {
    const float whole = std::accumulate(lines.begin(), lines.end(), picture.height + between,
                                        [](float height, const PageBlock& line) { return height + line.height; });
    const bool is_page_begun = used_ >= height_ / 4; // lines beneath a mere head go on on the next page
    if (!pages_.empty() && is_page_begun && used_ + distance + whole > height_ && whole <= height_)
        begin_page();
    add(picture, pages_.empty() || used_ == 0 ? 0 : distance);
    add_together(lines, between, heading);
}

void Paper::add_together(std::span<const PageBlock> blocks, float distance, const PageBlock& heading) {
    constexpr std::size_t fewest = 2;
    constexpr std::size_t fewest_on_last = 6; ///< fewer lines are not worth a page
    while (!blocks.empty()) {
        std::size_t here = fitting(blocks, distance);
        if (here < blocks.size()) {
            const std::size_t behind = blocks.size() >= 2 * fewest_on_last ? fewest_on_last : fewest;
            const std::size_t most = blocks.size() > behind ? blocks.size() - behind : 0;
            here = std::min(here, most);
            here = here < fewest ? 0 : here;
        }
        for (std::size_t i = 0; i < here; ++i)
            add(blocks[i], i == 0 ? distance : 0);
        blocks = blocks.subspan(here);
        if (blocks.empty())
            return;
        begin_page();
        add(heading, 0);
        if (here == 0 && fitting(blocks, distance) < fewest) { // too high for a page, or only one does not fit
            for (const PageBlock& block : blocks)
                add(block, 0);
            return;
        }
    }
}

void Paper::begin_page() {
    pages_.emplace_back();
    used_ = 0;
}

std::size_t Paper::fitting(std::span<const PageBlock> blocks, float distance) const {
    float used = used_ + distance;
    std::size_t count = 0;
    while (count < blocks.size() && (used += blocks[count].height) <= height_)
        ++count;
    return pages_.empty() ? 0 : count;
}

std::vector<PdfPage> Paper::finish(const std::string& foot) && {
    const Theme& look = theme(Look::light);
    const Page page{{0, 0, paper::short_side, paper::long_side}, transparent};
    std::vector<PdfPage> pages;
    for (DisplayList& list : pages_) {
        const float y = paper::long_side - paper::margin / 2;
        add_text(list, typesetter_, {paper::margin, y}, foot, look.dim, small());
        attach_claims(list, {{foot, Always{"it names what is shown, and states nothing of it"}}});
        add_text(list, typesetter_, {paper::short_side - paper::margin, y},
                 fmt::format("{} of {}", pages.size() + 1, pages_.size()), look.dim, small(), Horizontal::right);
        pages.push_back({std::move(list), page});
    }
    return pages;
}

} // namespace attn
