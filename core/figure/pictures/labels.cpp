#include "core/figure/pictures/labels.h"

#include "core/model/stages.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

struct Parameter {
    std::string_view symbol;
    std::string_view title;
    std::string_view hint;
    Axis rows;
    Axis columns;
};

// In the order of ArrayId.
constexpr std::array<Parameter, parameter_count> parameters{{
    {"<W_Q>", "Query weights: what does each token look for?", "drag one number and watch the scores move.",
     Axis::model, Axis::key_width},
    {"<W_K>", "Key weights: by what is each token found?", "swap W_Q with W_K and see who now reads whom.",
     Axis::context_model, Axis::key_width},
    {"<W_V>", "Value weights: what does each token hand over?", "set the whole matrix to zero: A stays, O goes.",
     Axis::context_model, Axis::value_width},
    {"<W_O>", "Output weights: where does the head write?", "set one row to zero and watch Y.", Axis::value_width,
     Axis::model},
    {"<b_Q>", "Query bias: what does every token look for?", "change one number: every query moves alike.", Axis::one,
     Axis::key_width},
    {"<b_K>", "Key bias: what is every token found by?",
     "change it: each row of scores moves as a whole, A stays as it was.", Axis::one, Axis::key_width},
    {"<b_V>", "Value bias: what does every token hand over?", "change it: O moves by just as much.", Axis::one,
     Axis::value_width},
    {"<b_O>", "Output bias: what is always added?", "change one number: a column of Y moves.", Axis::one, Axis::model},
}};

const Parameter& row_of(ArrayId id) {
    return parameters.at(static_cast<std::size_t>(id));
}

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

Names names_of(const DrawContext& drawing, Axis axis, Index count) {
    Names names;
    names.role = role_of(axis);
    const bool keys = names.role == Role::keys;
    for (Index i = 0; i < count; ++i)
        if (keys || names.role == Role::queries)
            names.labels.push_back(
                token_label(keys ? key_sequence(drawing.layer()) : drawing.layer().sequence, drawing.view_state.item, i));
        else
            names.labels.push_back(names.role == Role::single ? std::string() : std::to_string(i + 1));
    if (names.role == Role::queries)
        names.title = "queries: who reads";
    if (keys)
        names.title = "keys: who is read";
    return names;
}

constexpr std::array<std::string_view, 10> subscripts{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
constexpr std::array<std::string_view, 10> superscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

std::string with_digits(Index number, const std::array<std::string_view, 10>& digits) {
    std::string result;
    for (const char digit : std::to_string(number))
        result += digits.at(static_cast<std::size_t>(digit - '0'));
    return result;
}

} // namespace

Axis row_axis(ArrayId array) {
    if (const ArrayId id = array; is_stage(id))
        return stage(id).rows;
    return row_of(array).rows;
}

Axis column_axis(ArrayId array) {
    if (const ArrayId id = array; is_stage(id))
        return stage(id).columns;
    return row_of(array).columns;
}

Names row_names(const DrawContext& drawing, ArrayId array) {
    Names names = names_of(drawing, row_axis(array), array_shape(drawing, array).rows);
    // Keys and values of a sequence that reads itself are tokens, and nobody is read yet.
    if (column_role(array) == Role::width)
        names.title.clear();
    return names;
}

Names column_names(const DrawContext& drawing, ArrayId array) {
    return names_of(drawing, column_axis(array), array_shape(drawing, array).columns);
}

Role row_role(ArrayId array) {
    return role_of(row_axis(array));
}

Role column_role(ArrayId array) {
    return role_of(column_axis(array));
}

std::string subscript(Index number) {
    return with_digits(number, subscripts);
}

std::string head_mark(Index head) {
    return "⁽" + with_digits(head + 1, superscripts) + "⁾";
}

