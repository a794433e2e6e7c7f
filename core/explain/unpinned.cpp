#include "core/explain/unpinned.h"

#include "core/explain/explain.h"
#include "core/model/arrays.h"

#include <vector>

namespace attn {

namespace {

/// For stages that read no other.
class NoOperands : public Operands {
public:
    ConstView view(std::size_t /*operand*/) override { return {}; }
    ConstView view(std::size_t /*operand*/, Index /*head*/) override { return {}; }
    ConstView view_rows(std::size_t /*operand*/, Index /*head*/, IndexRange /*rows*/) override { return {}; }
};

/// The cell of a stage that is looked up in the layer: words, positions, the mask.
double looked_up(const Trace& trace, const CellId& cell) {
    const auto id = cell.array;
    const Shape shape = shape_of(trace.sizes(), id);
    std::vector<float> numbers(static_cast<std::size_t>(shape.rows * shape.columns));
    NoOperands none;
    const View view{numbers.data(), shape.rows, shape.columns, shape.columns};
    operation(trace.recipe(id).operation).compute(trace.layer(), {id, cell.item, cell.head}, none, view);
    return static_cast<double>(view(cell.row, cell.column));
}

} // namespace

double value_without_pin(const Trace& trace, const CellId& pinned) {
    const CellId cell = trace.canonical(pinned);
    const auto id = cell.array;
    const auto& given = trace.layer().given;
    if (const auto matrix = given.find({id, cell.item, cell.head}); matrix != given.end())
        return static_cast<double>(matrix->second(cell.row, cell.column));
    if (trace.recipe(id).operands.empty())
        return looked_up(trace, cell);
    return explain_computing(trace, cell).recomputed;
}

} // namespace attn
