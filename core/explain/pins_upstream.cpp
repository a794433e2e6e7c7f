#include "core/explain/pins_upstream.h"

#include "core/explain/explain.h"
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

/// Walks from a cell to what goes into it, slot by slot, the last that is computed first.
class Upstream {
public:
    explicit Upstream(const Trace& trace) : trace_(trace) {}

    std::vector<CellId> pins_of_cell(const CellId& made) {
        need_operands({made.array, made.item, made.head}, {{made.row, made.row + 1}, {made.column, made.column + 1}});
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

    void need(Address slot, const Submatrix& part) {
        if (part.rows.empty() || part.columns.empty())
            return;
        std::vector<Submatrix>& parts = needed_[trace_.canonical(slot)];
        const auto has_it = [&](const Submatrix& known) {
            return known.rows.contains(part.rows) && known.columns.contains(part.columns);
        };
        if (std::ranges::none_of(parts, has_it))
            parts.push_back(part);
    }

    void need_operands(Address slot, const Submatrix& part) {
        const bool is_off = trace_.recipe(slot.array).operation == OperationId::weighted_sum &&
                            !trace_.layer().heads.at(static_cast<std::size_t>(slot.head)).on; // it has zeros
        if (is_off || trace_.layer().given.contains(slot))
            return;
        for (const Operand& operand : trace_.made_from(slot.array)) {
            if (!is_stage(operand.array))
                continue;
            const Submatrix read = read_by(part, operand.reads, shape_of(trace_.sizes(), operand.array));
            const bool has_own =
                has_heads(slot.array) && !reads_all_heads(trace_.layer(), trace_.structure(), slot.array);
            if (!has_heads(operand.array))
                need({operand.array, slot.item, 0}, in_own_block(slot, operand.array, read));
            else if (has_own)
                need({operand.array, slot.item, slot.head}, read);
            else
                for (Index head = 0; head < trace_.sizes().H; ++head)
                    need({operand.array, slot.item, head}, of_head(slot.array, head, read));
        }
    }

    /// A head reads its own of the columns that all heads have side by side.
    Submatrix in_own_block(const Address& slot, ArrayId operand, Submatrix read) const {
        if (is_in_blocks(operand) && has_heads(slot.array))
            read.columns = {block(slot.head).first, block(slot.head).last};
        return read;
    }

    /// Of columns side by side those that come from the head, counted from its first.
    Submatrix of_head(ArrayId result, Index head, Submatrix read) const {
        if (!is_in_blocks(result))
            return read;
        const IndexRange own = block(head);
        read.columns = {std::max(read.columns.first, own.first) - own.first,
                        std::min(read.columns.last, own.last) - own.first};
        return read;
    }

    IndexRange block(Index head) const { return {head * trace_.sizes().d_v, (head + 1) * trace_.sizes().d_v}; }

    const Trace& trace_;
    std::map<Address, std::vector<Submatrix>, std::greater<>> needed_; ///< not united: between two rows is a third
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
