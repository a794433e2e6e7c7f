#include "tests/judge/symbol_value.h"

#include "core/document/options/session_notation.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"
#include "tests/judge/shown_arrays.h"
#include "tests/judge/symbol_meanings.h"
#include "tests/reference/formulas.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace attn::test {

namespace {

using Eigen::MatrixXd;
using Kind = FormulaNode::Kind;

/// True if a cell is written with the matrix's letter, M_ij or (Z)_ij, so that its indices count as laid out; false for
/// q_ij.
bool is_matrix(const FormulaNode& symbol) {
    bool is = false;
    for_each_leaf(symbol, [&](const FormulaNode& leaf) {
        is = is || is_sign(leaf, "(") ||
             std::ranges::any_of(leaf.text, [](char letter) { return letter >= 'A' && letter <= 'Z'; });
    });
    return is;
}

std::optional<FormulaValue> written_number(const FormulaNode& node) {
    if (node.kind != Kind::letters || node.text.empty() || node.text.front() < '0' || node.text.front() > '9')
        return std::nullopt;
    double value = 0;
    const char* const end = node.text.data() + node.text.size();
    if (const auto read = std::from_chars(node.text.data(), end, value); read.ptr != end)
        return std::nullopt;
    const std::size_t point = node.text.find('.');
    const double slack =
        point == std::string::npos ? 0 : 0.5 * std::pow(10.0, -static_cast<double>(node.text.size() - point - 1));
    return number_value(value, slack);
}

} // namespace

MatrixXd row_at(const MatrixXd& matrix, Index index) {
    if (index < 0 || index >= matrix.rows())
        throw FormulaMisfit(fmt::format("row {} of {}", index + 1, matrix.rows()));
    return matrix.row(index);
}

FormulaValue cell_at(const MatrixXd& matrix, const std::vector<Index>& indices) {
    if (indices[0] < 0 || indices[1] < 0 || indices[0] >= matrix.rows() || indices[1] >= matrix.cols())
        throw FormulaMisfit(
            fmt::format("cell {}, {} of {} × {}", indices[0] + 1, indices[1] + 1, matrix.rows(), matrix.cols()));
    return number_value(matrix(indices[0], indices[1]));
}

FormulaValue SymbolValues::symbol_or_number(const FormulaNode& node) const {
    if (const auto number = written_number(node))
        return *number;
    const auto symbol = symbols_.of_node(node);
    if (!symbol) {
        std::string text;
        for_each_leaf(node, [&](const FormulaNode& leaf) { text += leaf.text; });
        const FormulaName* const name = symbols_.innermost(places_in(base_of(node)).front());
        throw FormulaUnread(name != nullptr ? fmt::format("<{}> has no value", name->name)
                                            : fmt::format("“{}” names nothing", text));
    }
    switch (symbol->meaning.kind) {
    case SymbolMeaning::Kind::length:
        return number_value(static_cast<double>(length(symbol->name->name)));
    case SymbolMeaning::Kind::index:
        return number_value(static_cast<double>(index_value(node) + 1 + first_number(symbol->name->name) - 1));
    case SymbolMeaning::Kind::number:
        return number_value(option(symbol->name->name, node));
    case SymbolMeaning::Kind::matrix:
    case SymbolMeaning::Kind::cells:
        break;
    }
    return of_array(node, *symbol);
}

Index SymbolValues::first_number(std::string_view name) const {
    return name == "head" ? first_head(place_.layer.session.notation) : 1;
}

Index SymbolValues::length(std::string_view name) const {
    const Sizes all = sizes_of(place_.layer.session.layer());
    if (name == "S" || name == "S_q")
        return all.S_q;
    if (name == "S_k")
        return all.S_k;
    if (name == "B")
        return all.B;
    if (name == "D")
        return all.D;
    if (name == "H")
        return all.H;
    if (name == "d_k")
        return all.d_k;
    if (name == "d_v")
        return all.d_v;
    if (name == "d_ff")
        return all.d_ff;
    if (name == "d_vocab")
        return all.V;
    return all.D_context;
}

double SymbolValues::option(std::string_view name, const FormulaNode& node) const {
    const Layer& layer = place_.layer.session.layer();
    if (name == "tau")
        return layer.temperature;
    if (name == "scale")
        return layer.scale.value;
    if (name == "cap")
        return layer.soft_cap;
    if (name == "slope") { // (Press et al. 2022)
        const Index head = head_in(node).value_or(place_.layer.head.value_or(0));
        return -formulas::linear_bias(head, sizes_of(place_.layer.session.layer()).H, 1, 2)(0, 1);
    }
    if (name == "first")
        return static_cast<double>(first_head(place_.layer.session.notation));
    return static_cast<double>(sizes_of(place_.layer.session.layer()).H - 1 +
                               first_head(place_.layer.session.notation));
}

Index SymbolValues::index_value(const FormulaNode& node) const {
    const FormulaNode& base = base_of(node);
    if (node.kind == Kind::scripts)
        throw FormulaUnread("an index with scripts");
    const FormulaName* const name = symbols_.innermost(base.place);
    if (const auto number = written_number(base))
        return static_cast<Index>(number->numbers(0, 0)) -
               (name != nullptr && name->name == "head" ? first_number("head") : 1);
    if (name == nullptr)
        throw FormulaUnread(fmt::format("the index “{}” names nothing", base.text));
    if (name->name == "head" && place_.layer.head)
        return place_.indices.contains("head") ? place_.indices.at("head") : *place_.layer.head;
    const auto chosen = place_.indices.find(name->name);
    if (chosen == place_.indices.end())
        throw FormulaUnread(fmt::format("the index <{}> is none", name->name));
    return chosen->second;
}

