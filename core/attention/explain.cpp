#include "core/attention/explain.h"

#include "core/attention/explain_stages.h"
#include "core/attention/rotary.h"
#include "core/attention/stages.h"

#include <algorithm>

namespace attn {

namespace {

/// The cell under the name that given matrices and pins use: items and heads only where the stage has them.
CellId own_cell(const Trace& trace, CellId cell) {
    if (const auto* id = std::get_if<StageId>(&cell.array)) {
        const Extent extent = trace.extent(*id);
        cell.item = extent.items == 1 ? 0 : cell.item;
        cell.head = extent.heads == 1 ? 0 : own_head(trace.sizes(), *id, cell.head);
    } else if (is_shared(std::get<ParameterId>(cell.array))) {
        cell.head -= cell.head % trace.sizes().group;
    }
    return cell;
}

/// The cells of one head of `reader` that read the cell.
Dependents reading_cells(const Trace& trace, const CellId& cell, StageId reader, Reads reads, Index head) {
    const Shape shape = shape_of(trace.sizes(), reader);
    Dependents result{reader, head, 0, shape.rows, 0, shape.columns};
    const auto only_row = [&](Index row) { result.first_row = row, result.last_row = row + 1; };
    const auto only_column = [&](Index column) { result.first_column = column, result.last_column = column + 1; };
    switch (reads) {
    case Reads::cell:
        only_row(cell.row);
        only_column(cell.column);
        break;
    case Reads::row:
        only_row(cell.row);
        break;
    case Reads::pair: // the partner follows on its own
        only_row(cell.row);
        only_column(cell.column);
        break;
    case Reads::column:
        only_column(cell.column);
        break;
    case Reads::row_as_column:
        only_column(cell.row);
        break;
    case Reads::block:
        only_row(cell.row);
        only_column(cell.head * trace.sizes().d_v + cell.column);
        break;
    case Reads::first_column:
        only_row(cell.row);
        only_column(0);
        break;
    }
    return result;
}

/// Whether heads differ in the array.
bool in_a_head(const Trace& trace, ArrayId array) {
    if (const auto* id = std::get_if<StageId>(&array))
        return stage(*id).heads != Heads::none || trace.extent(*id).heads > 1;
    return per_head(std::get<ParameterId>(array));
}

/// The heads of `reader` that read the cell, under which its slots stand: half open.
std::pair<Index, Index> reading_heads(const Trace& trace, const CellId& cell, StageId reader) {
    if (stage(reader).heads == Heads::none)
        return {0, 1};
    if (cell.array == ArrayId(StageId::concat)) {
        const Index head = cell.column / trace.sizes().d_v;
        return {head, head + 1};
    }
    if (!in_a_head(trace, cell.array))
        return {0, trace.sizes().H};
    const auto* id = std::get_if<StageId>(&cell.array);
    const bool of_a_group =
        id != nullptr ? stage(*id).heads == Heads::group : is_shared(std::get<ParameterId>(cell.array));
    return {cell.head, cell.head + (of_a_group ? trace.sizes().group : 1)};
}

void collect(const Trace& trace, const CellId& cell, StageId reader, Reads reads, std::vector<Dependents>& feeds) {
    const auto [first, last] = reading_heads(trace, cell, reader);
    for (Index head = first; head < last; ++head) {
        if (head != own_head(trace.sizes(), reader, head))
            continue;
        feeds.push_back(reading_cells(trace, cell, reader, reads, head));
        const Index partner = partner_of(trace.layer().rotary, trace.sizes().d_k, cell.column);
        if (reads != Reads::pair || partner == cell.column)
            continue;
        CellId other = cell;
        other.column = partner;
        feeds.push_back(reading_cells(trace, other, reader, reads, head));
    }
}

std::vector<Dependents> feeds_of(const Trace& trace, const CellId& cell) {
    std::vector<Dependents> feeds;
    for (const Stage& row : stages()) {
        const bool computed = trace.has(row.id) && !trace.layer().given.contains({row.id, cell.item, cell.head});
        if (!computed)
            continue;
        for (const StageInput& input : inputs_of(trace.layer(), row.id))
            if (cell.array == ArrayId(input.stage))
                collect(trace, cell, row.id, input.reads, feeds);
        for (const ParameterInput& input : row.parameters)
            if (cell.array == ArrayId(input.parameter))
                collect(trace, cell, row.id, input.reads, feeds);
    }
    return feeds;
}

} // namespace

Explanation explain(const Trace& trace, const CellId& cell) {
    Explanation explanation;
    explanation.cell = own_cell(trace, cell);
    explanation.value = trace.value(explanation.cell);
    explanation.recomputed = static_cast<double>(explanation.value);
    explanation.feeds = feeds_of(trace, explanation.cell);
    const auto* const id = std::get_if<StageId>(&explanation.cell.array);
    if (id == nullptr)
        return explanation;
    const CellId& own = explanation.cell;
    const bool given = trace.layer().given.contains({*id, own.item, own.head});
    if (given)
        explanation.rule = Rule::given;
    else
        stage(*id).explain(trace, own, explanation);
    if (trace.layer().pins.contains(own))
        explanation.rule = Rule::pinned;
    return explanation;
}

} // namespace attn
