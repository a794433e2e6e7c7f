#include "core/figure/pictures/mixture_words.h"

#include "core/explain/lenses.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <fmt/core.h>
#include <span>
#include <vector>

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

/// "most from cat₂: 36 % of its values", or from several alike.
std::string most_taken(const DrawContext& drawing, std::span<const float> shares) {
    const auto largest = std::ranges::max_element(shares);
    std::vector<Index> tokens;
    for (std::size_t j = 0; j < shares.size(); ++j)
        if (shares[j] == *largest)
            tokens.push_back(static_cast<Index>(j));
    if (tokens.empty()) // where shares are no numbers
        tokens.push_back(largest - shares.begin());
    const std::string percent = share_in_percent(static_cast<double>(*largest));
    if (tokens.size() > 1 && tokens.size() == shares.size())
        return fmt::format("as much from each: {} of its values", percent);
    return fmt::format("most from {}: {} of {}", token_names(drawing, true, tokens), percent,
                       tokens.size() == 1 ? "its values" : "the values of each");
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
    return fmt::format("Each {} of {} is as strong as its share. {} takes {}.",
                       token_line(is_transposed(drawing, selected.array)),
                       shown_name(drawing.session, values_mixed(drawing.trace)), name, most_taken(drawing, row));
}

} // namespace attn
