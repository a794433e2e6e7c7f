#include "core/figure/pictures/labels.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

Role role_of(Axis axis) {
    switch (axis) {
    case Axis::one:
        return Role::single;
    case Axis::query_tokens:
        return Role::queries;
    case Axis::key_tokens:
        return Role::keys;
    default:
        return Role::width;
    }
}

/// True if the array's rows belong to positions and not to tokens.
bool is_of_places(ArrayId array) {
    return std::ranges::any_of(row_of(array).recipes,
                               [](const RecipeRow& recipe) { return recipe.operation == OperationId::positions; });
}

/// The label of a row: its token, or its position.
Prose row_name(const DrawContext& drawing, ArrayId array, Index row) {
    return is_of_places(array) ? prose("position {}", row + 1)
                               : token_name(drawing, row_role(array) == Role::keys, row);
}

Names names_of(const DrawContext& drawing, ArrayId array, Axis axis, Index count) {
    Names names;
    names.role = role_of(axis);
    const bool keys = names.role == Role::keys;
    for (Index i = 0; i < count; ++i)
        if ((keys || names.role == Role::queries) && !is_of_places(array))
            names.labels.push_back(token_label(keys ? key_sequence(drawing.layer()) : drawing.layer().sequence,
                                               drawing.view_state.item, i));
        else
            names.labels.push_back(names.role == Role::single ? std::string() : std::to_string(i + 1));
    if (names.role == Role::queries)
        names.title = drawing.view_state.names_roles ? "queries: who reads" : "who reads";
    if (keys)
        names.title = drawing.view_state.names_roles ? "keys: who is read" : "who is read";
    return names;
}

/// The names that the session has for the array's columns; null if columns are only numbered.
const std::vector<std::string>* given_column_names(const Session& session, ArrayId array) {
    const auto found = session.column_names.find(array);
    return found == session.column_names.end() ? nullptr : &found->second;
}

/// True if the stage is a sum with the array as a term: then their columns mean the same.
bool is_sum_with(const Array& stage, ArrayId term) {
    const auto adds_it = [&](const OperandRow& operand) {
        return operand.reads == Reads::cell && row_of(term).columns == stage.columns &&
               std::ranges::find(operand.arrays, term) != operand.arrays.end();
    };
    return std::ranges::any_of(stage.recipes, [&](const RecipeRow& recipe) {
        const bool is_sum = recipe.operation == OperationId::add || recipe.operation == OperationId::sum_over_heads;
        return is_sum && std::ranges::any_of(recipe.operands, adds_it);
    });
}

/// The names that the session has for the columns of the array, or of a sum that it is a term of.
const std::vector<std::string>* names_of_columns(const Session& session, ArrayId array) {
    if (const auto* const names = given_column_names(session, array))
        return names;
    for (const Array& stage : stages())
        if (is_sum_with(stage, array))
            if (const auto* const names = given_column_names(session, stage.id))
                return names;
    return nullptr;
}

/// The names of the columns of an array that is multiplied by a weight. For concat they are the names of the heads'
/// columns, which are in it side by side.
const std::vector<std::string>* names_of_multiplied(const Session& session, ArrayId multiplied) {
    if (const auto* const names = given_column_names(session, multiplied))
        return names;
    if (!is_in_blocks(multiplied))
        return nullptr;
    for (const ArrayId block : row_of(multiplied).recipes[0].operands[0].arrays)
        if (const auto* const names = given_column_names(session, block))
            return names;
    return nullptr;
}

const std::vector<std::string>* names_beside(const Session& session, ArrayId weight, const Array& stage,
                                             const RecipeRow& recipe, bool of_rows) {
    const auto reads_it = [&](const OperandRow& operand) { return operand.arrays[0] == weight; };
    if (recipe.operands.empty() || std::ranges::none_of(recipe.operands, reads_it))
        return nullptr;
    if (!of_rows)
        return names_of_columns(session, stage.id);
    for (const ArrayId multiplied : recipe.operands[0].arrays)
        if (const auto* const names = names_of_multiplied(session, multiplied))
            return names;
    return nullptr;
}

/// The names of a weight's rows, which are the columns of the array that it multiplies; or of its columns, which are
/// those of the product.
const std::vector<std::string>* names_beside(const Session& session, ArrayId weight, bool of_rows) {
    if (!is_parameter(weight))
        return nullptr;
    for (const Array& stage : stages())
        for (const RecipeRow& recipe : stage.recipes)
            if (const auto* const names = names_beside(session, weight, stage, recipe, of_rows))
                return names;
    return nullptr;
}

void take_names(Names& names, const std::vector<std::string>* given) {
    if (given != nullptr && names.role == Role::width && given->size() == names.labels.size())
        names.labels = *given;
}

/// The session's own words for an array; null: the usual words.
const ArrayWording* wording_of(const Session& session, ArrayId array) {
    const auto& arrays = session.notation.profile().arrays;
    const auto found = arrays.find(array);
    return found == arrays.end() ? nullptr : &found->second;
}

