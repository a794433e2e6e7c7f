#include "core/figure/pictures/mixture_words.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/session/in_notation.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

/// Whether a number of the row was given, so that it is no sum.
bool is_pinned(const DrawContext& drawing, const CellId& row) {
    const auto& pins = drawing.layer().pins;
    return std::any_of(pins.begin(), pins.end(), [&](const auto& pin) {
        const CellId& cell = pin.first;
        return cell.array == row.array && cell.item == row.item && cell.head == row.head && cell.row == row.row;
    });
}

} // namespace

std::string mixture_words(const DrawContext& drawing, const CellId& selected, const Matrix& shares) {
    const auto row = shares.row(0);
    const std::string name = token_name(drawing, false, selected.row);
    if (!drawing.layer().heads.at(static_cast<std::size_t>(drawing.view_state.head)).on)
        return "This head is off: it hands over zeros.";
    if (is_pinned(drawing, selected))
        return fmt::format("A pin stands in {} instead of the sum.", array_label(drawing, selected.array));
    if (std::all_of(row.begin(), row.end(), [](float share) { return share == 0; }))
        return fmt::format("{} may read nothing: it takes zeros home.", name);
    const auto most = std::max_element(row.begin(), row.end());
    return fmt::format("Each {} of V is as strong as its share. {} takes most from {}: {:.0f} % of its values.",
                       token_line(is_transposed(drawing, selected.array)), name,
                       token_name(drawing, true, most - row.begin()), static_cast<double>(*most) * 100);
}

} // namespace attn
