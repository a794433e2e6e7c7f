#pragma once

#include "core/model/cell.h"
#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace attn {

/// A row of numbers (1 x D) for each word.
using Embeddings = std::map<std::string, Matrix, std::less<>>;

/// The token that padding masks.
constexpr std::string_view pad_token = "[pad]";

/// Where a token stands, as numbers added to its embedding.
struct Positions {
    enum class Kind : std::uint8_t {
        none,       ///< nothing is added
        sinusoidal, ///< Vaswani et al. 2017, section 3.5
        one_hot,    ///< row i is the i-th unit vector; needs D >= S
        given,      ///< the rows of `rows`; tokens beyond the last get zeros
        both_ends   ///< row i of `rows` + row S − 1 − i of `from_end`; needs as many rows as tokens
    };
    Kind kind = Kind::none;
    Matrix rows;       // any number of rows x D, where given; of both ends those counted from the start
    Matrix from_end{}; // as many rows x D, of both ends
};

/// Tokens and what turns them into numbers. Every item has the same number of tokens.
struct Sequence {
    std::vector<std::vector<std::string>> items;  // B of S tokens
    std::shared_ptr<const Embeddings> embeddings; // none where X is given
    Positions positions;

    Index item_count() const { return static_cast<Index>(items.size()); }
    Index token_count() const { return items.empty() ? 0 : static_cast<Index>(items.front().size()); }
};

/// Rotary positions: pairs of columns of Q and K turn by an angle that grows with the place of their token, from 0:
/// p · base^(−2i/n) for pair i of n/2. (Su et al. 2021, equation 15)
struct Rotary {
    enum class Pairs : std::uint8_t {
        off,
        halves,    ///< column i with column i + n/2, as in Llama and GPT-NeoX
        neighbours ///< column 2i with column 2i + 1, as in GPT-J
    };
    /// How angles are made smaller for texts that are longer than what a model was first trained on.
    enum class Scaling : std::uint8_t {
        none,
        linear, ///< all by the factor (Chen et al. 2023)
        llama3, ///< pairs that turn seldom by the factor, those that turn often not; between them in proportion to
                ///< turns
        yarn    ///< the same, between them in proportion to the number of the pair (Peng et al. 2023, section 3.2)
    };
    Pairs pairs = Pairs::off;
    Index dimensions = 0; ///< n: the first n columns of a head turn, an even number; 0: all d_k
    float base = 10000;
    Scaling scaling = Scaling::none;
    float factor = 1;    ///< what angles are divided by
    float length = 8192; ///< of the texts first trained on, in tokens; llama3 and yarn count turns within it
    float slow = 1;      ///< pairs with fewer turns are scaled whole
    float fast = 4;      ///< pairs with more turns are not scaled
    float magnitude = 1; ///< cosines and sines are multiplied by it
    bool operator==(const Rotary&) const = default;
};

/// What a model does with E + P before its first layer reads it, each row for itself.
struct Norm {
    enum class Kind : std::uint8_t {
        off,
        layer, ///< (r − mean) / √(variance + epsilon) · gain + bias (Ba et al. 2016, equation 3)
        rms    ///< r / √(mean of r² + epsilon) · gain (Zhang and Sennrich 2019, equation 4)
    };
    Kind kind = Kind::off;
    Matrix gain; // 1 x D
    Matrix bias; // 1 x D, or empty
    float epsilon = 1e-5F;
};

/// What a model does with the rows of heads: with queries and keys before they turn, with values before they are mixed.
struct HeadNorm {
    Norm::Kind kind = Norm::Kind::off;
    bool across_heads = false; ///< mean and variance are those of all heads' rows together
    float epsilon = 1e-6F;
    bool operator==(const HeadNorm&) const = default;
};

/// What is learnt for one head. Empty matrices: a bias that does not exist, or weights that a case does not give.
/// Where heads share keys and values, W_K, W_V, b_K and b_V stand in the first head of each group; see parameter().
struct HeadWeights {
    Matrix W_Q;         // D x d_k
    Matrix W_K;         // D_c x d_k
    Matrix W_V;         // D_c x d_v
    Matrix W_O;         // d_v x D
    Matrix b_Q;         // 1 x d_k
    Matrix b_K;         // 1 x d_k
    Matrix b_V;         // 1 x d_v
    Matrix W_G;         // D x d_v, or empty: no gate
    Matrix Q_norm_gain; // 1 x d_k, where queries are normalised
    Matrix Q_norm_bias; // 1 x d_k, or empty
    Matrix K_norm_gain; // 1 x d_k, where keys are
    Matrix K_norm_bias; // 1 x d_k, or empty
    Matrix V_norm_gain; // 1 x d_v, or empty, where values are
    bool on = true;     ///< a head switched off hands over zeros
};

