#include "core/handouts/exercise_line.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/cell_words.h"
#include "core/formula/equation.h"
#include "core/handouts/worked_cell.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace attn {

Submatrix ExerciseLine::part_beside(ArrayId array) const {
    const Array& beside = row_of(array);
    const Array& stage = row_of(exercise_.slot.array);
    const Shape shape = array_shape(drawing_, array);
    return {beside.rows == stage.rows ? exercise_.part.rows : IndexRange{0, shape.rows},
            beside.columns == stage.columns ? exercise_.part.columns : IndexRange{0, shape.columns}};
}

/// The matrices from the scores to the one that softmax reads. A matrix that is added to the scores is among them only
/// if it does more than mask cells: some of its numbers are finite and not 0. Empty if only later steps were recorded.
std::vector<LinePart> ExerciseLine::scores_for_softmax() const {
    const Trace& trace = drawing_.trace;
    const Index head = drawing_.view_state.head;
    std::vector<LinePart> line;
    if (!is_made(trace.structure(), read_by_softmax)) {
        if (trace.has(read_by_softmax))
            line.push_back({read_by_softmax, head});
        return line;
    }
    for (const Operand& operand : trace.made_from(read_by_softmax))
        if (line.empty() || has_finite_numbers(operand.array))
            line.push_back({operand.array, head, line.empty() ? "" : "+"});
    if (line.size() > 1) {
        line.push_back({read_by_softmax, head, "="});
        return line;
    }
    if (notation_of(drawing_.session).masked)
        return {{read_by_softmax, head}};
    // Nothing was added, but later formulas use the name of the sum: the scores get that name too.
    const Notation notation = notation_of(drawing_.session);
    const std::string called = symbol_of(read_by_softmax);
    const bool is_renamed = in_notation("<softmax score>", notation) != in_notation("<score cell read>", notation);
    if (is_renamed && in_notation(called, notation) != in_notation(symbol_of(line.front().array), notation))
        line.front().called = called + " = ";
    return line;
}

std::vector<LinePart> ExerciseLine::parts() const {
    const ArrayId stage = exercise_.slot.array;
    const Index head = drawing_.view_state.head;
    std::vector<LinePart> line;
    const auto add = [&](ArrayId array, Index of, const std::string& sign) {
        line.push_back({array, of, line.empty() ? "" : sign});
    };
    if (is_worked_out_by_row(stage)) {
        line = scores_for_softmax();
        for (const Array& step : stages())
            if (step.id > read_by_softmax && step.id <= stage && drawing_.trace.has(step.id))
                add(step.id, head, "→");
        return line;
    }
    if (is_sum_over_heads()) {
        for (Index each = 0; each < drawing_.sizes().H; ++each)
            add(ArrayId::parts, each, "+");
        add(stage, head, "=");
        return line;
    }
    const OperationId made_by = drawing_.trace.recipe(stage).operation;
    const std::string sign(operation(made_by).sign);
    for (const Operand& operand : drawing_.trace.made_from(stage))
        if (is_stage(operand.array))
            add(operand.array, head, sign.empty() ? "," : sign);
    if (made_by == OperationId::scale)
        add(stage, head,
            times_sign(drawing_) + " " +
                by_hand(static_cast<float>(score_factor(drawing_.layer())), drawing_.view_state.fine_decimals()) +
                " =");
    else
        add(stage, head, sign.empty() ? "→" : "=");
    return line;
}

template <class Predicate>
bool ExerciseLine::has_number(ArrayId array, const Predicate& is_meant) const {
    if (!drawing_.trace.has(array))
        return false;
    const Matrix numbers = drawing_.trace.array(array, exercise_.slot.item, exercise_.slot.head);
    const IndexRange rows = part_beside(array).rows;
    for (Index i = rows.first; i < rows.last; ++i)
        if (std::ranges::any_of(numbers.row(i), is_meant))
            return true;
    return false;
}

bool ExerciseLine::has_finite_numbers(ArrayId added) const {
    return has_number(added, [](float value) { return value != 0 && std::isfinite(value); });
}

std::string ExerciseLine::words_on_hatching() const {
    if (!is_worked_out_by_row(exercise_.slot.array))
        return "Hatched: masked. Nobody reads there, and the score is −∞.";
    const auto letter = [&](std::string_view name) { return in_letters(name, notation_of(drawing_.session)); };
    std::string words = fmt::format("Hatched: masked. There {} = −∞, and nobody reads there", letter("<M>"));
    words += has_finite_numbers(ArrayId::mask) ? std::string(".") : fmt::format("; elsewhere {} = 0.", letter("<M>"));
    const auto is_none = [](float largest) { return largest == -std::numeric_limits<float>::infinity(); };
    if (has_number(ArrayId::row_max, is_none))
        words += fmt::format(" In a {} that is hatched whole {} = −∞, and {} and its shares are 0.",
                             token_line(drawing_.session.tokens_as_columns), letter("<m>"), letter("<z>"));
    return words;
}

std::vector<std::string> ExerciseLine::formulas() const {
    const Session& session = drawing_.session;
    const ArrayId stage = exercise_.slot.array;
    std::vector<std::string> all;
    if (!is_worked_out_by_row(stage) && is_sum_over_heads())
        return all;
    if (!is_worked_out_by_row(stage)) {
        if (const auto operands = product_operands(drawing_.trace.structure(), stage);
            operands && is_in_blocks(operands->left))
            all.push_back(equation_of(session, operands->left));
        return all;
    }
    std::vector<LinePart> line = parts();
    if (line.front().array == read_by_softmax && is_made(drawing_.trace.structure(), read_by_softmax))
        line.insert(line.begin(), {drawing_.trace.recipe(read_by_softmax).operands[0].array, 0});
    for (const LinePart& part : line) {
        if (std::string tex = cell_formula_of(session, part.array);
            sides_of(laid_out(tex, drawing_.notation)).size() > 1)
            all.push_back(std::move(tex));
        if (!part.called.empty()) // later formulas read the score by that name
            all.emplace_back("<masked score> = <score cell read>");
    }
    return all;
}

bool ExerciseLine::is_sum_over_heads() const {
    return drawing_.trace.has(ArrayId::parts) && exercise_.slot.array == ArrayId::Y && adds_heads(drawing_);
}

} // namespace attn
