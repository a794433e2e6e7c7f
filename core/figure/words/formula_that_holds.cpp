#include "core/figure/words/formula_that_holds.h"

#include "core/figure/pictures/labels.h"
#include "core/formula/equation.h"
#include "core/formula/print.h"
#include "core/model/arrays.h"
#include "core/model/overrides.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Adds the stages that a symbol in a formula names: <Q T>, <q> and <all Q> name Q.
void add_stages_of(std::string_view symbol, std::set<ArrayId>& named) {
    constexpr std::array<std::pair<std::string_view, ArrayId>, 6> cells{{{"score", ArrayId::scores},
                                                                         {"scaled score", ArrayId::scaled},
                                                                         {"capped score", ArrayId::capped},
                                                                         {"masked score", ArrayId::masked},
                                                                         {"share", ArrayId::A},
                                                                         {"o row", ArrayId::O}}};
    for (const std::string_view before : {"all ", "one "})
        if (symbol.starts_with(before))
            symbol.remove_prefix(before.size());
    for (const std::string_view behind : {" T", " first", " last"})
        if (symbol.ends_with(behind))
            symbol.remove_suffix(behind.size());
    for (const auto& [name, array] : cells)
        if (name == symbol)
            named.insert(array);
    const std::string written = fmt::format("<{}>", symbol);
    for (const Array& row : stages())
        if (row.symbol == written || row.letter == written)
            named.insert(row.id);
}

/// The way from an array back to the arrays that one side of its formula names.
class Way {
public:
    Way(const DrawContext& drawing, const Address& slot, FormulaScope scope)
        : drawing_(drawing), slot_(slot), is_of_all_(scope.all_heads || !has_heads(slot.array)) {}

    /// True if all arrays between the named ones and the array are computed, i.e. neither given nor pinned.
    bool is_computed_from(const std::set<ArrayId>& named) const { return is_computed_from(named, slot_.array); }

    bool has_given(ArrayId array) const {
        return std::ranges::any_of(given_of(drawing_.layer(), array),
                                   [&](const auto& given) { return is_read(given.first); });
    }
    bool has_pins(ArrayId array) const {
        return std::ranges::any_of(pins_of(drawing_.layer(), array), [&](const auto& pin) {
            return is_read({pin.first.layer, pin.first.array, pin.first.item, pin.first.head});
        });
    }
    bool has_head_off(ArrayId array) const {
        const auto& heads = drawing_.layer().heads;
        return drawing_.trace.recipe(array).operation == OperationId::weighted_sum &&
               (is_of_all_ ? std::ranges::any_of(heads, [](const HeadWeights& head) { return !head.on; })
                           : !heads.at(static_cast<std::size_t>(slot_.head)).on);
    }

private:
    /// True if the matrix is computed from this one.
    bool is_read(const Address& other) const {
        const Address own = drawing_.trace.canonical(Address{slot_.layer, other.array, slot_.item, slot_.head});
        return other.item == own.item && (other.head == own.head || is_of_all_);
    }

    bool is_computed_from(const std::set<ArrayId>& named, ArrayId array) const {
        return std::ranges::all_of(drawing_.trace.recipe(array).operands, [&](const Operand& operand) {
            const ArrayId from = operand.array;
            if (!is_stage(from) || !drawing_.trace.has(from) || named.contains(from))
                return true;
            return !has_given(from) && !has_pins(from) && !has_head_off(from) && is_computed_from(named, from);
        });
    }

    const DrawContext& drawing_;
    Address slot_;
    bool is_of_all_;
};

} // namespace

std::string formula_that_holds(const DrawContext& drawing, const Address& slot, const std::string& formula,
                               FormulaScope scope) {
    const ArrayId array = slot.array;
    const Layer& layer = drawing.layer();
    const bool is_all_computed = layer.given.empty() && layer.pins.empty() &&
                                 std::ranges::all_of(layer.heads, [](const HeadWeights& head) { return head.on; });
    if (is_all_computed || !is_stage(array) || formula.empty())
        return formula;
    const Way way(drawing, slot, scope);
    if (way.has_given(array) || way.has_head_off(array) || (!scope.pins_are_marked && way.has_pins(array)))
        return {};
    const std::vector<FormulaNode> sides = sides_of(laid_out(formula, drawing.notation));
    std::vector<FormulaNode> holding;
    if (sides.size() > 1)
        holding.push_back(sides.front());
    for (std::size_t i = holding.size(); i < sides.size(); ++i) {
        std::set<ArrayId> named;
        for (const FormulaName& name : tex_of(tree_in_notation(sides[i], drawing.notation)).names)
            add_stages_of(name.name, named);
        if (way.is_computed_from(named))
            holding.push_back(sides[i]);
    }
    const bool has_side = holding.size() > (sides.size() > 1 ? 1U : 0U);
    return has_side ? tex_of(joined_sides(std::move(holding))).tex : std::string();
}

std::string formula_that_holds(const DrawContext& drawing, ArrayId array, const std::string& formula,
                               FormulaScope scope) {
    return formula_that_holds(
        drawing, {drawing.layer().number, array, drawing.view_state.item, drawing.view_state.head}, formula, scope);
}

std::string cell_formula_that_holds(const DrawContext& drawing, const CellId& cell) {
    return formula_that_holds(drawing, Address{cell.layer, cell.array, cell.item, cell.head},
                              cell_formula_of(drawing.session, cell.array));
}

std::string cell_formula_that_holds(const DrawContext& drawing, ArrayId array) {
    return formula_that_holds(drawing, array, cell_formula_of(drawing.session, array));
}

} // namespace attn
