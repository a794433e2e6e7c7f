#include "core/figure/figure_context.h"

#include "core/figure/figure_kinds.h"

namespace attn {

namespace {

constexpr float pixels_a_point = 96.0F / 72;
/// The smallest type of a figure, numbers in cells included. The request gives its size.
constexpr float smallest_print = type_size::small;

/// The view state that the request asks for.
ViewState sight_of(const FigureRequest& request, const CellId& cell) {
    ViewState view_state;
    if (is_stage(cell.array))
        view_state.step = cell.array;
    else
        view_state.parameter = cell.array;
    view_state.item = cell.item;
    view_state.head = cell.head;
    view_state.row = cell.row;
    view_state.column = cell.column;
    view_state.steps = request.steps;
    view_state.section = request.section;
    if (!request.more_heads.empty())
        view_state.heads = heads_of(request);
    view_state.look = request.dark ? Look::dark : Look::light;
    view_state.grey = request.is_grey();
    view_state.viridis = request.palette == FigurePalette::viridis;
    const FigureKind* const kind = find_figure_kind(request.kind);
    view_state.shows_change = kind != nullptr && kind->shows_change;
    view_state.only_change = view_state.shows_change;
    view_state.shares_range = request.limits == FigureLimits::stage;
    if (request.limits == FigureLimits::fixed)
        view_state.fixed_ranges = {{cell.array, request.lowest, request.highest}};
    view_state.on_paper = true;
    view_state.marks_cell = request.row || request.column || kind == nullptr || !kind->marks_when_asked;
    view_state.numbers = request.numbers ? CellNumbers::printed : CellNumbers::never;
    view_state.decimals = request.precision.value_or(usual_decimals);
    view_state.decimals_are_given = request.precision.has_value();
    view_state.smallest_number = smallest_print;
    return view_state;
}

} // namespace

Session in_notation_of(const FigureRequest& request, Session session) {
    session.notation = request.notation.value_or(session.notation);
    session.tokens_as_columns = request.tokens_as_columns.value_or(session.tokens_as_columns);
    return session;
}

FigureContext::FigureContext(const FigureRequest& request, const FigureSource& source, const CellId& cell,
                             const FigureStep& step)
    : scale_(request.font_size * pixels_a_point / type_size::small), session_(in_notation_of(request, source.session)),
      view_state_(sight_of(request, cell)), drawing_{session_,          source.trace,  view_state_,
                                                     source.typesetter, *source.cache, source.baseline} {
    view_state_.reveal = step.reveal;
    view_state_.marks_cell = view_state_.marks_cell && step.marks_cell;
    view_state_.page_grows = step.page_grows;
}

} // namespace attn
