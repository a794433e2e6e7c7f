#include "core/figure/hatch.h"

#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace attn {

namespace {

/// The falling lines of the hatching in a box. In the whole figure they lie where x − y is a multiple of the step.
std::vector<std::pair<Point, Point>> falling_lines(const Box& box) {
    if (box.width + box.height <= 2 * hatch_step)
        return {{{box.x, box.y}, {box.right(), box.bottom()}}};
    std::vector<std::pair<Point, Point>> lines;
    const auto first = to_integer<long>(std::floor((box.x - box.bottom()) / hatch_step)) + 1;
    const auto last = to_integer<long>(std::ceil((box.right() - box.y) / hatch_step)) - 1;
    for (long number = first; number <= last; ++number) {
        const float difference = static_cast<float>(number) * hatch_step;
        const float left = std::max(box.x, difference + box.y);
        const float right = std::min(box.right(), difference + box.bottom());
        if (left < right)
            lines.push_back({{left, left - difference}, {right, right - difference}});
    }
    return lines;
}

} // namespace

std::vector<std::pair<Point, Point>> hatch_lines(const Rectangle& rectangle) {
    const Box& box = rectangle.box;
    std::vector<std::pair<Point, Point>> lines;
    if (box.empty())
        return lines;
    if (rectangle.hatch_falls)
        return falling_lines(box);
    // Rising lines lie where x + y is a multiple of the step.
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

void hatch_as_negative(Rectangle& rectangle, Colour ground) {
    constexpr float strength = 0.45F; // weak enough to read a number over it
    rectangle.hatch = mixed(ground, ink_on(ground), strength);
    rectangle.hatch_falls = true;
}

namespace {

/// True if the image has a masked cell, and each cell is at least a logical pixel wide and high.
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
        return cell != nullptr && cell->hatch.visible() && !cell->hatch_falls &&
               std::holds_alternative<CellId>(item.target);
    });
}

} // namespace attn
