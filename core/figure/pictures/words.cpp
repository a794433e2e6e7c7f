#include "core/figure/pictures/words.h"

#include "core/document/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/readout.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <vector>

namespace attn {

namespace {

std::string percent(float share) {
    return share_in_percent(static_cast<double>(share));
}

constexpr std::string_view no_number =
    "Not a number: something that it follows from is NaN or infinite. No mask makes that.";

/// How the selected row shares its attention.
struct Row {
    Index allowed = 0;
    float share = 0;
    float sum = 0;
    bool is_given = false; ///< the selected share: no work of softmax
    bool hidden = false;
    bool masked_whole = false; ///< by the mask, not by a weight that is NaN or infinite
};

std::optional<Row> row_of(const DrawContext& drawing, const CellId& cell) {
    if (!drawing.trace.has(ArrayId::A) || !drawing.trace.has(ArrayId::masked))
        return std::nullopt;
    const CellId of_share{ArrayId::A, cell.item, cell.head, cell.row, cell.column};
    const Matrix A = drawing.trace.array(of_share.array, cell.item, cell.head);
    const Matrix masked = drawing.trace.matrix({ArrayId::masked, cell.item, cell.head});
    Row row;
    for (Index j = 0; j < A.columns(); ++j) {
        row.allowed += masked(cell.row, j) > minus_infinity ? 1 : 0;
        row.sum += A(cell.row, j);
    }
    row.share = A(cell.row, cell.column);
    const Rule rule = explain(drawing.trace, of_share).rule;
    row.is_given = rule == Rule::pinned || rule == Rule::given;
    // Where a score was a number before, it is hidden by a mask, painted, given or pinned.
    const ArrayId before = drawing.trace.recipe(ArrayId::masked).operands[0].array;
    const Matrix scores = drawing.trace.has(before) ? drawing.trace.matrix({before, cell.item, cell.head}) : Matrix();
    const auto is_hidden = [&](Index j) {
        return masked(cell.row, j) == minus_infinity && (scores.empty() || std::isfinite(scores(cell.row, j)));
    };
    row.hidden = is_hidden(cell.column);
    row.masked_whole = true;
    for (Index j = 0; j < A.columns(); ++j)
        row.masked_whole = row.masked_whole && is_hidden(j);
    return row;
}

std::string even_share(const DrawContext& drawing, const Row& row) {
    if (row.allowed == 0)
        return fmt::format("{} of this {} is {}: it is no distribution.", row.masked_whole ? "Every key" : "No score",
                           token_line(drawing.session.tokens_as_columns), row.masked_whole ? "masked" : "above −∞");
    if (row.allowed == 1)
        return "no other key may be read.";
    return fmt::format("an even share of the {} allowed keys would be {:.3g} %.", row.allowed,
                       100 / static_cast<double>(row.allowed));
}

/// What a row with pinned shares sums to; nothing where that is 1.
std::string pinned_sum(const DrawContext& drawing, const Row& row) {
    if (std::abs(row.sum - 1) < 1e-4F || row.allowed == 0)
        return {};
    return fmt::format(" With its pins this {} sums to {}.", token_line(drawing.session.tokens_as_columns),
                       display_number(row.sum, 3));
}

std::string score_words(const DrawContext& drawing, const Explanation& explanation) {
    const CellId& cell = explanation.cell;
    const std::string query = token_name(drawing, false, cell.row);
    const std::string key = token_name(drawing, true, cell.column);
    const std::optional<Row> row = row_of(drawing, cell);
    if (std::isnan(explanation.value))
        return std::string(no_number);
    if (row && row->hidden)
        return fmt::format("The mask hides {} from {}: whatever the score, the share is 0.", key, query);
    std::string turn = explanation.value < 0   ? "Negative: " + query + " turns away from " + key + "."
                       : explanation.value > 0 ? "Positive: " + query + " turns towards " + key + "."
                                               : "Zero: " + query + " neither seeks nor shuns " + key + ".";
    if (!row)
        return turn;
    if (row->is_given)
        return fmt::format("{} What softmax makes of it does not count: the share of {} is given, {}.", turn, key,
                           percent(row->share));
    return fmt::format("{} After softmax {} gets {} of the {}; {}", turn, key, percent(row->share),
                       token_line(drawing.session.tokens_as_columns), even_share(drawing, *row));
}

std::string share_words(const DrawContext& drawing, const Explanation& explanation) {
    const CellId& cell = explanation.cell;
    const std::optional<Row> row = row_of(drawing, cell);
    const std::string query = token_name(drawing, false, cell.row);
    const std::string key = token_name(drawing, true, cell.column);
    if (std::isnan(explanation.value))
        return std::string(no_number);
    const std::string reads =
        fmt::format("{} reads {} with {} of its attention", query, key, percent(explanation.value));
    if (!row)
        return reads + ".";
    if (row->hidden && explanation.value == 0)
        return fmt::format("{} may not read {}: the mask hides it.", query, key);
    return reads + "; " + even_share(drawing, *row) + pinned_sum(drawing, *row);
}

/// From whom most of a mixture is taken, by the largest of its terms: from several where these are alike.
std::string most_mixed(const DrawContext& drawing, const Explanation& explanation, const Term& largest,
                       double magnitude) {
    std::vector<Index> tokens;
    double taken = 0;
    bool are_read_alike = true;
    for (const Term& term : explanation.terms)
        if (term.left.cell && std::abs(term.value) == std::abs(largest.value)) {
            tokens.push_back(term.left.cell->column);
            taken += std::abs(term.value);
            are_read_alike = are_read_alike && term.left.value == largest.left.value;
        }
    if (tokens.empty()) // where terms are no numbers
        return {};
    std::string words = fmt::format("{} takes {} from {}", token_name(drawing, false, explanation.cell.row),
                                    taken > magnitude / 2 ? "this mostly" : "the largest part of this",
                                    token_names(drawing, true, tokens));
    if (are_read_alike)
        words +=
            fmt::format(", which it reads with {}{}", percent(largest.left.value), tokens.size() > 1 ? " each" : "");
    return words + ".";
}

std::string product_words(const DrawContext& drawing, const Explanation& explanation) {
    const auto largest =
        std::max_element(explanation.terms.begin(), explanation.terms.end(),
                         [](const Term& a, const Term& b) { return std::abs(a.value) < std::abs(b.value); });
    if (largest == explanation.terms.end())
        return {};
    if (largest->value == 0)
        return "All its terms are 0.";
    double magnitude = 0;
    for (const Term& term : explanation.terms)
        magnitude += std::abs(term.value);
    if (!std::isfinite(magnitude))
        return "Some of its terms are infinite, or no numbers.";
    const auto share = static_cast<float>(std::abs(largest->value) / magnitude);
    const CellId& cell = explanation.cell;
    if (row_of(largest->left.cell ? largest->left.cell->array : cell.array).meaning == Meaning::share)
        return most_mixed(drawing, explanation, *largest, magnitude);
    if (explanation.terms.size() == 1)
        return {};
    return fmt::format("{} terms. The largest, {}, makes {} of their magnitudes.", explanation.terms.size(),
                       display_number(static_cast<float>(largest->value), 2), percent(share));
}

std::string embedding_words(const DrawContext& drawing, const CellId& cell) {
    const Sequence& sequence = drawing.layer().sequence;
    const auto& tokens = sequence.items.at(static_cast<std::size_t>(cell.item));
    const std::string& word = tokens.at(static_cast<std::size_t>(cell.row));
    const auto times = std::count(tokens.begin(), tokens.end(), word);
    if (times < 2)
        return fmt::format("One of the numbers that stand for “{}”.", word);
    return fmt::format("“{}” stands here {} times with the same numbers: a change here changes all of them.", word,
                       times);
}

/// The angle behind a sine, a cosine or a turn.
std::string angle_words(const DrawContext& drawing, const Explanation& explanation, const Angle& angle) {
    const auto number = [](double value) { return display_number(static_cast<float>(value), 4); };
    if (angle.frequency == 0)
        return "Not turned: rotary positions turn the first columns of a head alone.";
    const std::string whole = fmt::format("place {} (from 0) × {} a place = {}", angle.place, number(angle.frequency),
                                          number(angle.radians()));
    if (explanation.rule == Rule::lookup)
        return fmt::format("The {} of the angle {} of {}: {}.", explanation.cell.column % 2 == 0 ? "sine" : "cosine",
                           number(angle.radians()), token_name(drawing, false, explanation.cell.row), whole);
    const float magnitude = drawing.layer().rotary.magnitude;
    return fmt::format("Turned by θ = {}: cos θ = {}, sin θ = {}{}.", whole, number(std::cos(angle.radians())),
                       number(std::sin(angle.radians())),
                       magnitude == 1 ? "" : fmt::format(", both times {}", display_number(magnitude, 4)));
}

std::string own_words(const DrawContext& drawing, const Explanation& explanation) {
    const ArrayId stage = explanation.cell.array;
    if (explanation.rule == Rule::pinned) {
        const std::optional<Row> row = is_stage(stage) && row_of(stage).meaning == Meaning::share
                                           ? row_of(drawing, explanation.cell)
                                           : std::nullopt;
        return "Pinned: this number was given and overrides the computation. What depends on it follows." +
               (row ? pinned_sum(drawing, *row) : "");
    }
    if (!is_stage(stage))
        return "A weight: it is the same for every token, and every item.";
    if (explanation.rule == Rule::given)
        return "Given as a whole, not computed. It can be edited like a weight.";
    if (explanation.angle)
        return angle_words(drawing, explanation, *explanation.angle);
    const Array& row = row_of(stage);
    switch (row.meaning) {
    case Meaning::embedding:
        return embedding_words(drawing, explanation.cell);
    case Meaning::score:
        return score_words(drawing, explanation);
    case Meaning::mask:
        return explanation.value == minus_infinity ? "−∞: this key is hidden from this query." : "Added to the score.";
    case Meaning::share:
        return share_words(drawing, explanation);
    case Meaning::row_sum:
        if (explanation.value == 0)
            return fmt::format("Every key is masked: this {} is no distribution.",
                               token_line(drawing.session.tokens_as_columns));
        break;
    case Meaning::exponential:
        if (explanation.terms.size() > 1 && explanation.terms[1].left.value == -std::numeric_limits<float>::infinity())
            return fmt::format("Every key is masked: no score of this {} weighs anything.",
                               token_line(drawing.session.tokens_as_columns));
        break;
    case Meaning::number:
        break;
    }
    std::string words = row.says.empty() ? product_words(drawing, explanation)
                                         : as_laid_out(std::string(row.says), notation_of(drawing.session));
    // What columns mean is said of Y alone.
    if (stage == ArrayId::Y)
        if (const std::string read = readout_words(drawing, explanation.cell.item, explanation.cell.row); !read.empty())
            words += fmt::format(" {} reads out as {}.", token_name(drawing, false, explanation.cell.row), read);
    return words;
}

} // namespace

std::string in_words(const DrawContext& drawing, const Explanation& explanation) {
    const Caveat* const caveat = caveat_of(drawing.layer(), drawing.trace.structure(), explanation.cell.array);
    const std::string own = own_words(drawing, explanation);
    return caveat == nullptr ? own
                             : fmt::format("{}{}Not as in the model: {}.", own, own.empty() ? "" : " ", caveat->says);
}

std::string short_cell(const DrawContext& drawing, const CellId& cell) {
    const Array& row = row_of(cell.array);
    const bool has_row = row.rows != Axis::one;
    const bool has_column = row.columns != Axis::one;
    std::string label = in_letters(row.letter, notation_of(drawing.session));
    // What is a head's may have the output's letter, and is told from it by the head.
    const std::string of_output = in_letters(row_of(ArrayId::Y).letter, notation_of(drawing.session));
    if (has_heads(cell.array) && (label == of_output || row.letter == row_of(ArrayId::parts).letter))
        label += head_mark(drawing.session, cell.head);
    if (has_row)
        label += subscript(cell.row + 1);
    if (has_row && has_column)
        label += "‚";
    if (has_column)
        label += subscript(cell.column + 1);
    return label;
}

std::string dependents_place(const DrawContext& drawing, const CellId& from, const Dependents& fed) {
    const Index rows = fed.last_row - fed.first_row;
    const Index columns = fed.last_column - fed.first_column;
    if (rows * columns == 1)
        return cell_words(drawing,
                          canonical(drawing, {fed.stage, from.item, fed.head, fed.first_row, fed.first_column}));
    const bool transposed = is_transposed(drawing, fed.stage);
    if (rows == 1)
        return fmt::format("{} cells of {} {}", columns, token_line(transposed), fed.first_row + 1);
    if (columns == 1)
        return fmt::format("{} cells of {} {}", rows, token_line(!transposed), fed.first_column + 1);
    return fmt::format("{} cells", rows * columns);
}

std::string dependents_words(const DrawContext& drawing, const CellId& from, const Dependents& fed) {
    return fmt::format("{}{}: {}", shown_name(drawing.session, fed.stage),
                       has_heads(fed.stage) ? head_mark(drawing.session, fed.head) : std::string(),
                       dependents_place(drawing, from, fed));
}

} // namespace attn
