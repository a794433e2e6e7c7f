#include "core/figure/words/cell_letters.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/formula/equation.h"
#include "core/formula/print.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

using Kind = FormulaNode::Kind;

/// True for an index that counts columns: one other than the row's, or * for all columns.
bool is_column_index(const FormulaNode& node, std::string_view row_index) {
    constexpr std::array<std::string_view, 4> indices{"i", "j", "d", "column"};
    const bool is_index = node.kind == Kind::name && std::ranges::find(indices, node.text) != indices.end();
    return node.is_letters("*") || (is_index && node.text != row_index);
}

/// The nodes that say which cell a symbol means.
struct Place {
    std::vector<FormulaNode>* nodes;
    std::size_t first;
    std::size_t second; ///< equal to `first` if there is only one index
    bool is_in_brackets;
};

/// The indices of an array's cells in formulas.
struct PlaceIndices {
    std::string_view row; ///< index of the row; empty: the array has one row
    bool has_column;
};

std::optional<Place> place_here(FormulaNode& node, const PlaceIndices& indices) {
    std::vector<FormulaNode>& nodes = node.children;
    const auto is_row = [&](std::size_t i) { return !indices.row.empty() && nodes[i].is_name(indices.row); };
    const auto is_column = [&](std::size_t i) { return is_column_index(nodes[i], indices.row); };
    const std::size_t count = nodes.size();
    if (count == 1 && (indices.row.empty() || !indices.has_column))
        return (is_row(0) || (indices.has_column && is_column(0))) ? std::optional(Place{&nodes, 0, 0, false})
                                                                   : std::nullopt;
    if (indices.row.empty() || !indices.has_column)
        return std::nullopt;
    for (std::size_t first = count; first-- > 0;) {
        const std::size_t second = first + 1 < count && nodes[first + 1].is_letters(",") ? first + 2 : first + 1;
        if (second >= count || !((is_row(first) && is_column(second)) || (is_column(first) && is_row(second))))
            continue;
        const bool is_in_brackets =
            first > 0 && nodes[first - 1].is_letters("(") && second + 1 < count && nodes[second + 1].is_letters(")");
        if (is_in_brackets ? second + 2 == count : first == 0 && second + 1 == count)
            return Place{&nodes, first, second, is_in_brackets};
    }
    return std::nullopt;
}

/// The indices at the end of a symbol, in which names are already replaced. nullopt for formulas that only contain a
/// cell, such as exp(s_ij − m_i).
std::optional<Place> place_in(FormulaNode& symbol, const PlaceIndices& indices) {
    if (symbol.kind == Kind::scripts) {
        auto place = place_in(symbol.children[1], indices);
        return place ? place : place_in(symbol.children[0], indices);
    }
    if (auto place = place_here(symbol, indices))
        return place;
    return symbol.children.empty() ? std::nullopt : place_in(symbol.children.back(), indices);
}

FormulaNode letters(const std::string& text) {
    FormulaNode node;
    node.kind = Kind::letters;
    node.text = node.tex = text;
    return node;
}

PlaceIndices indices_of(ArrayId array) {
    const Array& row = row_of(array);
    return {row.rows == Axis::one ? "" : row_role(array) == Role::keys ? "j" : "i", row.columns != Axis::one};
}

/// A symbol with the numbers of a cell as its indices; nullopt if the symbol does not name a single cell.
std::optional<CellName> numbered(FormulaNode symbol, const CellId& cell) {
    const PlaceIndices indices = indices_of(cell.array);
    const auto place = place_in(symbol, indices);
    if (!place)
        return std::nullopt;
    const bool is_row_last = !indices.row.empty() && (*place->nodes)[place->second].is_name(indices.row);
    const bool is_single = place->first == place->second;
    const auto count = [&](std::size_t at, Index number) {
        const bool is_spaced = (*place->nodes)[at].is_spaced;
        (*place->nodes)[at] = letters(std::to_string(number + 1));
        (*place->nodes)[at].is_spaced = is_spaced;
    };
    count(place->second, is_row_last ? cell.row : cell.column);
    if (!is_single)
        count(place->first, is_row_last ? cell.column : cell.row);
    if (!is_single && place->second == place->first + 1)
        place->nodes->insert(place->nodes->begin() + static_cast<std::ptrdiff_t>(place->second), letters(","));
    return CellName{std::move(symbol), place->is_in_brackets, is_row_last && !is_single};
}

