#include "core/figure/words/cell_words.h"

#include "core/document/sources/model_around.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/attention_words.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/readout_words.h"
#include "core/model/stream.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <vector>

namespace attn {

namespace {

std::string written_term(const Term& term) {
    return display_number(static_cast<float>(term.value), 2);
}

/// The indices of the terms that are written with the digits of the largest one, whatever their sign.
std::vector<Index> largest_terms(const std::vector<Term>& terms) {
    std::vector<float> magnitudes;
    magnitudes.reserve(terms.size());
    for (const Term& term : terms)
        magnitudes.push_back(std::abs(static_cast<float>(term.value)));
    return places_of_largest(magnitudes, [](float magnitude) { return display_number(magnitude, 2); });
}

/// The claim on the tokens that contribute most to a mixture, by its largest terms; several tokens if these are equal.
Claims most_mixed(const DrawContext& drawing, const Explanation& explanation, double magnitude) {
    std::vector<Index> tokens;
    std::vector<Index> terms;
    double taken = 0;
    bool are_read_alike = true;
    const std::vector<Index> largest = largest_terms(explanation.terms);
    for (const Index place : largest) {
        const Term& term = explanation.terms[static_cast<std::size_t>(place)];
        if (!term.left.cell)
            continue;
        const Term& first = explanation.terms[static_cast<std::size_t>(largest.front())];
        tokens.push_back(term.left.cell->column);
        terms.push_back(place);
        taken += std::abs(term.value);
        are_read_alike = are_read_alike && are_shown_alike(term.left.value, first.left.value, percent);
    }
    if (tokens.empty()) // empty if terms are not finite
        return {};
    constexpr double most = 2.0 / 3; // twice as much as all others
    const bool is_most = taken > most * magnitude;
    Fact lead;
    lead.of = is_most ? Quantity::share_of_terms : Quantity::lead_of_terms;
    lead.cell = explanation.cell;
    lead.terms = terms;
    lead.at_least = is_most ? most : 0;
    Prose words = prose("{} takes {} from {}", token_name(drawing, false, explanation.cell.row),
                        is_most ? "this mostly" : "the largest part of this", token_names(drawing, true, tokens));
    std::vector<Fact> facts{std::move(lead)};
    if (are_read_alike) {
        const std::string share = percent(explanation.terms[static_cast<std::size_t>(terms.front())].left.value);
        words += prose(", which it reads with {}{}", share, tokens.size() > 1 ? " each" : "");
        for (const Index term : terms)
            facts.push_back(
                value_fact(canonical(drawing, *explanation.terms[static_cast<std::size_t>(term)].left.cell), share));
    }
    return {{words + ".", std::move(facts)}};
}

/// The values of the largest terms, which have equal magnitudes: "both 2.00", "2.00 and −2.00", "each 2.00 or −2.00".
std::string alike_in_words(const Explanation& explanation, const std::vector<Index>& places) {
    std::vector<std::string> written;
    for (const Index place : places)
        if (std::string value = written_term(explanation.terms[static_cast<std::size_t>(place)]);
            std::ranges::find(written, value) == written.end())
            written.push_back(std::move(value));
    if (written.size() == 1)
        return (places.size() == 2 ? "both " : "each ") + written.front();
    return places.size() == 2 ? enumerated(written) : "each " + enumerated(written, " or ");
}

/// The words for the `count` largest terms: "The two largest".
std::string largest_in_words(std::size_t count, std::size_t terms) {
    constexpr std::array words{"two", "three", "four", "five", "six"};
    if (count == 1)
        return terms == 2 ? "The larger" : "The largest";
    return count - 2 < words.size() ? fmt::format("The {} largest", words.at(count - 2)) : "The largest of them";
}

/// The sentences about a number that is a sum of several terms, not all of them 0: how many there are, and how much of
/// the sum the largest make.
Claims sum_words(const Explanation& explanation, double magnitude) {
    const CellId& cell = explanation.cell;
    const auto count = explanation.terms.size();
    const auto is_of_head = [](const Term& term) { return term.left.cell && has_heads(term.left.cell->array); };
    const bool of_heads = !has_heads(cell.array) && std::ranges::any_of(explanation.terms, is_of_head);
    const bool of_all = std::ranges::all_of(explanation.terms, is_of_head);
    const Prose terms = prose("{} {}", count,
                              !of_heads ? "terms"
                              : of_all  ? "parts, one of each head"
                                        : "parts, one of each head and the bias");
    const std::vector<Index> largest = largest_terms(explanation.terms);
    std::vector<Fact> facts{fact(Quantity::terms, cell, static_cast<double>(count))};
    if (std::ranges::count(explanation.terms, 0, &Term::value) + 1 == std::ssize(explanation.terms)) {
        Fact all = fact(Quantity::share_of_terms, cell, 1);
        all.terms = largest;
        facts.push_back(std::move(all));
        return {
            {prose("{}. {}", terms, count == 2 ? "One of them is zero." : "All but one are zero."), std::move(facts)}};
    }
    double made = 0;
    for (const Index place : largest) {
        const Term& term = explanation.terms[static_cast<std::size_t>(place)];
        made += std::abs(term.value);
        facts.push_back(written_fact(Quantity::term, cell, written_term(term)));
        facts.back().terms = {place};
    }
    const bool is_one = largest.size() == 1;
    const std::string alike = is_one ? written_term(explanation.terms[static_cast<std::size_t>(largest.front())])
                                     : alike_in_words(explanation, largest);
    if (largest.size() == count)
        return {{prose("{}, {}.", terms, alike), std::move(facts)}};
    const std::string share = percent(static_cast<float>(made / magnitude));
    facts.push_back(written_fact(Quantity::share_of_terms, cell, share));
    facts.back().terms = largest;
    facts.push_back(fact(Quantity::lead_of_terms, cell, 0));
    facts.back().terms = largest;
    facts.back().at_most = std::numeric_limits<double>::infinity();
    return {{prose("{}. {}, {}, {} {} of their magnitudes.", terms, largest_in_words(largest.size(), count), alike,
                   is_one ? "makes" : "make", share),
             std::move(facts)}};
}

Claims product_words(const DrawContext& drawing, const Explanation& explanation) {
    const bool is_normed = is_stage(explanation.cell.array) &&
                           drawing.trace.recipe(explanation.cell.array).operation == OperationId::head_norm;
    if (is_normed) // the sum of a norm's terms is divided by the norm
        return {};
    const auto largest =
        std::max_element(explanation.terms.begin(), explanation.terms.end(),
                         [](const Term& a, const Term& b) { return std::abs(a.value) < std::abs(b.value); });
    const CellId& cell = explanation.cell;
    if (largest == explanation.terms.end())
        return {};
    if (largest->value == 0)
        return {{"All its terms are zero.", fact(Quantity::largest_term, cell, 0)}};
    if (explanation.rule != Rule::sum_of_products && explanation.rule != Rule::sum && explanation.rule != Rule::pinned)
        return {}; // the terms do not add up to it
    double magnitude = 0;
    for (const Term& term : explanation.terms)
        magnitude += std::abs(term.value);
    if (!std::isfinite(magnitude))
        return {{"Some of its terms are infinite, or no numbers.",
                 Always{"asked of the very terms that are shown above it; no sum of them can be compared"}}};
    if (row_of(largest->left.cell ? largest->left.cell->array : cell.array).meaning == Meaning::share)
        return most_mixed(drawing, explanation, magnitude);
    if (explanation.terms.size() == 1)
        return {};
    return sum_words(explanation, magnitude);
}

Claims embedding_words(const DrawContext& drawing, const CellId& cell) {
    const Sequence& sequence = drawing.layer().sequence;
    const auto& tokens = sequence.items.at(static_cast<std::size_t>(cell.item));
    const std::string& word = tokens.at(static_cast<std::size_t>(cell.row));
    const auto times = std::count(tokens.begin(), tokens.end(), word);
    const Fact count = fact(Quantity::word_count, cell, static_cast<double>(times));
    if (times < 2)
        return {{prose("One of the numbers that stand for “{}”.", Prose::own(word)), count}};
    const auto is_pinned = [&](const auto& pin) { return pin.first.array == cell.array; };
    if (std::ranges::any_of(drawing.layer().pins, is_pinned))
        return {{prose("“{}” stands here {} times: a change here changes all that are not pinned.", Prose::own(word),
                       times),
                 count}};
    return {{prose("“{}” stands here {} times with the same numbers: a change here changes all of them.", word, times),
             {count, fact(Quantity::unlike_equal_words, cell, 0)}}};
}

/// The sentences about the angle of a sine, a cosine or a rotation.
Claims angle_words(const DrawContext& drawing, const Explanation& explanation, const Angle& angle) {
    const auto number = [](double value) { return display_number(static_cast<float>(value), 4); };
    const CellId& cell = explanation.cell;
    if (angle.frequency == 0) {
        Fact is_same = fact(Quantity::sine_of_turn, cell, 0);
        return {{"Not turned: rotary positions turn the first columns of a head alone.", std::move(is_same)}};
    }
    const Prose whole = prose("place {} (from 0) {} {} a place = {}", angle.place, times_sign(drawing),
                              number(angle.frequency), number(angle.radians()));
    if (explanation.rule == Rule::lookup) {
        const bool is_sine = cell.column % 2 == 0;
        Fact is_so = fact(Quantity::value, cell, is_sine ? std::sin(angle.radians()) : std::cos(angle.radians()));
        is_so.at_least -= 1e-5;
        is_so.at_most += 1e-5;
        return {{prose("The {} of the angle {} of {}: {}.", is_sine ? "sine" : "cosine", number(angle.radians()),
                       token_name(drawing, false, cell.row), whole),
                 {std::move(is_so), written_fact(Quantity::angle, cell, number(angle.radians())),
                  written_fact(Quantity::frequency, cell, number(angle.frequency))}}};
    }
    const float magnitude = drawing.layer().rotary.magnitude;
    const std::string cosine = number(std::cos(angle.radians()));
    const std::string sine = number(std::sin(angle.radians()));
    std::vector<Fact> facts{written_fact(Quantity::cosine_of_turn, cell, cosine),
                            written_fact(Quantity::sine_of_turn, cell, sine),
                            written_fact(Quantity::angle, cell, number(angle.radians())),
                            written_fact(Quantity::frequency, cell, number(angle.frequency))};
    Prose both;
    if (magnitude != 1) {
        both = prose(", both times {}", display_number(magnitude, 4));
        facts.push_back(written_fact(Quantity::magnitude_of_turn, cell, display_number(magnitude, 4)));
    }
    return {{prose("Turned by θ = {}: cos θ = {}, sin θ = {}{}.", whole, cosine, sine, both), std::move(facts)}};
}

/// The facts that support the sentence in the array's row of the table, which is true for all its numbers.
std::vector<Fact> facts_behind_row(const DrawContext& drawing, const CellId& cell) {
    const auto beside = [&](ArrayId array) {
        return canonical(drawing, {cell.layer, array, cell.item, cell.head, cell.row, cell.column});
    };
    switch (drawing.trace.recipe(cell.array).operation) {
    case OperationId::row_maximum: {
        Fact largest = fact(Quantity::row_largest, beside(ArrayId::masked), 0);
        largest.other = cell;
        return {std::move(largest)};
    }
    case OperationId::exponential: {
        Fact within = fact(Quantity::value, cell, 0);
        within.at_most = 1;
        Fact largest = fact(Quantity::row_largest, beside(ArrayId::masked), 0);
        largest.other = canonical(drawing, {cell.layer, ArrayId::row_max, cell.item, cell.head, cell.row, 0});
        return {std::move(within), std::move(largest)};
    }
    case OperationId::gate: {
        Fact within = fact(Quantity::value, cell, 0);
        within.at_most = 1;
        return {std::move(within)};
    }
    case OperationId::soft_cap: {
        Fact within = fact(Quantity::value, cell, 0);
        within.at_least = -static_cast<double>(drawing.layer().soft_cap);
        within.at_most = static_cast<double>(drawing.layer().soft_cap);
        return {std::move(within)};
    }
    case OperationId::side_by_side: {
        Fact same = fact(Quantity::value, cell, 0);
        const std::vector<Term> terms = explain(drawing.trace, cell).terms;
        if (terms.empty() || !terms.front().left.cell)
            return {};
        same.other = *terms.front().left.cell;
        return {std::move(same)};
    }
    default:
        return {};
    }
}

/// True if the number that is subtracted from the score is the largest score of the row.
bool is_less_its_largest(const DrawContext& drawing, const CellId& cell) {
    const Matrix masked = drawing.trace.matrix({cell.layer, ArrayId::masked, cell.item, cell.head});
    const auto row = masked.row(cell.row);
    return *std::ranges::max_element(row) ==
           drawing.trace.value({cell.layer, ArrayId::row_max, cell.item, cell.head, cell.row, 0});
}

Claims row_words(const DrawContext& drawing, const Explanation& explanation) {
    const Array& row = row_of(explanation.cell.array);
    if (row.says.empty())
        return product_words(drawing, explanation);
    Prose words = words_in(row.says, drawing.notation);
    std::vector<Fact> facts = facts_behind_row(drawing, explanation.cell);
    if (facts.empty())
        return {{std::move(words), Always{"it says what the operation does, whatever it is done to"}}};
    // The row's usual sentence would be wrong if a pin replaced the largest score.
    if (row.meaning == Meaning::exponential && !is_less_its_largest(drawing, explanation.cell))
        return {{words_in("A number was given as the largest score of the <line>: this is e to the power of the score "
                          "less that number.",
                          drawing.notation),
                 Always{"it says what the operation does with the number that was given"}}};
    return {{std::move(words), std::move(facts)}};
}

/// The sentences about a weight: the column that it reads and the column that it adds to. For other weights than those
/// of products and biases: that one weight serves all rows.
Claims weight_words(const DrawContext& drawing, const Explanation& explanation) {
    const CellId& cell = explanation.cell;
    Prose does;
    if (!explanation.feeds.empty()) {
        const Dependents& fed = explanation.feeds.front();
        const Recipe& recipe = drawing.trace.recipe(fed.stage);
        const std::string_view number = token_line(!drawing.session.tokens_as_columns);
        // The contribution of the only head is the output.
        const bool is_output = fed.stage == ArrayId::parts && drawing.sizes().H == 1;
        const Prose into = prose("{} {} of {}", number, cell.column + 1,
                                 name_of(drawing, is_output ? ArrayId::Y : fed.stage, cell.head));
        ArrayId from = recipe.operands[0].array;
        if (is_in_blocks(from))
            from = drawing.trace.recipe(from).operands[0].array;
        const bool multiplies = recipe.operation == OperationId::affine || recipe.operation == OperationId::product;
        if (multiplies && recipe.operands[1].array == cell.array)
            does = prose("How much of {} {} of {} goes into {}. ", number, cell.row + 1,
                         name_of(drawing, from, cell.head), into);
        else if (multiplies || recipe.operation == OperationId::sum_over_heads)
            does = prose("It is added to {}. ", into);
    }
    return {{does + "A weight: it is the same for every token, and every item.",
             Always{"weights are kept once for a layer, not for a token or an item; which arrays it stands between is "
                    "read from the table of arrays"}}};
}

Claims own_words(const DrawContext& drawing, const Explanation& explanation) {
    const CellId& cell = explanation.cell;
    const ArrayId stage = cell.array;
    const std::string_view line = token_line(drawing.session.tokens_as_columns);
    if (explanation.rule == Rule::pinned) {
        const std::optional<AttentionRow> row =
            is_stage(stage) && row_of(stage).meaning == Meaning::share ? attention_row(drawing, cell) : std::nullopt;
        Claims claims{{"Pinned: this number was given and overrides the computation. What depends on it follows.",
                       fact(Quantity::is_given, cell, 1)}};
        if (row)
            add_sum_of_given(drawing, *row, claims);
        return claims;
    }
    if (!is_stage(stage))
        return weight_words(drawing, explanation);
    if (explanation.rule == Rule::given && stage == entering_array(drawing.layer()) &&
        has_model_around(drawing.session))
        return {{"The layers before this one made it. An edit gives it as a number of its own.",
                 fact(Quantity::is_given, cell, 1)}};
    if (explanation.rule == Rule::given)
        return {{"Given as a whole, not computed. It can be edited like a weight.", fact(Quantity::is_given, cell, 1)}};
    if (explanation.angle)
        return angle_words(drawing, explanation, *explanation.angle);
    switch (row_of(stage).meaning) {
    case Meaning::embedding:
        return embedding_words(drawing, cell);
    case Meaning::score:
        return score_words(drawing, explanation);
    case Meaning::mask:
        if (explanation.value == minus_infinity)
            return {{"−∞: this key is hidden from this query.", fact(Quantity::value, cell, minus_infinity)}};
        return {{"Added to the score.", Always{"a mask is added to scores, by its definition"}}};
    case Meaning::share:
        return share_words(drawing, explanation);
    case Meaning::row_sum:
    case Meaning::exponential:
        if (const auto row = attention_row(drawing, {cell.layer, ArrayId::A, cell.item, cell.head, cell.row, 0});
            row && row->allowed == 0)
            return {{prose("{}: {} of this {} {}.", row->masked_whole ? "Every key is masked" : "No score is above −∞",
                           stage == ArrayId::exp ? "no score" : "the sum", line,
                           stage == ArrayId::exp ? "weighs anything" : "is 0"),
                     fact(Quantity::readable_in_row, row->masked, 0)}};
        break;
    case Meaning::number:
        break;
    }
    Claims claims = row_words(drawing, explanation);
    // Only columns of Y are read out.
    if (stage == ArrayId::Y)
        if (Claim read = readout_claim(drawing, cell); !read.text.empty())
            claims.push_back(std::move(read));
    return claims;
}

} // namespace

Claims claims_about(const DrawContext& drawing, const Explanation& explanation) {
    Claims claims = own_words(drawing, explanation);
    const Caveat* const caveat = caveat_of(drawing.layer(), drawing.trace.structure(), explanation.cell.array);
    if (caveat != nullptr)
        claims.emplace_back(prose("Not as in the model: {}.", caveat->says),
                            Always{"it is read from the model's file, which the layer was made from"});
    return claims;
}

std::string in_words(const DrawContext& drawing, const Explanation& explanation) {
    return text_of(claims_about(drawing, explanation));
}

Prose dependents_place(const DrawContext& drawing, const CellId& from, const Dependents& fed) {
    const Index rows = fed.last_row - fed.first_row;
    const Index columns = fed.last_column - fed.first_column;
    if (rows * columns == 1)
        return cell_words(drawing, canonical(drawing, {drawing.layer().number, fed.stage, from.item, fed.head,
                                                       fed.first_row, fed.first_column}));
    const bool transposed = is_transposed(drawing, fed.stage);
    if (rows == 1)
        return prose("{} cells of {} {}", columns, token_line(transposed), fed.first_row + 1);
    if (columns == 1)
        return prose("{} cells of {} {}", rows, token_line(!transposed), fed.first_column + 1);
    return prose("{} cells", rows * columns);
}

Prose dependents_words(const DrawContext& drawing, const CellId& from, const Dependents& fed) {
    return prose("{}: {}", name_of(drawing, fed.stage, fed.head), dependents_place(drawing, from, fed));
}

} // namespace attn
