#include "core/figure/words/note_numbers.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/model/arrays.h"
#include "core/model/facts.h"
#include "core/model/norm.h"
#include "core/model/overrides.h"
#include "core/notation/size_letters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <span>
#include <utility>

namespace attn {

namespace {

/// True if the stage is a product that reads the result of `norm`, directly or after rotation.
bool multiplies_normed(const DrawContext& drawing, ArrayId stage, const HeadNormRow& norm) {
    if (!is_stage(stage) || operation(drawing.trace.recipe(stage).operation).picture != NaturalPicture::product)
        return false;
    return std::ranges::any_of(stages(), [&](const Array& row) {
        return row.norm == norm.norm && has_array(drawing, row.id) && may_read(stage, row.id);
    });
}

/// The number with that many significant digits as TeX: 1.2 \cdot 10^{-5}.
std::string with_power(float value, int digits) {
    Decimal mantissa = with_digits(shortest_decimal(value), digits);
    const int power = first_place(mantissa);
    mantissa.exponent -= power;
    return fmt::format(R"({} \cdot 10^{{{}}})", fixed_digits(mantissa, digits - 1), power);
}

/// A number as TeX.
std::string tex_number(float value, int decimals) {
    if (std::isnan(value))
        return R"(\mathrm{NaN})";
    if (std::isinf(value))
        return value > 0 ? R"(\infty)" : R"(-\infty)";
    return std::abs(value) < 1e5F ? fixed_digits(value, decimals) : with_power(value, 3);
}

/// A number as TeX for an equation of its own: it is written as 0 only if it is 0.
std::string tex_number_alone(float value, int decimals) {
    return is_next_to_nothing(value, decimals) ? with_power(value, 2) : tex_number(value, decimals);
}

/// True if the formula's array has a row for each key.
bool is_of_keys(const NoteFormula& formula) {
    return is_stage(formula.array) && row_role(formula.array) == Role::keys;
}

/// True if the row on the left side is the key's, as in "k_j = …" and "K_{(j,c)} = …"; false for a sum over keys, which
/// belongs to a query.
bool names_key(const NoteFormula& formula) {
    const Result<Formula> read = parse_formula(formula.tex);
    if (!read)
        return false;
    const auto begins_with_key = [](const FormulaNode& place) {
        const auto is_key = [](const FormulaNode& node) { return node.is_letters("j"); };
        const std::vector<FormulaNode>& nodes = place.children;
        return !nodes.empty() &&
               (is_key(nodes[0]) || (nodes.size() > 1 && nodes[0].is_letters("(") && is_key(nodes[1])));
    };
    const auto has_key_below = [&](const FormulaNode& node) {
        return node.kind == FormulaNode::Kind::scripts && has_part(node.children[1], begins_with_key);
    };
    const auto sums_over_keys = [&](const FormulaNode& node) {
        return has_key_below(node) && node.children[0].kind == FormulaNode::Kind::symbol;
    };
    const FormulaNode left = sides_of(read->root).front();
    return has_part(left, has_key_below) && !has_part(left, sums_over_keys);
}

/// The stages between an array and those from which notes compute it.
std::span<const ArrayId> passed_over(ArrayId array) {
    using enum ArrayId;
    static constexpr std::array before_shares{scores, scaled, capped, masked, exp, row_max, row_sum};
    static constexpr std::array before_output{parts};
    static constexpr std::array before_concat{O_gated};
    switch (array) {
    case scaled:
        return std::span(before_shares).first(1);
    case A:
        return before_shares;
    case concat:
        return before_concat;
    case Y:
        return before_output;
    default:
        return {};
    }
}

} // namespace

std::vector<Prose> besides(const DrawContext& drawing, ArrayId array) {
    const Layer& layer = drawing.layer();
    const auto has = [&](ArrayId id) { return has_array(drawing, id); };
    const bool is_score = array == ArrayId::scores || array == ArrayId::scaled || array == ArrayId::A;
    const bool is_scaled = array == ArrayId::scaled || array == ArrayId::A;
    const bool is_output = array == ArrayId::parts || array == ArrayId::concat || array == ArrayId::Y;
    std::vector<Prose> all;
    const auto say_where = [&](bool here, Prose words) {
        if (here)
            all.push_back(std::move(words));
    };
    say_where(is_stage(array) && drawing.session.tokens_as_columns, "tokens are columns");

    for (const auto& [made, bias] : {std::pair(ArrayId::Q, ArrayId::b_Q), std::pair(ArrayId::K, ArrayId::b_K),
                                     std::pair(ArrayId::V, ArrayId::b_V), std::pair(ArrayId::Y, ArrayId::b_O)})
        say_where(array == made && has(bias), prose("a bias is added, {}", name_of(drawing.notation, bias)));
    say_where(is_score && (has(ArrayId::b_Q) || has(ArrayId::b_K)), "queries and keys have biases");
    say_where((array == ArrayId::K || array == ArrayId::V || is_score) && layer.context != nullptr,
              "keys and values come from another sequence");
    for (const HeadNormRow& norm : head_norms)
        say_where(multiplies_normed(drawing, is_score ? ArrayId::scores : array, norm),
                  prose("{} are normed", norm.rows));
    say_where(is_score && (has(ArrayId::Q_rotated) || has(ArrayId::K_rotated)), "queries and keys turn by their place");
    say_where(is_scaled && layer.scale.kind != Scale::Kind::inverse_sqrt_d_k, "the scale is a different one");
    say_where(is_scaled && layer.temperature != 1, "scores are divided by a temperature");
    const bool is_masked = drawing.notation.masked;
    say_where(array == ArrayId::A && has(ArrayId::capped), "scores are capped");
    say_where(array == ArrayId::A && has(ArrayId::bias), "a bias by distance is added");
    say_where(array == ArrayId::A && is_masked, "a mask is added to the scores");
    say_where(is_output && has(ArrayId::O_gated), "the heads’ outputs are gated");
    const bool is_off = std::ranges::any_of(layer.heads, [](const HeadWeights& head) { return !head.on; });
    say_where((array == ArrayId::O || is_output) && is_off, "a head is off");
    say_where(is_overridden(layer, array) ||
                  std::ranges::any_of(passed_over(array), [&](ArrayId id) { return is_overridden(layer, id); }),
              "numbers are given or pinned");
    return all;
}

std::vector<Prose> besides(const DrawContext& drawing, const NoteFormula& formula) {
    std::vector<Prose> all = besides(drawing, formula.array);
    for (const ArrayId array : formula.through)
        for (Prose& words : besides(drawing, array))
            if (std::ranges::find(all, words) == all.end())
                all.push_back(std::move(words));
    return all;
}

std::string broken_premise(const DrawContext& drawing, Premise premise) {
    const Sizes& sizes = drawing.sizes();
    switch (premise) {
    case Premise::one_width:
        return sizes.d_k == sizes.d_v ? "" : fmt::format("keys have width {} and values {}", sizes.d_k, sizes.d_v);
    case Premise::heads_of_one_fill_width:
        if (sizes.d_k != sizes.d_v)
            return broken_premise(drawing, Premise::one_width);
        [[fallthrough]];
    case Premise::heads_fill_width:
        if (sizes.H * sizes.d_v == sizes.D)
            return {};
        return sizes.H == 1 ? fmt::format("the width is {}, and that of the only head {}", sizes.D, sizes.d_v)
                            : fmt::format("the width is {}, and {} heads of {} are {}", sizes.D, sizes.H, sizes.d_v,
                                          sizes.H * sizes.d_v);
    case Premise::one_input_width:
        return sizes.D_context == sizes.D ? ""
                                          : fmt::format("queries are made from width {}, keys and values from width {}",
                                                        sizes.D, sizes.D_context);
    case Premise::several_heads:
        return sizes.H > 1 ? "" : "there is one head";
    case Premise::own_keys:
        return sizes.queries_per_kv == 1 ? "" : fmt::format("{} heads share keys and values", sizes.queries_per_kv);
    case Premise::output_weights:
        return has_array(drawing, ArrayId::Y) ? "" : "there are no output weights";
    }
    return {};
}

std::optional<Claim> broken_premise(const DrawContext& drawing, const NoteFormula& formula) {
    for (const Premise premise : formula.premises) {
        std::string why = broken_premise(drawing, premise);
        if (why.empty())
            continue;
        if (premise == Premise::output_weights)
            return Claim{std::move(why), fact(Quantity::exists, {drawing.layer().number, ArrayId::Y, 0, 0, 0, 0}, 0)};
        std::vector<Fact> facts;
        for (const auto length :
             {&Sizes::H, &Sizes::d_k, &Sizes::d_v, &Sizes::D, &Sizes::D_context, &Sizes::queries_per_kv})
            facts.push_back(length_fact(drawing.sizes(), length));
        return Claim{std::move(why), std::move(facts)};
    }
    return std::nullopt;
}

bool numbers_hold(const DrawContext& drawing, const NoteFormula& formula) {
    const Layer& layer = drawing.layer();
    const bool is_scaled_so = layer.scale.kind == Scale::Kind::inverse_sqrt_d_k && layer.temperature == 1;
    const Result<FormulaNode> numbers = parse_template(formula.numbers);
    const bool is_a_sum_alone = numbers && !numbers->children.empty() && numbers->children.back().is_name("=row total");
    const auto is_ours = [&](ArrayId array) { return is_overridden(layer, array); };
    if (formula.array == ArrayId::scaled && !formula.numbers.empty())
        return is_scaled_so && !is_ours(ArrayId::scaled);
    constexpr std::array of_softmax{ArrayId::exp, ArrayId::row_max, ArrayId::row_sum, ArrayId::A};
    return formula.array != ArrayId::A || is_a_sum_alone || std::ranges::none_of(of_softmax, is_ours);
}

NoteNumbers::NoteNumbers(const DrawContext& drawing, std::optional<NotePlaces> places)
    : drawing_(drawing), cell_(selected_cell(drawing)), is_of_places_(places.has_value()) {
    if (places) {
        cell_.row = places->query;
        cell_.column = places->key;
    }
    const bool has_rows_of_keys = !places && row_role(cell_.array) == Role::keys;
    key_ = std::min(has_rows_of_keys ? cell_.row : cell_.column, drawing.sizes().S_k - 1);
}

bool NoteNumbers::exist(const NoteFormula& formula) const {
    const Index line = line_of(formula);
    bool all = true;
    with_numbers(formula.numbers, [&](std::string_view name) {
        if (name.ends_with(row_of_notes))
            if (const auto array = find_array(name.substr(0, name.size() - row_of_notes.size())))
                all = all && line < array_shape(drawing_, *array).rows;
        return std::string();
    });
    return all;
}

std::string NoteNumbers::of(const NoteFormula& formula) const {
    const Index line = line_of(formula);
    return with_numbers(formula.numbers, [&](std::string_view name) { return number(name, line); });
}

std::string NoteNumbers::whose(const NoteFormula& formula) const {
    bool of_row = false;
    bool of_cell = false;
    bool of_head = false;
    with_numbers(formula.numbers, [&](std::string_view name) {
        if (name == "S_q" || name == "H_kv" || length_by_letter(name))
            return std::string();
        const bool is_of_row = name.ends_with(row_of_notes) || name == "row total";
        (is_of_row ? of_row : of_cell) = true;
        const auto array = find_array(is_of_row ? name.substr(0, name.size() - row_of_notes.size()) : name);
        of_head = of_head || !array || has_heads(*array);
        return std::string();
    });
    const Notation& notation = drawing_.notation;
    const auto counted = [&](std::string_view letter, Index place) {
        return fmt::format("{} = {}", in_notation(letter, notation), place + 1);
    };
    std::string words;
    if (of_cell)
        words = counted("<i>", cell_.row) + R"(,\; )" + counted("<j>", cell_.column);
    else if (of_row)
        words = counted(names_key(formula) ? "<j>" : "<i>", line_of(formula));
    if (of_row && !of_cell && is_of_places_ && is_of_keys(formula) && !names_key(formula))
        words += R"(\text{ (the key)})";
    if (!words.empty() && of_head && drawing_.sizes().H > 1)
        words += fmt::format(R"(,\; \text{{head }} {})", head_number(drawing_.session, drawing_.view_state.head));
    return words;
}

Index NoteNumbers::line_of(const NoteFormula& formula) const {
    const bool is_of_key = names_key(formula) || (is_of_places_ && is_of_keys(formula));
    return is_of_key ? key_ : cell_.row;
}

CellId NoteNumbers::cell(ArrayId array) const {
    const Shape shape = array_shape(drawing_, array);
    const Index row = std::clamp<Index>(cell_.row, 0, std::max<Index>(shape.rows, 1) - 1);
    const Index column = std::clamp<Index>(cell_.column, 0, std::max<Index>(shape.columns, 1) - 1);
    return canonical(drawing_,
                     {drawing_.layer().number, array, drawing_.view_state.item, drawing_.view_state.head, row, column});
}

std::string NoteNumbers::number(std::string_view name, Index line) const {
    if (Index Sizes::*const length = length_by_letter(name == "S_q" ? "S" : name))
        return std::to_string(drawing_.sizes().*length);
    if (name == "H_kv")
        return std::to_string(drawing_.sizes().H_kv());
    const ViewState& view = drawing_.view_state;
    if (name == "exp")
        return tex_number_alone(std::exp(value(ArrayId::masked)), view.fine_decimals());
    if (name == "sum exp" || name == "row total")
        return tex_number_alone(total(name == "sum exp"), view.fine_decimals());
    const bool is_row = name.ends_with(row_of_notes);
    const auto array = find_array(is_row ? name.substr(0, name.size() - row_of_notes.size()) : name);
    if (!array || !has_array(drawing_, *array))
        return "?";
    if (is_row)
        return row(*array, line);
    return tex_number_alone(value(*array),
                            row_of(*array).meaning == Meaning::share ? view.fine_decimals() : view.decimals);
}

/// The row `line` of the array as TeX, as many numbers as fit on a line of a page.
std::string NoteNumbers::row(ArrayId array, Index line) const {
    constexpr std::size_t most = 8;
    const CellId at = cell(array);
    const Matrix all = drawing_.trace.array(at.array, at.item, at.head);
    const Matrix matrix = all.row_block(std::min(line, all.rows() - 1), 1);
    std::string numbers;
    for (const float number : matrix.row(0).first(std::min(most, matrix.row(0).size()))) {
        const std::string written = tex_number(number, drawing_.view_state.decimals);
        // Braces keep a negative number's sign from becoming a minus between two numbers.
        numbers += (numbers.empty() ? "" : R"( \; )") + (number < 0 ? "{" + written + "}" : written);
    }
    return R"(\left( )" + numbers + (matrix.row(0).size() > most ? R"( \; \ldots)" : "") + R"( \right))";
}

float NoteNumbers::value(ArrayId array) const {
    const CellId at = cell(array);
    return drawing_.trace.contains(at) ? drawing_.trace.value(at) : std::nanf("");
}

/// The sum of the row's exponentials, of scores without their maximum subtracted, or of its attention weights.
float NoteNumbers::total(bool of_exponentials) const {
    const CellId at = cell(of_exponentials ? ArrayId::masked : ArrayId::A);
    const Matrix row = drawing_.trace.array(at.array, at.item, at.head).row_block(at.row, 1);
    double sum = 0;
    for (const float number : row.row(0))
        sum += of_exponentials ? std::exp(static_cast<double>(number)) : static_cast<double>(number);
    return static_cast<float>(sum);
}

} // namespace attn
