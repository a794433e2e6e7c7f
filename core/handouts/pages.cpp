#include "core/handouts/pages.h"

#include "core/figure/pictures/text_layout.h"

#include <fmt/core.h>

namespace attn {

void Paper::add(const Block& block, float distance) {
    const bool fits = used_ + distance + block.height <= paper::text_height;
    if (pages_.empty() || !fits) {
        pages_.emplace_back();
        used_ = 0;
    } else {
        used_ += distance;
    }
    pages_.back().append(block.list, {paper::margin, paper::margin + used_});
    used_ += block.height;
}

std::vector<PdfPage> Paper::finish(const std::string& foot) && {
    const Theme& look = theme(Look::light);
    const Page page{{0, 0, paper::short_side, paper::long_side}, transparent};
    std::vector<PdfPage> pages;
    for (DisplayList& list : pages_) {
        const float y = paper::long_side - paper::margin / 2;
        add_text(list, typesetter_, {paper::margin, y}, foot, look.dim, small());
        add_text(list, typesetter_, {paper::short_side - paper::margin, y},
                 fmt::format("{} of {}", pages.size() + 1, pages_.size()), look.dim, small(), Horizontal::right);
        pages.push_back({std::move(list), page});
    }
    return pages;
}

} // namespace attn
