#include "ui/picture.h"

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"

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
        request.row = chosen.row;
        request.column = chosen.column;
    }
    request.limits = limits_of(ui.workspace.range);
    request.lowest = ui.workspace.fixed_low;
    request.highest = ui.workspace.fixed_high;
    request.grey = ui.workspace.grey;
    request.dark = ui.workspace.look == Look::dark;
    return request;
}

} // namespace attn
