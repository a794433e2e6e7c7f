#include "core/figure/pictures/mixture_words.h"

#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

/// Whether a number of the row was given, so that it is no sum.
bool is_pinned(const Subject& subject, const CellId& row) {
    const auto& pins = subject.layer().pins;
    return std::any_of(pins.begin(), pins.end(), [&](const auto& pin) {
        const CellId& cell = pin.first;
        return cell.array == row.array && cell.item == row.item && cell.head == row.head && cell.row == row.row;
    });
}

} // namespace

std::string mixture_words(const Subject& subject, const CellId& selected, const Matrix& shares) {
    const auto row = shares.row(0);
    const std::string name = token_name(subject, false, selected.row);
    if (!subject.layer().heads.at(static_cast<std::size_t>(subject.sight.head)).on)
        return "This head is off: it hands over zeros.";
    if (is_pinned(subject, selected))
        return fmt::format("A pin stands in {} instead of the sum.", array_label(subject, selected.array));
    if (std::all_of(row.begin(), row.end(), [](float share) { return share == 0; }))
        return fmt::format("{} may read nothing: it takes zeros home.", name);
    const auto most = std::max_element(row.begin(), row.end());
    return fmt::format("Each {} of V is as strong as its share. {} takes most from {}: {:.0f} % of its values.",
                       is_turned(subject, selected.array) ? "column" : "row", name,
                       token_name(subject, true, most - row.begin()), static_cast<double>(*most) * 100);
}

} // namespace attn
