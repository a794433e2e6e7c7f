#include "core/explain/sampling.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace attn {

namespace {

/// The indices of the logits, the largest logit first; equal ones in ascending order.
std::vector<Index> in_order(std::span<const float> logits) {
    std::vector<Index> words(logits.size());
    std::iota(words.begin(), words.end(), Index{0});
    std::ranges::stable_sort(words, std::ranges::greater(),
                             [&](Index word) { return logits[static_cast<std::size_t>(word)]; });
    return words;
}

} // namespace

Result<void> check(const Sampling& sampling) {
    if (!(sampling.temperature >= 0) || !std::isfinite(sampling.temperature))
        return error("the temperature is {}, expected 0 or more", sampling.temperature);
    if (sampling.top_k < 0)
        return error("top-k is {}, expected 0 (all words) or more", sampling.top_k);
    if (!(sampling.top_p > 0 && sampling.top_p <= 1))
        return error("top-p is {}, expected more than 0 and at most 1", sampling.top_p);
    return {};
}

std::vector<DrawnWord> words_drawn_from(std::span<const float> logits, const Sampling& sampling) {
    if (sampling.temperature == 0)
        return {{static_cast<Index>(std::ranges::max_element(logits) - logits.begin()), 1}};
    std::vector<Index> words = in_order(logits);
    if (sampling.top_k > 0)
        words.resize(std::min(words.size(), static_cast<std::size_t>(sampling.top_k)));
    const auto logit = [&](Index word) { return static_cast<double>(logits[static_cast<std::size_t>(word)]); };
    std::vector<DrawnWord> drawn;
    drawn.reserve(words.size());
    double all = 0;
    for (const Index word : words) {
        drawn.push_back(
            {word, std::exp((logit(word) - logit(words.front())) / static_cast<double>(sampling.temperature))});
        all += drawn.back().share;
    }
    double kept = 0;
    std::size_t count = 0;
    while (count < drawn.size() && (count == 0 || kept < static_cast<double>(sampling.top_p) * all))
        kept += drawn[count++].share;
    drawn.resize(count);
    for (DrawnWord& word : drawn)
        word.share /= kept;
    return drawn;
}

double perplexity(std::span<const double> probabilities) {
    double bits = 0;
    for (const double share : probabilities)
        bits -= share > 0 ? share * std::log2(share) : 0;
    return std::exp2(bits);
}

Index next_word(std::span<const float> logits, const Sampling& sampling, double draw) {
    const std::vector<DrawnWord> drawn = words_drawn_from(logits, sampling);
    double left = draw;
    for (const DrawnWord& word : drawn) {
        left -= word.share;
        if (left < 0)
            return word.word;
    }
    return drawn.back().word;
}

} // namespace attn
