#include "ui/document/shown_figure.h"

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

/// Sets the range of the array's colours.
void set_limits(FigureRequest& request, const Workspace& workspace, ArrayId array) {
    const FixedRange* const fixed = find_fixed_range(workspace.fixed_ranges, array);
    request.limits = fixed != nullptr         ? FigureLimits::fixed
                     : workspace.shares_range ? FigureLimits::stage
                                              : FigureLimits::own;
    const FixedRange ends = fixed != nullptr ? *fixed : FixedRange();
    request.lowest = ends.low;
    request.highest = ends.high;
}

/// Returns the cell's row or, if all its keys are masked, the first row with a key that is not masked.
Index reading_row(const UiContext& ui, const CellId& cell) {
    const auto all = stages();
    const auto has_shares = [&](const Array& row) { return row.meaning == Meaning::share && ui.trace.has(row.id); };
    const auto found = std::ranges::find_if(all, has_shares);
    if (row_of(cell.array).columns != Axis::key_tokens || found == all.end())
        return cell.row;
    const Matrix shares = ui.trace.array(found->id, ui.workspace.item, ui.workspace.head);
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
    // Matrices shown whole are printed without marking the selected cell.
    const FigureKind* const kind = find_figure_kind(request.kind);
    if (kind != nullptr && !kind->marks_when_asked) {
        // A row that the user did not choose and whose keys are all masked would make an empty figure.
        request.row = ui.workspace.on_opening ? reading_row(ui, chosen) : chosen.row;
        request.column = chosen.column;
    }
    set_limits(request, ui.workspace, chosen.array);
    if (ui.workspace.decimals != usual_decimals)
        request.precision = ui.workspace.decimals;
    request.palette = ui.workspace.grey ? FigurePalette::grey : FigurePalette::colour;
    request.dark = ui.workspace.look == Look::dark;
    return request;
}

} // namespace attn
