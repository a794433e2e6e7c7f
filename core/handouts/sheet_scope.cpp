#include "core/handouts/sheet_scope.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace attn {

namespace {

/// The most numbers on a sheet whose size nobody chose.
constexpr Index most_work = 160;
/// The approximate number that is asked instead of a larger one.
constexpr Index usual_work = 100;

/// The number of numbers asked of `heads` heads and `queries` queries. Keys and values are asked in all rows, since every
/// query reads them.
Index numbers_of(const Trace& trace, const std::vector<ArrayId>& stages, Index heads, Index queries, Index most_across) {
    return std::accumulate(stages.begin(), stages.end(), Index(0), [&](Index sum, ArrayId stage) {
        const Shape shape = shape_of(trace.sizes(), stage);
        const Index rows = row_of(stage).rows == Axis::query_tokens ? queries : shape.rows;
        const Index columns = std::min(shape.columns, columns_on_paper(trace, stage, most_across));
        return sum + rows * columns * (has_heads(stage) ? heads : 1);
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
    const auto is_long = [&](ArrayId stage) { return terms_of_sum(trace, stage) > longest_sum_on_paper; };
    std::ranges::copy_if(scope.stages, std::back_inserter(scope.given), is_long);
    std::erase_if(scope.stages, is_long);
    const bool has_parts = std::ranges::find(scope.stages, ArrayId::parts) != scope.stages.end();
    scope.has_parts_for_output = std::ranges::find(scope.given, ArrayId::Y) != scope.given.end() &&
                                 trace.has(ArrayId::parts) && !is_long(ArrayId::parts) && !has_parts;
    if (scope.has_parts_for_output)
        scope.stages.push_back(ArrayId::parts);
}

} // namespace

Index terms_of_sum(const Trace& trace, ArrayId stage) {
    const auto operands = product_operands(trace.structure(), stage);
    return operands ? shape_of(trace.sizes(), operands->left).columns : 1;
}

Index columns_on_paper(const Trace& trace, ArrayId stage, Index most_across) {
    const bool is_product = product_operands(trace.structure(), stage).has_value();
    return is_product ? std::max<Index>(1, most_across - terms_of_sum(trace, stage)) : most_across;
}

SheetScope sheet_scope(const Trace& trace, const FigureRequest& shown, const CellId& opened,
                       std::vector<ArrayId> stages, bool stages_are_usual, Index rows, Index every,
                       Index most_across) {
    SheetScope scope{.stages = std::move(stages), .heads = heads_of(shown)};
    if (stages_are_usual)
        leave_out_long_sums(trace, scope);
    const Index all_queries = trace.sizes().S_q;
    const auto work = [&](Index heads, Index queries) {
        return numbers_of(trace, scope.stages, heads, queries, most_across) / every;
    };
    const bool has_rows = shown.row || rows > 0;
    Index heads = scope.heads.empty() ? trace.sizes().H : std::ssize(scope.heads);
    Index queries = has_rows ? std::max<Index>(rows, 1) : all_queries;
    if (scope.heads.empty() && heads > 1 && work(heads, queries) > most_work) {
        scope.heads = {opened.head};
        scope.has_fewer_heads = true;
        heads = 1;
    }
    if (!has_rows && work(heads, queries) > most_work)
        while (queries > 1 && work(heads, queries) > usual_work)
            --queries;
    // The rows begin with the requested one; if none was requested and only some are asked, they end with the one that
    // the session opens on.
    const Index from = std::min(shown.row.value_or(0), all_queries - 1);
    scope.queries = has_rows || queries == all_queries ? IndexRange{from, std::min(from + queries, all_queries)}
                                                       : around(opened.row, queries, all_queries);
    return scope;
}

} // namespace attn
