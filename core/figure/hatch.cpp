#include "core/figure/hatch.h"

#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace attn {

std::vector<std::pair<Point, Point>> hatch_lines(const Box& box) {
    std::vector<std::pair<Point, Point>> lines;
    if (box.empty())
        return lines;
    // A line of the grid is where x + y is a multiple of the step.
    const auto first = to_integer<long>(std::floor((box.x + box.y) / hatch_step)) + 1;
    const auto last = to_integer<long>(std::ceil((box.right() + box.bottom()) / hatch_step)) - 1;
    for (long number = first; number <= last; ++number) {
        const float sum = static_cast<float>(number) * hatch_step;
        const float left = std::max(box.x, sum - box.bottom());
        const float right = std::min(box.right(), sum - box.y);
        if (left < right)
            lines.push_back({{left, sum - left}, {right, sum - right}});
    }
    return lines;
}

namespace {

/// Whether a masked cell can be seen in it, and is not joined with others.
bool shows_masked_cell(const Image& image) {
    if (image.mask.empty() || image.box.width < static_cast<float>(image.shown_columns()) ||
        image.box.height < static_cast<float>(image.shown_rows()))
        return false;
    for (Index i = 0; i < image.mask.rows(); ++i)
        if (std::ranges::find(image.mask.row(i), minus_infinity) != image.mask.row(i).end())
            return true;
    return false;
}

} // namespace

bool has_hatched_cells(const DisplayList& list) {
    return std::ranges::any_of(list.items, [](const Item& item) {
        if (const auto* const image = std::get_if<Image>(&item.shape()))
            return shows_masked_cell(*image);
        const auto* const cell = std::get_if<Rectangle>(&item.shape());
        return cell != nullptr && cell->hatch.visible() && std::holds_alternative<CellId>(item.target);
    });
}

} // namespace attn
