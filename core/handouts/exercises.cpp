#include "core/handouts/exercises.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <limits>

namespace attn {

namespace {

/// True if the stage is only looked up or put together from others, which leaves nothing to work out.
bool is_copied(const Trace& trace, ArrayId id) {
    const Recipe& recipe = trace.recipe(id);
    return recipe.operands.empty() || recipe.operation == OperationId::side_by_side;
}

Result<void> check_stage(const Trace& trace, ArrayId id) {
    if (!trace.has(id))
        return error("this layer has no {}", array_name(id));
    if (is_copied(trace, id))
        return error("{} is given or copied, and leaves nothing to work out", array_name(id));
    return {};
}

class Selection {
public:
    Selection(const Trace& trace, const ExerciseRequest& request) : trace_(trace), request_(request) {}

    Result<Exercises> make() {
        for (const ArrayId id : request_.stages)
            if (auto fits = check_stage(trace_, id); !fits)
                return fits.error();
        for (const Array& row : stages())
            if (std::ranges::find(request_.stages, row.id) != request_.stages.end())
                for (const Address slot : trace_.slots(row.id))
                    if (is_asked(slot))
                        add(slot);
        if (made_.all.empty())
            return error("nothing of these stages is computed: they are given");
        // Head by head, as a reader works: first the stages that heads read, last those that they make together.
        std::ranges::stable_sort(made_.all, {}, [](const Exercise& exercise) { return turn_of(exercise.slot); });
        return std::move(made_);
    }

private:
    static Index turn_of(Address slot) {
        if (has_heads(slot.array))
            return slot.head;
        return is_made_by_heads(slot.array) ? std::numeric_limits<Index>::max() : -1;
    }

    bool is_asked(Address slot) const {
        const Extent extent = trace_.extent(slot.array);
        const bool item = extent.items <= 1 || slot.item == request_.item;
        const bool head =
            request_.heads.empty() || std::ranges::any_of(request_.heads, [&](Index asked) {
                return slot.head == trace_.canonical(Address{slot.layer, slot.array, slot.item, asked}).head;
            });
        return item && head && !trace_.layer().given.contains(slot);
    }

    /// True if the mask fixes the cell's number, so that nothing is left to compute.
    bool is_hidden(const CellId& cell) const {
        const bool follows_mask =
            cell.array == ArrayId::masked || cell.array == ArrayId::exp || cell.array == ArrayId::A;
        if (!follows_mask || !trace_.has(ArrayId::masked))
            return false;
        CellId masked = cell;
        masked.array = ArrayId::masked;
        return trace_.value(masked) == -std::numeric_limits<float>::infinity();
    }

    /// The part of the stage to ask: the rows of the queries asked. Softmax needs all columns of a row.
    Submatrix part_of_sheet(ArrayId stage) const {
        const Shape shape = shape_of(trace_.sizes(), stage);
        const bool has_queries = row_of(stage).rows == Axis::query_tokens && !request_.queries.empty();
        const bool is_whole = row_of(stage).columns == Axis::key_tokens;
        return {has_queries ? request_.queries : IndexRange{0, shape.rows},
                {0, is_whole ? shape.columns
                             : std::min(shape.columns, columns_on_paper(trace_, stage, request_.most_across))}};
    }

    void add(Address slot) {
        Exercise exercise{slot, part_of_sheet(slot.array), {}};
        const Submatrix& part = exercise.part;
        Index place = 0;
        for (Index i = part.rows.first; i < part.rows.last; ++i)
            for (Index j = part.columns.first; j < part.columns.last; ++j) {
                const CellId cell{slot.layer, slot.array, slot.item, slot.head, i, j};
                if (is_hidden(cell) || trace_.layer().pins.contains(cell) || place++ % request_.every != 0)
                    continue;
                exercise.cells.push_back(cell);
                made_.blank.insert(cell);
                leave_out_kin(cell);
            }
        if (slot.array == ArrayId::A)
            leave_out_row_steps(slot, part.rows);
        if (!exercise.cells.empty())
            made_.all.push_back(std::move(exercise));
    }

    void leave_out(CellId cell, ArrayId stage) {
        cell.array = stage;
        if (trace_.has(stage))
            made_.blank.insert(cell);
    }

    /// Leaves out cells with nearly the same number, and cells that are a step on the way to it.
    void leave_out_kin(const CellId& cell) {
        switch (cell.array) {
        case ArrayId::scores:
            leave_out(cell, ArrayId::scaled);
            [[fallthrough]];
        case ArrayId::scaled:
            leave_out(cell, ArrayId::masked);
            break;
        case ArrayId::A:
            if (is_made(trace_.structure(), ArrayId::exp)) // otherwise the attention weights are worked out from it
                leave_out(cell, ArrayId::exp);
            break;
        case ArrayId::O:
            leave_out({cell.layer, cell.array, cell.item, 0, cell.row, cell.head * trace_.sizes().d_v + cell.column},
                      ArrayId::concat);
            break;
        default:
            break;
        }
    }

    /// Leaves out the maximum and the sum of rows of which every attention weight is asked.
    void leave_out_row_steps(Address slot, IndexRange rows) {
        const Index columns = shape_of(trace_.sizes(), slot.array).columns;
        for (Index i = rows.first; i < rows.last; ++i) {
            bool all = true;
            for (Index j = 0; j < columns && all; ++j) {
                const CellId cell{slot.layer, slot.array, slot.item, slot.head, i, j};
                all = is_hidden(cell) || made_.blank.contains(cell);
            }
            for (const ArrayId step : {ArrayId::row_max, ArrayId::row_sum})
                if (all)
                    leave_out({slot.layer, slot.array, slot.item, slot.head, i, 0}, step);
        }
    }

    const Trace& trace_;
    const ExerciseRequest& request_;
    Exercises made_;
};

} // namespace

bool leaves_work(const Trace& trace, ArrayId stage) {
    return trace.has(stage) && !is_copied(trace, stage);
}

bool is_worked_out_by_row(ArrayId stage) {
    return std::ranges::any_of(row_of(stage).recipes, [](const RecipeRow& recipe) {
        return recipe.operation == OperationId::exponential || recipe.operation == OperationId::quotient;
    });
}

Result<Exercises> exercises(const Trace& trace, const ExerciseRequest& request) {
    return Selection(trace, request).make();
}

} // namespace attn
