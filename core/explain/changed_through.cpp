#include "core/explain/changed_through.h"

#include "core/explain/read_parts.h"
#include "core/model/structure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace attn {

namespace {

/// The distance between two numbers; infinite if only one of them is infinite or NaN.
double distance(float before, float now) {
    if (before == now || (std::isnan(before) && std::isnan(now)))
        return 0;
    const double change = std::abs(static_cast<double>(now) - static_cast<double>(before));
    return std::isnan(change) ? std::numeric_limits<double>::infinity() : change;
}

bool has_counterpart(const Trace& before, const Trace& now, const Address& slot) {
    return before.has(slot.array) && now.has(slot.array) && before.sizes() == now.sizes() &&
           before.addresses().heads(slot.array) == now.addresses().heads(slot.array);
}

/// The cell of a part that changed most; nullopt if none changed.
std::optional<CellId> most_changed(const Trace& before, const Trace& now, const ReadPart& read) {
    const Address& slot = read.slot;
    if (!has_counterpart(before, now, slot))
        return std::nullopt;
    std::optional<CellId> most;
    double farthest = 0;
    for (Index row = read.part.rows.first; row < read.part.rows.last; ++row)
        for (Index column = read.part.columns.first; column < read.part.columns.last; ++column) {
            const CellId cell{slot.layer, slot.array, slot.item, slot.head, row, column};
            const double moved = distance(before.value(cell), now.value(cell));
            if (moved > farthest) {
                farthest = moved;
                most = cell;
            }
        }
    return most;
}

} // namespace

std::vector<CellId> changed_through(const Trace& before, const Trace& now, const CellId& cell) {
    const CellId own = now.canonical(cell);
    const auto only = [](const CellId& one) { return Submatrix{{one.row, one.row + 1}, {one.column, one.column + 1}}; };
    std::optional<CellId> changed = most_changed(before, now, {{own.layer, own.array, own.item, own.head}, only(own)});
    std::vector<CellId> way;
    while (changed) {
        const CellId last = *changed;
        way.push_back(last);
        changed.reset();
        if (!is_stage(last.array) || now.layer().pins.contains(last))
            break;
        for (const ReadPart& read : read_parts(now, {last.layer, last.array, last.item, last.head}, only(last)))
            if (changed = most_changed(before, now, read); changed)
                break;
    }
    std::ranges::reverse(way);
    return way;
}

} // namespace attn