std::string chosen(const ArrayWording* own, std::string ArrayWording::*text, std::string_view usual) {
    return own == nullptr || (own->*text).empty() ? std::string(usual) : own->*text;
}

} // namespace

Names row_names(const DrawContext& drawing, ArrayId array) {
    Names names = names_of(drawing, array, row_of(array).rows, array_shape(drawing, array).rows);
    // In self-attention, keys and values are labelled by their tokens, without a title such as "who is read".
    if (column_role(array) == Role::width)
        names.title.clear();
    take_names(names, names_beside(drawing.session, array, true));
    return names;
}

Names column_names(const DrawContext& drawing, ArrayId array) {
    Names names = names_of(drawing, array, row_of(array).columns, array_shape(drawing, array).columns);
    const auto* const own = names_of_columns(drawing.session, array);
    take_names(names, own != nullptr ? own : names_beside(drawing.session, array, false));
    return names;
}

Role row_role(ArrayId array) {
    return role_of(row_of(array).rows);
}

Role column_role(ArrayId array) {
    return role_of(row_of(array).columns);
}

std::string subscript(Index number) {
    constexpr std::array<std::string_view, 10> digits{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string result;
    for (const char digit : std::to_string(number))
        result += digits.at(static_cast<std::size_t>(digit - '0'));
    return result;
}

Index head_number(const Session& session, Index head) {
    return head + first_head(session.notation);
}

std::string head_mark(const Session& session, Index head) {
    return head_mark(notation_of(session), head);
}

std::string of_all_heads(const DrawContext& drawing) {
    const Index first = first_head(drawing.session.notation);
    return first == 1 ? fmt::format("of {}", drawing.sizes().H)
                      : fmt::format("of {}–{}", first, first + drawing.sizes().H - 1);
}

std::string head_words(const DrawContext& drawing) {
    return fmt::format("head {} {}", head_number(drawing.session, drawing.view_state.head), of_all_heads(drawing));
}

std::string words_of_heads(const DrawContext& drawing) {
    std::vector<std::string> numbers;
    for (const Index head : drawing.view_state.heads)
        numbers.push_back(std::to_string(head_number(drawing.session, head)));
    return fmt::format("heads {} {}", enumerated(numbers), of_all_heads(drawing));
}

std::string words_of_heads(const DrawContext& drawing, Index first, Index count, std::string_view word) {
    const Index number = head_number(drawing.session, first);
    return (count == 1 ? fmt::format("{} {} ", word, number)
                       : fmt::format("{}s {} to {} ", word, number, number + count - 1)) +
           of_all_heads(drawing);
}

Prose token_name(const DrawContext& drawing, bool keys, Index token) {
    const Sequence& sequence = keys ? key_sequence(drawing.layer()) : drawing.layer().sequence;
    const std::string label = token_label(sequence, drawing.view_state.item, token);
    const bool is_number = label == std::to_string(token + 1);
    return is_number ? Prose("token " + label) : Prose::own(label + subscript(token + 1));
}

Prose token_names(const DrawContext& drawing, bool keys, std::span<const Index> tokens) {
    constexpr std::size_t most = 3;
    if (tokens.size() > most)
        return fmt::format("{} tokens", tokens.size());
    std::vector<Prose> names;
    for (const Index token : tokens)
        names.push_back(token_name(drawing, keys, token));
    return enumerated(names);
}

Prose array_label(const DrawContext& drawing, ArrayId array) {
    return name_of(drawing, array, drawing.view_state.head);
}

Prose name_of(const DrawContext& drawing, ArrayId array, Index head) {
    return has_heads(array) ? name_of(drawing.notation, array, head) : name_of(drawing.notation, array);
}

std::string matrix_name(const DrawContext& drawing, ArrayId array, Index head) {
    return name_of(drawing, array, head).letters();
}

std::string matrix_name(const Session& session, ArrayId array, Index head) {
    const Notation notation = notation_of(session);
    return has_heads(array) ? matrix_name(notation, array, head) : shown_name(notation, array);
}

Prose cell_words(const DrawContext& drawing, const CellId& cell) {
    const Role rows = row_role(cell.array);
    const Role columns = column_role(cell.array);
    const bool tokens = rows == Role::queries || rows == Role::keys;
    if (tokens && columns == Role::keys)
        return token_name(drawing, false, cell.row) + (is_hidden(drawing, cell) ? " cannot read " : " reads ") +
               token_name(drawing, true, cell.column);
    if (tokens && columns == Role::single)
        return row_name(drawing, cell.array, cell.row);
    const auto named = [](const Names& names, Index place, std::string_view otherwise) {
        const std::string number = std::to_string(place + 1);
        const bool is_named =
            place < std::ssize(names.labels) && names.labels[static_cast<std::size_t>(place)] != number;
        return is_named ? prose("“{}”", Prose::own(names.labels[static_cast<std::size_t>(place)]))
                        : prose("{} {}", otherwise, number);
    };
    const Names names = column_names(drawing, cell.array);
    if (tokens)
        return prose("{}, {}", row_name(drawing, cell.array, cell.row), named(names, cell.column, "number"));
    if (rows == Role::single)
        return named(names, cell.column, "number");
    return prose("{}, {}", named(row_names(drawing, cell.array), cell.row, "row"), named(names, cell.column, "column"));
}

std::string symbol_of(ArrayId array) {
    return std::string(row_of(array).symbol);
}

std::string symbol_of_all_heads(ArrayId array) {
    std::string symbol = symbol_of(array);
    return has_heads(array) ? "<all " + symbol.substr(1) : symbol;
}

std::string transposed_symbol(std::string symbol) {
    return symbol.insert(symbol.rfind('>'), " T");
}

std::string formula_of(const Session& session, ArrayId array) {
    const Array& row = row_of(array);
    const ArrayWording* const own = wording_of(session, array);
    if (!session.tokens_as_columns)
        return chosen(own, &ArrayWording::formula, row.formula);
    return chosen(own, &ArrayWording::columns_formula, row.columns_formula.empty() ? row.formula : row.columns_formula);
}

std::string cell_formula_of(const Session& session, ArrayId array) {
    return chosen(wording_of(session, array), &ArrayWording::cell_formula, row_of(array).cell_formula);
}

Prose array_title(const Session& session, ArrayId array) {
    return words_in(chosen(wording_of(session, array), &ArrayWording::title, row_of(array).title),
                    notation_of(session));
}

Prose array_heading(const Session& session, ArrayId array) {
    const std::string title = chosen(wording_of(session, array), &ArrayWording::title, row_of(array).title);
    return words_in(std::string_view(title).substr(0, title.find(':')), notation_of(session));
}

std::string shown_name(const Session& session, ArrayId array) {
    return shown_name(notation_of(session), array);
}

std::string short_name(const Notation& notation, ArrayId array) {
    const std::string name = shown_name(notation, array);
    const Array& row = row_of(array);
    const bool is_usual = name == words_in(row.word, notation).letters();
    return !row.short_word.empty() && is_usual ? std::string(row.short_word) : name;
}

Prose role_line(const Session& session, ArrayId array) {
    return words_in(row_of(array).role, notation_of(session));
}

Prose array_hint(const Session& session, ArrayId array) {
    return words_in(row_of(array).hint, notation_of(session));
}

CellId canonical(const DrawContext& drawing, const CellId& cell) {
    return drawing.trace.canonical(cell);
}

CellId selected_cell(const DrawContext& drawing) {
    const ViewState& view_state = drawing.view_state;
    const Shape shape = array_shape(drawing, view_state.array());
    return canonical(drawing,
                     {drawing.layer().number, view_state.array(), view_state.item, view_state.head,
                      std::min(view_state.row, shape.rows - 1), std::min(view_state.column, shape.columns - 1)});
}

CellId inspected_cell(const DrawContext& drawing) {
    const std::optional<CellId>& focus = drawing.view_state.focus;
    const bool counts = focus && drawing.view_state.focus_beside == drawing.view_state.array();
    return counts && drawing.trace.contains(*focus) ? canonical(drawing, *focus) : selected_cell(drawing);
}

CellId first_nan(std::span<const float> row, CellId cell) {
    const auto nan = std::ranges::find_if(row, [](float number) { return std::isnan(number); });
    cell.column = nan == row.end() ? 0 : static_cast<Index>(nan - row.begin());
    return cell;
}

CellRange selected_range(const DrawContext& drawing) {
    const CellId cell = inspected_cell(drawing);
    const std::optional<CellId>& end = drawing.view_state.range_end;
    if (!end || drawing.view_state.range_begin != cell || !drawing.trace.contains(*end))
        return {cell};
    CellId first = cell;
    first.row = std::min(cell.row, end->row);
    first.column = std::min(cell.column, end->column);
    return {first, std::max(cell.row, end->row) - first.row + 1, std::max(cell.column, end->column) - first.column + 1};
}

Shape array_shape(const DrawContext& drawing, ArrayId array) {
    return shape_of(drawing.sizes(), array);
}

bool has_array(const DrawContext& drawing, ArrayId array) {
    return drawing.trace.has(array);
}

bool is_given(const DrawContext& drawing, ArrayId array) {
    const ViewState& view = drawing.view_state;
    return drawing.layer().given.contains(
        drawing.trace.canonical(Address{drawing.trace.layer().number, array, view.item, view.head}));
}

std::vector<ArrayId> stages_of(const Trace& trace) {
    std::vector<ArrayId> steps;
    for (const Array& stage : stages())
        if (trace.has(stage.id))
            steps.push_back(stage.id);
    return steps;
}

} // namespace attn
