#pragma once

#include "core/explain/head_hypotheses.h"
#include "core/model/layer.h"
#include "core/tensor/matrix.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace attn {

// The prediction of a whole model after a token of a text: the next words, and the parts of a word's logit.

/// A word that may follow; `word` is its index in the vocabulary.
struct LikelyWord {
    Index word = 0;
    double probability = 0;
};

/// A part of a word's logit: what a component of the model adds to the residual stream, after the last norm with the
/// mean and factor of the whole stream, times the word's column of W_U. (Elhage et al. 2021, "A Mathematical Framework
/// for Transformer Circuits", section on the residual stream as a sum)
struct LogitPart {
    enum class Kind : std::uint8_t {
        embedding, ///< the stream before the first block
        head,      ///< head `head` of block `layer`
        attention, ///< all heads of block `layer`, if what is added is not their sum, because it is normed or pinned
        mlp,       ///< the MLP of block `layer`
        given,     ///< pins in the stream
        bias       ///< the biases of the output weights, the last norm and the logits
    };
    Kind kind{};
    Index layer = 0;
    Index head = 0;
    bool is_on = true; ///< false: the component is switched off and adds nothing
    double logit = 0;
};

/// The attention weights of a head, and the hypothesis that fits them.
struct HeadSeen {
    Matrix A;    // S x S; for a long text the largest weight of each block of cells
    Matrix mask; // S x S, −∞ hides a key; empty: no key is hidden, or the text is long
    bool is_on = true;
    std::optional<FittingHypothesis> does{};
};

/// The prediction of a model after one token of a text.
struct ModelReading {
    Index item = 0;
    Index row = 0;                              ///< the token after which the next word is predicted
    Index tokens = 0;                           ///< S
    std::vector<std::vector<HeadSeen>> heads{}; ///< the attention of all heads, by layer and head
    std::vector<double> norms{}; ///< length of the stream's row before the first block and after each block
    /// The most probable word after each block, if the last norm and W_U followed it directly (nostalgebraist 2020,
    /// "Interpreting GPT: the logit lens"); empty if the model has no output.
    std::vector<LikelyWord> would_say{};
    std::vector<LikelyWord> next{}; ///< the most probable words, the most probable first; empty if the model has no
                                    ///< output
    std::vector<float> logits{};    ///< logits of all words after the token, after the soft cap; empty if the model has
                                    ///< no output
    double perplexity = 0;          ///< perplexity of the words' probabilities; 0 if the model has no output
    double logit = 0;               ///< logit of the most probable word, before the soft cap
    /// The parts of that logit, in the order of the model; empty if the stream is not a sum because a norm follows the
    /// addition (BERT).
    std::vector<LogitPart> parts{};
};

/// The number of words in `next`.
constexpr Index most_next_words = 10;

/// The logits of all words for a row of the residual stream, 1 x V, in double precision, before the soft cap.
std::vector<double> logits_behind(const Output& output, std::span<const float> row);

/// Computes all blocks of the model and reads the prediction. After a stop the value is incomplete.
ModelReading read_model(const Model& model, Index item, Index row, const std::stop_token& stop = {});

} // namespace attn
