#include "core/figure/words/cell_description.h"
#include "core/figure/words/cell_letters.h"

#include "core/explain/explain.h"
#include "core/explain/written_terms.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_words.h"
#include "core/model/arrays.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::size_t most_told_terms = 8;
constexpr std::size_t most_told_readers = 4;

std::string told_factor(const DrawContext& drawing, const Factor& factor) {
    const std::string number = display_number(factor.value, 4);
    return factor.cell ? fmt::format("{} = {}", short_cell(drawing, *factor.cell), number) : number;
}

/// The sentence about a cell's terms: "It is made of 4 terms, the largest first: q₂₁ = 1 times k₃₁ = 2 is 2; …".
std::string told_terms(const DrawContext& drawing, const Explanation& explanation) {
    std::vector<Term> terms = terms_as_written(drawing.trace, explanation);
    if (terms.empty() || explanation.rule == Rule::pinned)
        return {};
    const bool sums = explanation.rule == Rule::sum_of_products || explanation.rule == Rule::sum;
    if (sums)
        std::ranges::stable_sort(terms, std::greater(), [](const Term& term) { return std::abs(term.value); });
    std::string told = terms.size() == 1 ? "It is made from "
                       : sums            ? fmt::format("It is the sum of {} terms, the largest first: ", terms.size())
                                         : "It is made from ";
    const std::size_t shown = std::min(terms.size(), most_told_terms);
    for (std::size_t i = 0; i < shown; ++i) {
        const Term& term = terms[i];
        told += (i == 0 ? "" : "; ") + told_factor(drawing, term.left);
        if (term.right)
            told += fmt::format(" times {} is {}", told_factor(drawing, *term.right),
                                display_number(static_cast<float>(term.value), 4));
    }
    if (shown < terms.size())
        told += fmt::format("; and {} more", terms.size() - shown);
    return told + ".";
}

std::string told_readers(const DrawContext& drawing, const Explanation& explanation) {
    if (explanation.feeds.empty())
        return {};
    std::string told = "It goes into ";
    const std::size_t shown = std::min(explanation.feeds.size(), most_told_readers);
    for (std::size_t i = 0; i < shown; ++i) {
        const Dependents& fed = explanation.feeds[i];
        told += fmt::format("{}{} ({})", i == 0 ? "" : ", ", matrix_name(drawing, fed.stage, fed.head),
                            dependents_place(drawing, explanation.cell, fed).letters());
    }
    if (shown < explanation.feeds.size())
        told += fmt::format(" and {} more", explanation.feeds.size() - shown);
    return told + ".";
}

} // namespace

std::string cell_description(const DrawContext& drawing, const CellId& cell) {
    const Explanation explanation = explain(drawing.trace, cell);
    const Shape shape = array_shape(drawing, cell.array);
    std::string text = array_title(drawing.session, cell.array).letters() + "\n";
    text += fmt::format("{}, {} {} and {} {}. {}: {}.\n", matrix_name(drawing, cell.array, cell.head), shape.rows,
                        noun_for(shape.rows, "row"), shape.columns, noun_for(shape.columns, "column"),
                        cell_words(drawing, cell).letters(), exact_number(explanation.value));
    for (const std::string& told :
         {told_terms(drawing, explanation), in_words(drawing, explanation), told_readers(drawing, explanation)})
        if (!told.empty())
            text += told + "\n";
    return text;
}

} // namespace attn