std::vector<Index> SymbolValues::indices_in(const FormulaNode& scripts, const FormulaName* symbol) const {
    std::vector<FormulaNode> nodes;
    for (const FormulaNode& child : scripts.children)
        flatten(child, nodes);
    std::erase_if(nodes, [&](const FormulaNode& node) {
        if (node.kind == Kind::space)
            return true;
        const std::vector<std::size_t> places = places_in(node);
        return symbol != nullptr && !places.empty() &&
               std::ranges::all_of(places, [&](std::size_t at) { return symbols_.innermost(at) == symbol; });
    });
    if (nodes.size() > 2 && is_sign(nodes.front(), "(") && is_sign(nodes.back(), ")"))
        nodes = {nodes.begin() + 1, nodes.end() - 1};
    std::vector<Index> all;
    const bool has_commas = std::ranges::any_of(nodes, [](const FormulaNode& node) { return is_sign(node, ","); });
    if (!has_commas) {
        std::erase_if(nodes, [&](const FormulaNode& node) { return is_head(node); });
        for (const FormulaNode& node : nodes)
            all.push_back(index_value(node));
        return all;
    }
    std::size_t from = 0;
    for (std::size_t at = 0; at <= nodes.size(); ++at)
        if (at == nodes.size() || is_sign(nodes[at], ",")) {
            const bool is_any = at == from + 1 && is_sign(nodes[from], "∗"); // the whole row
            if (is_any) {
                from = at + 1;
                continue;
            }
            const FormulaValue value = value_of(std::span(nodes).subspan(from, at - from), place_);
            all.push_back(static_cast<Index>(std::lround(value.numbers(0, 0))) - 1);
            from = at + 1;
        }
    return all;
}

bool SymbolValues::is_head(const FormulaNode& node) const {
    const std::vector<std::size_t> places = places_in(node);
    return !places.empty() && std::ranges::all_of(places, [&](std::size_t at) { return symbols_.is_head(at); });
}

std::optional<Index> SymbolValues::head_in(const FormulaNode& node) const {
    std::optional<Index> found;
    for_each_leaf(node, [&](const FormulaNode& leaf) {
        const FormulaName* const name = symbols_.innermost(leaf.place);
        if (!found && name != nullptr && name->name == "head")
            found = index_value(leaf);
    });
    return found;
}

ArrayId SymbolValues::array_of(const NamedSymbol& symbol) const {
    const std::vector<ArrayId>& all = symbol.meaning.arrays;
    if (all.size() == 1)
        return all.front();
    if (place_.owner)
        for (const ArrayId array : all)
            if (may_read(*place_.owner, array) && exists(array))
                return array;
    for (const ArrayId array : all)
        if (place_.owner == array)
            return array;
    // The formula may skip an array: a sum over heads stands for products of the heads' outputs with weights.
    if (place_.owner)
        for (const ArrayId array : all)
            for (const Array& row : stages())
                if (may_read(*place_.owner, row.id) && may_read(row.id, array) && exists(array))
                    return array;
    throw FormulaUnread(fmt::format("<{}> may be several arrays", symbol.name->name));
}

bool SymbolValues::exists(ArrayId array) const {
    const Layer& layer = place_.layer.session.layer();
    return is_stage(array) ? Structure(layer).has(array) : !parameter(layer, array, 0).empty();
}

FormulaValue SymbolValues::of_array(const FormulaNode& node, const NamedSymbol& symbol) const {
    const ArrayId array = array_of(symbol);
    const bool is_scripts = node.kind == Kind::scripts;
    Index head = head_in(node).value_or(place_.indices.contains("head") ? place_.indices.at("head")
                                                                        : place_.layer.head.value_or(0));
    if (symbol.meaning.part == SymbolMeaning::Part::first_head)
        head = 0;
    if (symbol.meaning.part == SymbolMeaning::Part::last_head)
        head = sizes_of(place_.layer.session.layer()).H - 1;
    bool transposed = symbol.meaning.transposed;
    if (is_scripts)
        for (const FormulaNode& child : node.children[2].children)
            for_each_leaf(child, [&](const FormulaNode& leaf) {
                const FormulaName* const name = symbols_.innermost(leaf.place);
                const bool is_own = name == symbol.name;
                if (!is_own && is_transposition(leaf))
                    transposed = !transposed;
            });
    const std::vector<Index> indices = is_scripts ? indices_in(node.children[1], symbol.name) : std::vector<Index>();
    if (symbol.meaning.part == SymbolMeaning::Part::all_heads) {
        const MatrixXd all = matrix_of_all_heads(array, place_.layer);
        const bool is_turned =
            place_.layer.session.tokens_as_columns && (is_stage(array) || row_of(array).rows == Axis::one);
        return {is_turned != transposed ? MatrixXd(all.transpose()) : all, 0};
    }
    if (indices.empty()) {
        const FormulaValue whole = value_of_array(array, head, place_.layer);
        return {transposed ? MatrixXd(whole.numbers.transpose()) : whole.numbers, 0};
    }
    const MatrixXd stored = stored_matrix(array, head, place_.layer);
    if (indices.size() == 2)
        return cell_at(place_.layer.session.tokens_as_columns && is_stage(array) && is_matrix(base_of(node))
                           ? MatrixXd(stored.transpose())
                           : stored,
                       indices);
    if (row_of(array).columns == Axis::one)
        return cell_at(stored, {indices[0], 0});
    if (row_of(array).rows == Axis::one)
        return cell_at(stored, {0, indices[0]});
    const MatrixXd vector = row_at(stored, indices[0]);
    return {transposed ? MatrixXd(vector.transpose()) : vector, 0};
}

} // namespace attn::test
