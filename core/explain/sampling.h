#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace attn {

/// The rule by which the next word is drawn.
struct Sampling {
    float temperature = 0;  ///< 0: always the likeliest word
    Index top_k = 0;        ///< draws among so many of the likeliest; 0: among all
    float top_p = 1;        ///< draws among the likeliest that together have this probability
    std::uint64_t seed = 1; ///< of the random draws
    bool operator==(const Sampling&) const = default;
};

/// Fails if a number of the sampling rule is out of range.
Result<void> check(const Sampling& sampling);

/// A word that may be drawn, by its number in the vocabulary.
struct DrawnWord {
    Index word = 0;
    double share = 0; ///< the probability that it is drawn
};

/// The words that may be drawn, the likeliest first. (Holtzman et al. 2020, "The Curious Case of Neural Text
/// Degeneration", sections 3.1 to 3.3)
std::vector<DrawnWord> words_drawn_from(std::span<const float> logits, const Sampling& sampling);

/// The perplexity of a distribution, 2 to its entropy in bits: so many equally likely words would be as unsure.
double perplexity(std::span<const double> probabilities);

/// The id of the next word. `draw`, from 0 to 1, decides among several.
Index next_word(std::span<const float> logits, const Sampling& sampling, double draw);

} // namespace attn
