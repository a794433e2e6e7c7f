#include "core/explain/pins_upstream.h"

#include "core/explain/explain.h"
#include "core/explain/read_parts.h"
#include "core/model/arrays.h"
#include "core/model/overrides.h"
#include "core/model/structure.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Walks from a cell upstream, matrix by matrix, in reverse order of computing.
class Upstream {
public:
    explicit Upstream(const Trace& trace) : trace_(trace) {}

    std::vector<CellId> pins_of_cell(const CellId& made) {
        need_operands({made.layer, made.array, made.item, made.head},
                      {{made.row, made.row + 1}, {made.column, made.column + 1}});
        std::vector<CellId> pins;
        while (!needed_.empty()) {
            const Address slot = needed_.begin()->first;
            const std::vector<Submatrix> parts = std::move(needed_.begin()->second);
            needed_.erase(needed_.begin());
            for (const auto& pin : pins_of(trace_.layer(), slot.array)) {
                const CellId& cell = pin.first;
                const auto has_it = [&](const Submatrix& part) { return contains(part, cell); };
                if (cell.item == slot.item && cell.head == slot.head && std::ranges::any_of(parts, has_it))
                    pins.push_back(cell);
            }
            for (const Submatrix& part : parts)
                need_operands(slot, part);
        }
        std::ranges::sort(pins);
        return pins;
    }

private:
    static bool contains(const Submatrix& part, const CellId& cell) {
        return part.rows.contains(cell.row) && part.columns.contains(cell.column);
    }

    void need(const ReadPart& read) {
        std::vector<Submatrix>& parts = needed_[read.slot];
        const auto has_it = [&](const Submatrix& known) {
            return known.rows.contains(read.part.rows) && known.columns.contains(read.part.columns);
        };
        if (std::ranges::none_of(parts, has_it))
            parts.push_back(read.part);
    }

    void need_operands(const Address& slot, const Submatrix& part) {
        for (const ReadPart& read : read_parts(trace_, slot, part))
            if (is_stage(read.slot.array))
                need(read);
    }

    const Trace& trace_;
    std::map<Address, std::vector<Submatrix>, std::greater<>> needed_; ///< the parts are not united, because a union
                                                                       ///< would include the rows between them
};

} // namespace

std::vector<CellId> pins_upstream(const Trace& trace, const CellId& cell) {
    const auto& pins = trace.layer().pins;
    const CellId own = trace.canonical(cell);
    if (pins.empty() || !is_stage(own.array) || !trace.has(own.array) || pins.contains(own))
        return {};
    return Upstream(trace).pins_of_cell(own);
}

namespace {

/// The operands of stages that have none.
class NoOperands : public Operands {
public:
    ConstView view(std::size_t /*operand*/) override { return {}; }
    ConstView view(std::size_t /*operand*/, Index /*head*/) override { return {}; }
    ConstView view_rows(std::size_t /*operand*/, Index /*head*/, IndexRange /*rows*/) override { return {}; }
};

/// The cell of a stage that is looked up in the layer: embeddings, positions or the mask.
double looked_up(const Trace& trace, const CellId& cell) {
    const auto id = cell.array;
    const Shape shape = shape_of(trace.sizes(), id);
    std::vector<float> numbers(static_cast<std::size_t>(shape.rows * shape.columns));
    NoOperands none;
    const View view{numbers.data(), shape.rows, shape.columns, shape.columns};
    operation(trace.recipe(id).operation).compute(trace.layer(), {cell.layer, id, cell.item, cell.head}, none, view);
    return static_cast<double>(view(cell.row, cell.column));
}

} // namespace

double value_without_pin(const Trace& trace, const CellId& pinned) {
    const CellId cell = trace.canonical(pinned);
    const auto id = cell.array;
    const auto& given = trace.layer().given;
    if (const auto matrix = given.find({cell.layer, id, cell.item, cell.head}); matrix != given.end())
        return static_cast<double>(matrix->second(cell.row, cell.column));
    if (trace.recipe(id).operands.empty())
        return looked_up(trace, cell);
    return explain_computing(trace, cell).recomputed;
}

} // namespace attn
