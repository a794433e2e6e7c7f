#pragma once

#include "core/explain/head_hypotheses.h"
#include "core/model/layer.h"
#include "core/tensor/matrix.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace attn {

// The reading of one place of a text by a whole model: the words that may follow, and the addends of a word's score.

/// A word that may follow, by its number in the vocabulary.
struct LikelyWord {
    Index word = 0;
    double probability = 0;
};

/// One addend of a word's logit: what a part of the model adds to the stream at the place, behind the last norm with
/// the mean and factor of the whole stream, times the word's column of W_U. (Elhage et al. 2021, "A Mathematical
/// Framework for Transformer Circuits", section on the residual stream as a sum)
struct LogitPart {
    enum class Kind : std::uint8_t {
        embedding, ///< the stream before the first block
        head,      ///< of block `layer`, head `head`
        attention, ///< all heads of block `layer`, whose sum is not what is added, since it is normed or pinned
        mlp,       ///< of block `layer`
        given,     ///< what pins within the stream add
        bias       ///< of the output weights, the last norm and the logits
    };
    Kind kind{};
    Index layer = 0;
    Index head = 0;
    bool is_on = true; ///< false: the part is switched off, and adds nothing
    double logit = 0;
};

/// A head's shares, and what it does.
struct HeadSeen {
    Matrix A;    // S x S, of a long text the largest share of each block of cells
    Matrix mask; // S x S, −∞ hides a key; empty: no key is hidden, or the text is long
    bool is_on = true;
    std::optional<FittingHypothesis> does{};
};

/// The reading of one place of one text.
struct ModelReading {
    Index item = 0;
    Index row = 0;                              ///< the place: the word that is asked for follows this token
    Index tokens = 0;                           ///< S
    std::vector<std::vector<HeadSeen>> heads{}; ///< by layer and head
    std::vector<double> norms{}; ///< length of the stream's row: before the first block, behind each block
    /// The likeliest word behind each block, if the model ended there with its last norm and W_U (nostalgebraist 2020,
    /// "Interpreting GPT: the logit lens"); empty without an output.
    std::vector<LikelyWord> would_say{};
    std::vector<LikelyWord> next{}; ///< the likeliest words, the likeliest first; empty without an output
    std::vector<float> logits{};    ///< of all words behind the place, as capped; empty without an output
    double perplexity = 0;          ///< of the words' probabilities; 0 without an output
    double logit = 0;               ///< of the likeliest word, before a cap
    /// The addends of that logit, in the order of the model; empty where the stream is no sum, since a norm stands
    /// behind the addition (BERT).
    std::vector<LogitPart> parts{};
};

/// The number of words in `next`.
constexpr Index most_next_words = 10;

/// The logits of all words behind a row of the stream, 1 x V, in double precision, before a cap.
std::vector<double> logits_behind(const Output& output, std::span<const float> row);

/// Computes all blocks of the model, and reads the place. An incomplete value is returned after a stop.
ModelReading read_model(const Model& model, Index item, Index row, const std::stop_token& stop = {});

} // namespace attn
