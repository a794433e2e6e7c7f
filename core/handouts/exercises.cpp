#include "core/handouts/exercises.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace attn {

namespace {

/// The most cells of one exercise. Layers of real models have far more.
constexpr Index most_cells = 600;
/// The most numbers on a sheet whose size nobody chose.
constexpr Index most_work = 160;
/// A sheet that would ask more than most_work drops queries until it asks at most this many numbers.
constexpr Index usual_work = 100;

/// True if the stage is only looked up or put together from others, which leaves nothing to work out.
bool is_copied(const Trace& trace, ArrayId id) {
    const Recipe& recipe = trace.recipe(id);
    return recipe.operands.empty() || recipe.operation == OperationId::side_by_side;
}

/// The number of the stage's columns that fit on paper beside its operands.
Index columns_on_paper(const Trace& trace, ArrayId stage, Index most_across) {
    const bool is_product = product_operands(trace.structure(), stage).has_value();
    return is_product ? std::max<Index>(1, most_across - terms_of_sum(trace, stage)) : most_across;
}

/// The shape of the part of the stage that fits on paper, for `queries` queries. Keys and values are asked in all rows,
/// since every query reads them.
Shape shape_on_paper(const Trace& trace, ArrayId stage, Index queries, Index most_across) {
    const Shape shape = shape_of(trace.sizes(), stage);
    return {row_of(stage).rows == Axis::query_tokens ? queries : shape.rows,
            std::min(shape.columns, columns_on_paper(trace, stage, most_across))};
}

Result<void> check_stage(const Trace& trace, ArrayId id, const ExerciseRequest& request) {
    if (!trace.has(id))
        return error("this layer has no {}", array_name(id));
    if (is_copied(trace, id))
        return error("{} is given or copied, and leaves nothing to work out", array_name(id));
    if (terms_of_sum(trace, id) > longest_sum_on_paper)
        return error("a number of {} is the sum of {} products, too many for a sheet of paper{}", array_name(id),
                     terms_of_sum(trace, id), id == ArrayId::Y ? "; --stages parts asks what a head adds to it" : "");
    const Index queries = request.queries.empty() ? trace.sizes().S_q : request.queries.count();
    const Shape asked = shape_on_paper(trace, id, queries, request.most_across);
    if (asked.rows * asked.columns > most_cells) {
        const Shape shape = shape_of(trace.sizes(), id);
        return error("{} has {}×{} numbers, too many for a sheet of paper; --row and --rows choose some of its rows",
                     array_name(id), shape.rows, shape.columns);
    }
    return {};
}

class Selection {
public:
    Selection(const Trace& trace, const ExerciseRequest& request) : trace_(trace), request_(request) {}

    Result<Exercises> make() {
        for (const ArrayId id : request_.stages)
            if (auto fits = check_stage(trace_, id, request_); !fits)
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

    /// The part of the stage on the sheet: the rows of the asked queries, and all columns if they stand for keys,
    /// because softmax reads whole rows.
    Submatrix part_of_sheet(ArrayId stage) const {
        const Shape whole = shape_of(trace_.sizes(), stage);
        const Shape part = shape_on_paper(trace_, stage, whole.rows, request_.most_across);
        const bool has_queries = row_of(stage).rows == Axis::query_tokens && !request_.queries.empty();
        const bool is_whole = row_of(stage).columns == Axis::key_tokens;
        return {has_queries ? request_.queries : IndexRange{0, whole.rows},
                {0, is_whole ? whole.columns : part.columns}};
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

    /// Blanks cells that would give away the number of `cell`: copies and nearly equal numbers, and steps on the way to
    /// it.
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

    /// Blanks the maximum and the sum of each row whose attention weights are all asked.
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

/// The number of cells that the request asks for `queries` queries.
Index numbers_of(const Trace& trace, const ExerciseRequest& asked, Index queries) {
    const Index heads = asked.heads.empty() ? trace.sizes().H : std::ssize(asked.heads);
    return std::accumulate(asked.stages.begin(), asked.stages.end(), Index(0), [&](Index sum, ArrayId stage) {
        const Shape part = shape_on_paper(trace, stage, queries, asked.most_across);
        return sum + part.rows * part.columns * (has_heads(stage) ? heads : 1);
    });
}

/// A range of `rows` rows that contains `query`, as its last one if enough rows precede it.
IndexRange around(Index query, Index rows, Index all) {
    const Index count = std::clamp<Index>(rows, 1, all);
    const Index first = std::clamp<Index>(query - count + 1, 0, all - count);
    return {first, first + count};
}

/// Moves stages with sums too long for paper from `stages` to `given`. Instead of the output, the heads' contributions
/// are asked.
void leave_out_long_sums(const Trace& trace, SheetScope& scope) {
    std::vector<ArrayId>& asked = scope.asked.stages;
    const auto is_long = [&](ArrayId stage) { return terms_of_sum(trace, stage) > longest_sum_on_paper; };
    std::ranges::copy_if(asked, std::back_inserter(scope.given), is_long);
    std::erase_if(asked, is_long);
    const bool has_parts = std::ranges::find(asked, ArrayId::parts) != asked.end();
    scope.has_parts_for_output = std::ranges::find(scope.given, ArrayId::Y) != scope.given.end() &&
                                 trace.has(ArrayId::parts) && !is_long(ArrayId::parts) && !has_parts;
    if (scope.has_parts_for_output)
        asked.push_back(ArrayId::parts);
}

} // namespace

bool leaves_work(const Trace& trace, ArrayId stage) {
    return trace.has(stage) && !is_copied(trace, stage);
}

bool is_worked_out_by_row(ArrayId stage) {
    return std::ranges::any_of(row_of(stage).recipes, [](const RecipeRow& recipe) {
        return recipe.operation == OperationId::exponential || recipe.operation == OperationId::quotient;
    });
}

Index terms_of_sum(const Trace& trace, ArrayId stage) {
    const auto operands = product_operands(trace.structure(), stage);
    return operands ? shape_of(trace.sizes(), operands->left).columns : 1;
}

SheetScope sheet_scope(const Trace& trace, const FigureRequest& shown, const CellId& opened, ExerciseRequest asked,
                       bool stages_are_usual, Index rows) {
    SheetScope scope{.asked = std::move(asked)};
    std::vector<Index>& heads = scope.asked.heads = heads_of(shown);
    if (stages_are_usual)
        leave_out_long_sums(trace, scope);
    const Index all_queries = trace.sizes().S_q;
    const auto work = [&](Index queries) { return numbers_of(trace, scope.asked, queries) / scope.asked.every; };
    const bool has_rows = shown.row || rows > 0;
    Index queries = has_rows ? std::max<Index>(rows, 1) : all_queries;
    if (heads.empty() && trace.sizes().H > 1 && work(queries) > most_work) {
        heads = {opened.head};
        scope.has_fewer_heads = true;
    }
    if (!has_rows && work(queries) > most_work)
        while (queries > 1 && work(queries) > usual_work)
            --queries;
    // The rows begin with the requested one; if none was requested and only some are asked, they end with the one that
    // the session opens on.
    const Index from = std::min(shown.row.value_or(0), all_queries - 1);
    scope.asked.queries = has_rows || queries == all_queries ? IndexRange{from, std::min(from + queries, all_queries)}
                                                             : around(opened.row, queries, all_queries);
    return scope;
}

Result<Exercises> exercises(const Trace& trace, const ExerciseRequest& request) {
    return Selection(trace, request).make();
}

} // namespace attn
