#include "core/lesson/asked_cells.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace attn {

namespace {

void add_cells_of(const Condition& condition, std::vector<CellId>& cells) {
    if (condition.kind == Condition::Kind::cell || (condition.kind == Condition::Kind::suppose && condition.equals))
        cells.push_back(condition.cell);
    if (condition.kind != Condition::Kind::suppose) // a supposed session may have other sizes
        for (const Condition& part : condition.parts)
            add_cells_of(part, cells);
}

std::vector<CellId> cells_of(const LessonStep& step) {
    std::vector<CellId> cells;
    for (const auto* sentences : {&step.says, &step.prompt, &step.remark})
        for (const Said& said : *sentences)
            add_cells_of(said.when, cells);
    if (const auto& bet = step.bet) {
        cells.insert(cells.end(), bet->cells.begin(), bet->cells.end());
        if (bet->cell)
            cells.push_back(*bet->cell);
        for (const auto& condition : {bet->right_if, bet->shows})
            if (condition)
                add_cells_of(*condition, cells);
    }
    if (const auto& task = step.task) {
        add_cells_of(task->done, cells);
        for (const ForeseenSlip& slip : task->slips)
            add_cells_of(slip.when, cells);
    }
    return cells;
}

} // namespace

bool may_resize(const LessonScript& lines) {
    constexpr std::array<std::string_view, 4> others{"type field:", "type token:", "click action:", "key "};
    return std::ranges::any_of(lines, [&](std::string_view line) {
        return !line.starts_with("click action:picture/") &&
               std::ranges::any_of(others, [&](std::string_view begins) { return line.starts_with(begins); });
    });
}

std::optional<CellId> missing_cell(const LessonStep& step, const Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    const Structure structure(layer);
    for (const CellId& cell : cells_of(step)) {
        const Shape shape = shape_of(sizes, cell.array);
        if (!structure.has(cell.array) || cell.item >= sizes.B || cell.head >= sizes.H || cell.row >= shape.rows ||
            cell.column >= shape.columns)
            return cell;
    }
    return std::nullopt;
}

} // namespace attn
