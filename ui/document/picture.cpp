#include "ui/document/picture.h"

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"

#include <algorithm>

namespace attn {

namespace {

std::string_view kind_of(const UiContext& ui) {
    return change_is_shown(ui) ? "change" : picture(shown_picture(ui)).name;
}

FigureLimits limits_of(RangeSource source) {
    switch (source) {
    case RangeSource::this_matrix:
        return FigureLimits::own;
    case RangeSource::this_stage:
        return FigureLimits::stage;
    case RangeSource::fixed:
        break;
    }
    return FigureLimits::fixed;
}

/// The cell's row, or where all its keys are masked the first that reads something.
Index reading_row(const UiContext& ui, const CellId& cell) {
    const auto all = stages();
    const auto has_shares = [&](const Array& row) { return row.meaning == Meaning::share && ui.trace.has(row.id); };
    const auto found = std::ranges::find_if(all, has_shares);
    if (row_of(cell.array).columns != Axis::key_tokens || found == all.end())
        return cell.row;
    const Matrix shares = ui.trace.matrix({found->id, ui.workspace.item, ui.workspace.head});
    const auto reads = [&](Index row) {
        return std::ranges::any_of(shares.row(row), [](float share) { return share != 0; });
    };
    if (cell.row < shares.rows() && !reads(cell.row))
        for (Index row = 0; row < shares.rows(); ++row)
            if (reads(row))
                return row;
    return cell.row;
}

} // namespace

FigureRequest shown_figure(const UiContext& ui) {
    const CellId chosen = selected_cell(ui);
    FigureRequest request;
    request.kind = kind_of(ui);
    request.array = chosen.array;
    request.item = ui.workspace.item;
    request.head = ui.workspace.head;
    // Matrices that are shown whole are printed without the cell that happens to be selected.
    const FigureKind* const kind = find_figure_kind(request.kind);
    if (kind != nullptr && !kind->marks_when_asked) {
        // A row that nobody chose, and that reads nothing, makes an empty figure.
        request.row = ui.workspace.on_opening ? reading_row(ui, chosen) : chosen.row;
        request.column = chosen.column;
    }
    if (kind != nullptr && kind->choices != nullptr) {
        request.row.reset();
        request.column = std::clamp<Index>(ui.workspace.singular_value, 0, kind->choices(ui) - 1);
    }
    request.limits = limits_of(ui.workspace.range);
    request.lowest = ui.workspace.fixed_low;
    request.highest = ui.workspace.fixed_high;
    request.precision = ui.workspace.decimals;
    request.grey = ui.workspace.grey;
    request.dark = ui.workspace.look == Look::dark;
    return request;
}

} // namespace attn