std::string token_name(const DrawContext& drawing, bool keys, Index token) {
    const Sequence& sequence = keys ? key_sequence(drawing.layer()) : drawing.layer().sequence;
    const std::string label = token_label(sequence, drawing.view_state.item, token);
    const bool is_number = label == std::to_string(token + 1);
    return is_number ? "token " + label : label + subscript(token + 1);
}

std::string array_label(const DrawContext& drawing, ArrayId array) {
    std::string label(array_name(array));
    if (has_heads(array))
        label += head_mark(drawing.view_state.head);
    return label;
}

std::string cell_words(const DrawContext& drawing, const CellId& cell) {
    const Role rows = row_role(cell.array);
    const Role columns = column_role(cell.array);
    const bool tokens = rows == Role::queries || rows == Role::keys;
    if (tokens && columns == Role::keys)
        return token_name(drawing, false, cell.row) + " reads " + token_name(drawing, true, cell.column);
    if (tokens && columns == Role::single)
        return token_name(drawing, rows == Role::keys, cell.row);
    if (tokens)
        return fmt::format("{}, number {}", token_name(drawing, rows == Role::keys, cell.row), cell.column + 1);
    if (rows == Role::single)
        return fmt::format("number {}", cell.column + 1);
    return fmt::format("row {}, column {}", cell.row + 1, cell.column + 1);
}

std::string symbol_of(ArrayId array) {
    if (const ArrayId id = array; is_stage(id))
        return std::string(stage(id).symbol);
    return std::string(row_of(array).symbol);
}

std::string formula_of(ArrayId array, bool tokens_as_columns) {
    const ArrayId id = array;
    if (!is_stage(id))
        return {};
    const Array& row = stage(id);
    return std::string(tokens_as_columns && !row.columns_formula.empty() ? row.columns_formula : row.formula);
}

std::string cell_formula_of(ArrayId array) {
    const ArrayId id = array;
    return !is_stage(id) ? std::string() : std::string(stage(id).cell_formula);
}

std::string array_title(ArrayId array) {
    if (const ArrayId id = array; is_stage(id))
        return std::string(stage(id).title);
    return std::string(row_of(array).title);
}

std::string role_line(ArrayId array) {
    if (array == ArrayId::Q)
        return "who reads: what each token looks for";
    if (array == ArrayId::K)
        return "who is read: what each token offers";
    return array == ArrayId::V ? "what each token hands over" : "";
}

std::string array_hint(ArrayId array) {
    if (const ArrayId id = array; is_stage(id))
        return std::string(stage(id).hint);
    return std::string(row_of(array).hint);
}

CellId canonical(const DrawContext& drawing, const CellId& cell) {
    return drawing.trace.canonical(cell);
}

CellId selected_cell(const DrawContext& drawing) {
    const ViewState& view_state = drawing.view_state;
    const Shape shape = array_shape(drawing, view_state.array());
    return canonical(drawing, {view_state.array(), view_state.item, view_state.head, std::min(view_state.row, shape.rows - 1),
                               std::min(view_state.column, shape.columns - 1)});
}

CellId inspected_cell(const DrawContext& drawing) {
    const std::optional<CellId>& focus = drawing.view_state.focus;
    const bool counts = focus && drawing.view_state.focus_beside == drawing.view_state.array();
    return counts && drawing.trace.contains(*focus) ? canonical(drawing, *focus) : selected_cell(drawing);
}

Shape array_shape(const DrawContext& drawing, ArrayId array) {
    if (const ArrayId id = array; is_stage(id))
        return shape_of(drawing.sizes(), id);
    return parameter_shape(drawing.sizes(), array);
}

bool has_array(const DrawContext& drawing, ArrayId array) {
    if (const ArrayId id = array; is_stage(id))
        return drawing.trace.has(id);
    return !parameter(drawing.layer(), array, 0).empty();
}

std::vector<ArrayId> steps_of(const Trace& trace) {
    std::vector<ArrayId> steps;
    for (const Array& stage : stages())
        if (trace.has(stage.id))
            steps.push_back(stage.id);
    return steps;
}

} // namespace attn
