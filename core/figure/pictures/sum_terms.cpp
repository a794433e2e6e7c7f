#include "core/figure/pictures/sum_terms.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>

namespace attn {

namespace {

std::vector<std::size_t> places_of(const std::vector<Term>& terms) {
    std::vector<std::size_t> places(terms.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

std::vector<std::size_t> sorted_by_size(const std::vector<Term>& terms) {
    const auto size = [&](std::size_t place) {
        const double value = std::abs(terms[place].value);
        return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
    };
    std::vector<std::size_t> places = places_of(terms);
    std::ranges::stable_sort(places, std::ranges::greater(), size);
    return places;
}

/// Calls `visit` for each term that is not in `written`, which is in ascending order.
template <class Visit>
void for_each_beside(const std::vector<Term>& terms, const std::vector<std::size_t>& written, const Visit& visit) {
    auto next = written.begin();
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (next != written.end() && *next == i)
            ++next;
        else
            visit(terms[i]);
}

} // namespace

bool is_part(const Factor& factor) {
    return factor.cell && factor.cell->array == ArrayId::parts;
}

SumTerms::SumTerms(const std::vector<Term>& terms)
    : terms_(terms), by_size_(sorted_by_size(terms)), written_(places_of(terms)) {}

void SumTerms::write_all() {
    written_ = places_of(terms_);
}

void SumTerms::write_largest(std::size_t count) {
    written_.assign(by_size_.begin(), by_size_.begin() + static_cast<std::ptrdiff_t>(count));
    std::ranges::sort(written_);
}

double SumTerms::rest() const {
    double rest = 0;
    for_each_beside(terms_, written_, [&](const Term& term) { rest += term.value; });
    return rest;
}

std::string SumTerms::words_of_rest_beside(const std::vector<std::size_t>& written) const {
    int alike = 0;
    bool are_heads = false;
    bool has_bias = false;
    for_each_beside(terms_, written, [&](const Term& term) {
        const bool is_bias = !term.right && !is_part(term.left);
        has_bias = has_bias || is_bias;
        are_heads = are_heads || is_part(term.left);
        alike += is_bias ? 0 : 1;
    });
    return fmt::format("{} {}{}", alike, are_heads ? noun_for(alike, "head") : "more", has_bias ? ", bias" : "");
}

} // namespace attn
