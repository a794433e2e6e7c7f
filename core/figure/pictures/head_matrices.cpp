#include "core/figure/pictures/head_matrices.h"

#include "core/figure/pictures/head_names.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

CellId selected_in_head(const DrawContext& drawing) {
    CellId cell = selected_cell(drawing);
    if (cell.array != array_of_heads(drawing))
        cell = {cell.layer, array_of_heads(drawing), cell.item, drawing.view_state.head, cell.row, cell.column};
    return cell;
}

/// The indices of the stored matrices of all heads, or of the requested heads.
std::vector<Index> stored_heads(const DrawContext& drawing, Index shared) {
    const std::vector<Index>& asked = drawing.view_state.heads;
    std::vector<Index> stored;
    for (const Index head : asked)
        if (std::ranges::find(stored, head / shared) == stored.end())
            stored.push_back(head / shared);
    for (Index head = 0; asked.empty() && head < drawing.sizes().H / shared; ++head)
        stored.push_back(head);
    return stored;
}

/// The name with enough room for another name that may replace it.
Typeset as_wide_as(Typeset name, const Typeset& other) {
    constexpr float beyond_width = 1; // ink may reach this far beyond the width
    name.width = std::max(name.width, other.width) + beyond_width;
    name.ascent = std::max(name.ascent, other.ascent);
    name.descent = std::max(name.descent, other.descent);
    return name;
}

} // namespace

ArrayId array_of_heads(const DrawContext& drawing) {
    const ArrayId array = drawing.view_state.array();
    return array == ArrayId::Y && drawing.trace.has(ArrayId::parts) ? ArrayId::parts : array;
}

HeadMatrices::HeadMatrices(const DrawContext& drawing, bool differences)
    : drawing_(drawing), differences_(differences), array_(array_of_heads(drawing)),
      shared_(row_of(array_).heads == Heads::kv ? drawing.sizes().queries_per_kv : 1),
      stored_(stored_heads(drawing, shared_)), chosen_(place_of_chosen()), selected_(selected_in_head(drawing)),
      range_(whole_range()) {}

Index HeadMatrices::place_of_chosen() const {
    const auto found = std::ranges::find(stored_, drawing_.view_state.head / shared_);
    return found == stored_.end() ? 0 : found - stored_.begin();
}

HeatmapOptions HeadMatrices::coloured(Index place) const {
    HeatmapOptions options = heat_of(drawing_, first_of(place));
    if (differences_) {
        options.palette = palette_of_changes(drawing_);
        options.range = range_;
        if (place != chosen_) {
            options.matrix = difference_from_chosen(place);
            options.numbers_are.less = canonical(drawing_, first_of(chosen_));
        }
        return options;
    }
    add_change(drawing_, options, first_of(place), true);
    if (!drawing_.view_state.has_fixed_range(array_) && !options.numbers_are.is_change)
        options.range = range_;
    return options;
}

Matrix HeadMatrices::difference_from_chosen(Index place) const {
    if (is_stage(array_))
        return drawing_.cache.difference(drawing_.trace, {selected_.layer, array_, selected_.item, first_head(place)},
                                         drawing_.trace,
                                         {selected_.layer, array_, selected_.item, first_head(chosen_)});
    return difference(parameter(drawing_.layer(), array_, first_head(place)),
                      parameter(drawing_.layer(), array_, first_head(chosen_)));
}

/// One range for all matrices, so that equal numbers have equal colours. For differences it includes the values of the
/// selected head, which is shown as it is.
Range HeadMatrices::whole_range() const {
    if (!differences_)
        return range_of_heads(drawing_, first_of(0));
    const HeatmapOptions chosen = heat_of(drawing_, first_of(chosen_));
    Range all = range_of(chosen.matrix, Palette::diverging, chosen.mask);
    for (Index place = 0; place < count(); ++place)
        if (place != chosen_) {
            const HeatmapOptions options = heat_of(drawing_, first_of(place));
            all = joined(all, range_of(difference_from_chosen(place), Palette::diverging, options.mask));
        }
    all.source = RangeSource::this_stage;
    return all;
}

std::vector<Typeset> HeadMatrices::names(Index place) const {
    const bool is_compared = differences_ && place != chosen_;
    const Index first = first_head(place);
    const std::string remark = differences_ && !is_compared ? "as it is"
                               : shared_ > 1                ? fmt::format("heads {} to {}", first + 1, first + shared_)
                                                            : remark_on_head(drawing_, first);
    const auto less = is_compared ? std::optional(first_head(chosen_)) : std::nullopt;
    std::vector<Typeset> names = names_of_head(drawing_, shown_symbol(drawing_, array_), first, remark, less);
    if (drawing_.view_state.on_paper || differences_)
        return names;
    const auto changed = names_of_head(drawing_, changed_symbol(symbol_of(drawing_, array_)), first, remark);
    std::ranges::transform(names, changed, names.begin(), as_wide_as);
    return names;
}

} // namespace attn
