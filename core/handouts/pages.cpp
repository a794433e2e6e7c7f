#include "core/handouts/pages.h"

#include "core/figure/layout/columns.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <fmt/core.h>
#include <span>

namespace attn {

namespace {

/// The least number of pages of the height `most` that have room for blocks of these heights.
std::size_t fewest_pages(std::span<const float> heights, float most) {
    std::size_t count = 0;
    float used = most;
    for (const float height : heights) {
        if (used + height > most) {
            ++count;
            used = 0;
        }
        used += height;
    }
    return count;
}

} // namespace

void Paper::add_with_lines(PageBlock picture, float distance, std::span<const PageBlock> lines, float between,
                           const PageBlock& heading) {
    constexpr std::size_t together = 2;
    picture.height += lines.empty() ? 0 : between;
    add(std::move(picture), distance);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i >= together && i + together <= lines.size())
            entries_.push_back({{}, 0, heading});
        PageBlock& block = entries_.back().block;
        block.list.append(lines[i].list, {0, block.height});
        block.height += lines[i].height;
    }
}

std::vector<DisplayList> Paper::pages() const {
    std::vector<float> heights;
    float heading = 0;
    for (const Entry& entry : entries_) {
        heights.push_back(entry.distance + entry.block.height);
        heading = std::max(heading, entry.heading.height);
    }
    const std::size_t count = fewest_pages(heights, paper::text_height - heading);
    std::vector<DisplayList> pages;
    float y = 0;
    std::size_t next = 0;
    for (const Point place : in_columns(heights, count, 1).places) { // a page is a column
        const Entry& entry = entries_[next++];
        if (place.x < static_cast<float>(pages.size())) {
            y += entry.distance;
        } else {
            y = paper::margin + entry.heading.height;
            pages.emplace_back().append(entry.heading.list, {paper::margin, paper::margin});
        }
        pages.back().append(entry.block.list, {paper::margin, y});
        y += entry.block.height;
    }
    return pages;
}

std::vector<PdfPage> Paper::finish(const std::string& foot) && {
    const Theme& look = theme(Look::light);
    const Page page{{0, 0, paper::short_side, paper::long_side}, transparent};
    std::vector<DisplayList> lists = this->pages();
    std::vector<PdfPage> pages;
    for (DisplayList& list : lists) {
        const float y = paper::long_side - paper::margin / 2;
        add_text(list, typesetter_, {paper::margin, y}, foot, look.dim, small());
        attach_claims(list, {{foot, Always{"it names what is shown, and states nothing of it"}}});
        add_text(list, typesetter_, {paper::short_side - paper::margin, y},
                 fmt::format("{} of {}", pages.size() + 1, lists.size()), look.dim, small(), Horizontal::right);
        pages.push_back({std::move(list), page});
    }
    return pages;
}

} // namespace attn
