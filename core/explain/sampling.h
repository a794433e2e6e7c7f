#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace attn {

/// The rule by which the next word is drawn.
struct Sampling {
    float temperature = 0;  ///< 0: always the most probable word
    Index top_k = 0;        ///< draws from this number of the most probable words; 0: from all
    float top_p = 1;        ///< draws from the most probable words that together have this probability
    std::uint64_t seed = 1; ///< seed of the random draws
    bool operator==(const Sampling&) const = default;
};

/// Fails if a number of the rule is out of range.
Result<void> check(const Sampling& sampling);

/// A word that may be drawn; `word` is its index in the vocabulary.
struct DrawnWord {
    Index word = 0;
    double share = 0; ///< the probability that it is drawn
};

/// The words that may be drawn, the most probable first. (Holtzman et al. 2020, "The Curious Case of Neural Text
/// Degeneration", sections 3.1 to 3.3)
std::vector<DrawnWord> words_drawn_from(std::span<const float> logits, const Sampling& sampling);

/// The perplexity of a distribution: 2 to the power of its entropy in bits, the number of equally probable words that
/// would be as uncertain.
double perplexity(std::span<const double> probabilities);

/// The id of the next word. `draw`, a random number from 0 to 1, selects it.
Index next_word(std::span<const float> logits, const Sampling& sampling, double draw);

} // namespace attn
