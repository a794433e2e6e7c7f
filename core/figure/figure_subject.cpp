#include "core/figure/figure_subject.h"

#include "core/figure/figure_kinds.h"

namespace attn {

namespace {

constexpr float pixels_a_point = 96.0F / 72;
constexpr float smallest_print = 5; // points, of numbers in cells

/// The sight that the request asks for.
Sight sight_of(const FigureRequest& request, const CellId& cell, float scale) {
    Sight sight;
    if (const auto* id = std::get_if<StageId>(&cell.array))
        sight.step = *id;
    else
        sight.parameter = std::get<ParameterId>(cell.array);
    sight.item = cell.item;
    sight.head = cell.head;
    sight.row = cell.row;
    sight.column = cell.column;
    sight.look = request.dark ? Look::dark : Look::light;
    sight.grey = request.grey;
    const FigureKind* const kind = find_figure_kind(request.kind);
    sight.shows_change = kind != nullptr && kind->shows_change;
    sight.range = request.limits == FigureLimits::own     ? RangeSource::this_matrix
                  : request.limits == FigureLimits::stage ? RangeSource::this_stage
                                                          : RangeSource::fixed;
    sight.on_paper = true;
    sight.marks_cell = request.row || request.column || kind == nullptr || !kind->marks_when_asked;
    sight.fixed_low = request.lowest;
    sight.fixed_high = request.highest;
    sight.numbers = request.numbers ? CellNumbers::printed : CellNumbers::never;
    sight.decimals = request.precision;
    sight.smallest_number = smallest_print * pixels_a_point / scale;
    return sight;
}

Session with_notation(Session session, const FigureRequest& request) {
    session.notation = request.notation.value_or(session.notation);
    session.tokens_as_columns = request.tokens_as_columns.value_or(session.tokens_as_columns);
    return session;
}

} // namespace

FigureSubject::FigureSubject(const FigureRequest& request, const FigureSource& source, const CellId& cell,
                             const FigureStep& step)
    : scale_(request.font_size * pixels_a_point / type_size::normal), session_(with_notation(source.session, request)),
      sight_(sight_of(request, cell, scale_)), subject_{session_,          source.trace, sight_,
                                                        source.typesetter, derived_,     source.baseline} {
    sight_.reveal = step.reveal;
    sight_.marks_cell = sight_.marks_cell && step.marks_cell;
}

} // namespace attn
