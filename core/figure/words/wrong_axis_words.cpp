#include "core/figure/words/wrong_axis_words.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/words/softmax_claims.h"
#include "core/model/facts.h"
#include "core/notation/in_notation.h"
#include "core/tensor/decimal.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

namespace {

std::string percent(double share) {
    return percent_digits(static_cast<float>(share)) + " %";
}

struct Reader {
    Index row = 0;
    double sum = 0;
};

/// The queries that have keys, with the sum of their weights if softmax runs over the queries, in ascending order of
/// the sum.
std::vector<Reader> readers(const Matrix& right, const Matrix& wrong) {
    std::vector<Reader> all;
    const auto sum = [](std::span<const float> row) { return std::accumulate(row.begin(), row.end(), 0.0); };
    all.reserve(static_cast<std::size_t>(wrong.rows()));
    for (Index i = 0; i < wrong.rows(); ++i)
        if (sum(right.row(i)) > 0 && std::isfinite(sum(wrong.row(i))))
            all.push_back({i, sum(wrong.row(i))});
    std::stable_sort(all.begin(), all.end(), [](const Reader& a, const Reader& b) { return a.sum < b.sum; });
    return all;
}

/// The facts from which one can check the largest and the least of these sums, as they are written in percent.
std::vector<Fact> wrong_percents(const CellId& shares, const std::vector<Reader>& all) {
    std::vector<Fact> facts{written_fact(Quantity::largest_wrong_sum, shares, percent(all.back().sum))};
    if (all.size() > 1)
        facts.push_back(written_fact(Quantity::least_wrong_sum, shares, percent(all.front().sum)));
    return facts;
}

/// The facts from which one can check the least and the largest sum of weights of queries that have keys.
std::vector<Fact> wrong_sums(const CellId& shares, double least, double most) {
    constexpr double slack = 2e-3;
    return {fact_near(Quantity::least_wrong_sum, shares, least, slack),
            fact_near(Quantity::largest_wrong_sum, shares, most, slack)};
}

} // namespace

Claim wrong_axis_words(const DrawContext& drawing, const Matrix& right, const Matrix& wrong) {
    const std::vector<Reader> all = readers(right, wrong);
    const CellId shares = canonical(
        drawing, {drawing.layer().number, ArrayId::A, drawing.view_state.item, drawing.view_state.head, 0, 0});
    if (all.empty())
        return {"No query shares anything out that could be compared.",
                Always{"told from the two matrices, of which one is no array of the layer"}};
    const Reader& least = all.front();
    const Reader& most = all.back();
    const auto name = [&](const Reader& reader) { return token_name(drawing, false, reader.row); };
    const std::string_view line = token_line(drawing.session.tokens_as_columns);
    if (is_nearly_one(least.sum) && is_nearly_one(most.sum))
        return {prose("Here every {} that shares happens to sum to 1 over the queries too.", line),
                wrong_sums(shares, least.sum, most.sum)};
    const Prose other = all.size() > 1 ? prose(", {} {}", name(least), percent(least.sum)) : Prose();
    return {prose("Over the queries each key shares itself out, and no {} need sum to 1: {} hands out {} of "
                  "its attention{}. What is taken home is no average of values any more.",
                  line, name(most), percent(most.sum), other),
            wrong_percents(shares, all)};
}

} // namespace attn