/// The letter of the array with the numbers of the cell as a subscript.
CellName letter_with_numbers(const Notation& notation, const CellId& cell) {
    const Array& row = row_of(cell.array);
    const PlaceIndices indices = indices_of(cell.array);
    const std::string place = fmt::format("{}{}{}", indices.row.empty() ? "" : fmt::format("<{}>", indices.row),
                                          indices.has_column && !indices.row.empty() ? "," : "",
                                          indices.has_column ? indices.row == "j" ? "<column>" : "<d>" : "");
    const std::string formula = place.empty() ? std::string(row.letter) : fmt::format("{}_{{{}}}", row.letter, place);
    FormulaNode symbol = tree_in_notation(formula, notation, cell.head);
    auto name = numbered(symbol, cell);
    return name ? *std::move(name) : CellName{std::move(symbol), false, false};
}

} // namespace

CellName cell_name(const Notation& notation, const CellId& cell, std::string_view cell_formula) {
    const FormulaNode left = sides_of(laid_out(cell_formula, notation)).front();
    auto name = numbered(tree_in_notation(left, notation, cell.head), cell);
    return name ? *std::move(name) : letter_with_numbers(notation, cell);
}

std::string short_cell(const DrawContext& drawing, const CellId& cell) {
    const Notation notation = notation_of(drawing.session);
    const CellName name = cell_name(notation, cell, cell_formula_of(drawing.session, cell.array));
    if (name.is_in_brackets)
        return letters_of(name.formula);
    const Array& row = row_of(cell.array);
    const bool has_row = row.rows != Axis::one;
    const bool has_column = row.columns != Axis::one;
    std::string label = in_letters(row.letter, notation);
    const auto is_transposed = [&, sign = in_letters("<transposed>", notation)](const FormulaNode& node) {
        return node.kind == Kind::scripts && letters_of(node.children[2]) == sign;
    };
    if (has_part(tree_in_notation(row.letter, notation), is_transposed)) // the index belongs to the product
        label = "(" + label + ")";
    // The letter of a head's contribution may be that of the output; then the number of its head is added.
    const std::string of_output = in_letters(row_of(ArrayId::Y).letter, notation);
    // Brackets, because "head₁‚₂" would look like a cell of head₁, and "head₂₁‚₂" like a cell of head₂₁.
    const std::string matrix = matrix_name(drawing, cell.array, cell.head);
    if (has_heads(cell.array) && matrix == label + subscript(head_number(drawing.session, cell.head)))
        label = "(" + matrix + ")";
    else if (has_heads(cell.array) && (label == of_output || row.letter == row_of(ArrayId::parts).letter))
        label += head_mark_above(notation, cell.head);
    if (has_row && has_column)
        return name.is_row_last ? fmt::format("{}{}‚{}", label, subscript(cell.column + 1), subscript(cell.row + 1))
                                : fmt::format("{}{}‚{}", label, subscript(cell.row + 1), subscript(cell.column + 1));
    if (has_row)
        label += subscript(cell.row + 1);
    if (has_column)
        label += subscript(cell.column + 1);
    return label;
}

std::string short_cell_of_head(const DrawContext& drawing, const CellId& cell) {
    std::string name = short_cell(drawing, cell);
    CellId of_other = cell;
    of_other.head = cell.head == 0 ? 1 : 0;
    const bool is_alike = has_heads(cell.array) && drawing.sizes().H > 1 && name == short_cell(drawing, of_other);
    return is_alike ? fmt::format("{} of head {}", name, head_number(drawing.session, cell.head)) : name;
}

} // namespace attn
