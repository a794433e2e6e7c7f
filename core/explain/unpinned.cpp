#include "core/explain/unpinned.h"

#include "core/explain/explain.h"
#include "core/model/stages.h"

#include <cassert>
#include <vector>

namespace attn {

namespace {

/// For stages that read no other.
class NoInputs : public Inputs {
public:
    ConstView view(ArrayId /*id*/) override { return none(); }
    ConstView view(ArrayId /*id*/, Index /*head*/) override { return none(); }

private:
    static ConstView none() {
        assert(false);
        return {};
    }
};

/// The cell of a stage that is looked up in the layer: words, positions, the mask.
double looked_up(const Trace& trace, const CellId& cell) {
    const auto id = cell.array;
    const Shape shape = shape_of(trace.sizes(), id);
    std::vector<float> numbers(static_cast<std::size_t>(shape.rows * shape.columns));
    NoInputs none;
    const View view{numbers.data(), shape.rows, shape.columns, shape.columns};
    stage(id).compute(trace.layer(), {id, cell.item, cell.head}, none, view);
    return static_cast<double>(view(cell.row, cell.column));
}

} // namespace

double value_without_pin(const Trace& trace, const CellId& pinned) {
    const CellId cell = trace.canonical(pinned);
    const auto id = cell.array;
    const auto& given = trace.layer().given;
    if (const auto matrix = given.find({id, cell.item, cell.head}); matrix != given.end())
        return static_cast<double>(matrix->second(cell.row, cell.column));
    if (inputs_of(trace.layer(), id).empty())
        return looked_up(trace, cell);
    Explanation explanation;
    explanation.cell = cell;
    stage(id).explain(trace, cell, explanation);
    return explanation.recomputed;
}

} // namespace attn
