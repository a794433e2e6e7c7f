#include "ui/picture.h"

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/picture.h"

namespace attn {

namespace {

std::string_view kind_of(const Desk& desk) {
    return shows_change(desk, desk.workspace.array()) ? "change" : picture(shown_picture(desk)).name;
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

FigureRequest shown_figure(const Desk& desk) {
    const CellId chosen = selected_cell(desk);
    FigureRequest request;
    request.kind = kind_of(desk);
    request.array = chosen.array;
    request.item = desk.workspace.item;
    request.head = desk.workspace.head;
    // Matrices that are shown whole are printed without the cell that happens to be selected.
    const FigureKind* const kind = find_figure_kind(request.kind);
    if (kind != nullptr && !kind->marks_when_asked) {
        request.row = chosen.row;
        request.column = chosen.column;
    }
    request.limits = limits_of(desk.workspace.range);
    request.lowest = desk.workspace.fixed_low;
    request.highest = desk.workspace.fixed_high;
    request.grey = desk.workspace.grey;
    request.dark = desk.workspace.look == Look::dark;
    return request;
}

} // namespace attn