/// What is added to the scaled scores. All that is on is summed.
struct Mask {
    bool causal = false;         ///< key j is hidden from query i where j > i, counted from the top left
    bool pad_tokens = false;     ///< keys whose token is [pad] are hidden
    Index window = 0;            ///< 0: none; otherwise keys with |i - j| >= window are hidden
    Matrix painted;              // S_q x S_k, by hand; may be empty
    std::vector<Matrix> padding; // nothing, or for each item 1 x S_k
    std::vector<Matrix> given;   // nothing, one for all, B, or B · H (item-major), each S_q x S_k
};

/// What the scores are multiplied by before the temperature divides them.
struct Scale {
    enum class Kind : std::uint8_t { inverse_sqrt_d_k, one, value };
    Kind kind = Kind::inverse_sqrt_d_k;
    float value = 1;
    bool operator==(const Scale&) const = default;
};

/// What the model that a layer came from does and this program does not: from an array on, numbers are another model's.
struct Caveat {
    ArrayId from{};
    std::string says; ///< "sliding_window of layers.3 is not known"
    bool operator==(const Caveat&) const = default;
};

/// One attention layer with what it reads: all that the engine computes from. A value; its matrices are shared.
struct Layer {
    std::string name;
    Sequence sequence;                       ///< queries, and keys and values where there is no context
    std::shared_ptr<const Sequence> context; ///< cross-attention: what keys and values are made from
    Norm norm;                               ///< makes X of E + P
    std::vector<HeadWeights> heads;          // H
    Index queries_per_kv = 1;                ///< neighbouring heads that share keys and values: H / H_kv
    Matrix b_O;                              // 1 x D, or empty
    HeadNorm head_norm;                      ///< of queries and keys
    HeadNorm V_norm;                         ///< of values, as in Gemma 3n
    Rotary rotary;
    Mask mask;
    Scale scale;
    float soft_cap = 0; ///< c: scaled scores become c · tanh(score / c); 0: they stay
    bool alibi = false; ///< a bias by distance is added to the scaled scores
    float temperature = 1;
    std::map<Address, Matrix> given; ///< whole matrices that replace a computation
    std::map<CellId, float> pins;    ///< single cells that replace a computation; a ArrayId in each
    std::vector<Caveat> caveats;     ///< of a layer from a model; mostly none
};

/// The lengths that all shapes of a layer are made of.
struct Sizes {
    Index B = 0;
    Index S_q = 0;
    Index S_k = 0;
    Index D = 0;         ///< width of X and Y
    Index D_context = 0; ///< width of what keys and values are made from
    Index H = 0;
    Index d_k = 0;
    Index d_v = 0;
    Index queries_per_kv = 1; ///< heads that share keys and values

    /// Heads that have keys and values of their own.
    Index H_kv() const { return H / queries_per_kv; }
    bool operator==(const Sizes&) const = default;
};

/// The lengths of a layer that is valid.
Sizes sizes_of(const Layer& layer);

/// Whether every matrix has the shape that the others ask for, and every option is in range.
/// The message names the array, its shape and the shape expected.
Result<void> validate(const Layer& layer);

/// The matrix of a parameter; empty where it does not exist. `head` counts where it is per head; heads that share a
/// matrix have it in common.
const Matrix& parameter(const Layer& layer, ArrayId id, Index head);

/// The same, to be replaced.
Matrix& parameter(Layer& layer, ArrayId id, Index head);

/// The factor the scores are multiplied by: s / τ. (Vaswani et al. 2017, equation 1; τ divides as in Hinton et al.
/// 2015)
double score_factor(const Layer& layer);

/// For how many items and heads the mask differs: {1, 1}, {B, 1} or {B, H}.
struct Extent {
    Index items = 1;
    Index heads = 1;
    bool operator==(const Extent&) const = default;
};
Extent mask_extent(const Layer& layer);
/// The same where the layer's sizes are known.
Extent mask_extent(const Layer& layer, const Sizes& sizes);

/// The sequence that keys and values are made from: the context, or the sequence itself.
const Sequence& key_sequence(const Layer& layer);

} // namespace attn
