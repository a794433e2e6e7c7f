#include "ui/picture.h"

#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/picture.h"

namespace attn {

namespace {

FigureKind kind_of(const Desk& desk) {
    if (shows_change(desk, desk.workspace.array()))
        return FigureKind::change;
    switch (shown_picture(desk)) {
    case PictureId::product:
        return FigureKind::product;
    case PictureId::softmax:
        return FigureKind::softmax;
    case PictureId::heads:
        return FigureKind::heads;
    case PictureId::lines:
        return FigureKind::lines;
    case PictureId::sum:
        return FigureKind::sum;
    default:
        return FigureKind::heatmap;
    }
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
    if (request.kind == FigureKind::product || request.kind == FigureKind::softmax ||
        request.kind == FigureKind::lines) {
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

Result<std::vector<std::string>> write_shown_figure(const Desk& desk, const std::filesystem::path& path) {
    return write_figure(shown_figure(desk), {desk.session, desk.trace, desk.typesetter, desk.baseline}, path);
}

} // namespace attn
