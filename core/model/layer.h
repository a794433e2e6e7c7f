#pragma once

#include "core/model/cell.h"
#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace attn {

/// A vector (1 x D) for each word.
using Embeddings = std::map<std::string, Matrix, std::less<>>;

/// The token that `Mask::pad_tokens` hides.
constexpr std::string_view pad_token = "[pad]";

/// Numbers added to each token's embedding that tell its place.
struct Positions {
    enum class Kind : std::uint8_t {
        none,       ///< nothing is added
        sinusoidal, ///< Vaswani et al. 2017, section 3.5
        one_hot,    ///< row i is the i-th unit vector; needs D >= S
        given,      ///< the rows of `rows`; tokens beyond the last get zeros
        both_ends   ///< row i of `rows` + row S − 1 − i of `from_end`; needs as many rows as tokens
    };
    Kind kind = Kind::none;
    Matrix rows;       // given: any number of rows x D; both_ends: counted from the start
    Matrix from_end{}; // both_ends: as many rows x D, counted from the end
};

/// Tokens, and the tables that turn them into numbers. All items have the same number of tokens.
struct Sequence {
    std::vector<std::vector<std::string>> items;  // B of S tokens
    std::shared_ptr<const Embeddings> embeddings; // null if X is given
    Positions positions;

    Index item_count() const { return static_cast<Index>(items.size()); }
    Index token_count() const { return items.empty() ? 0 : static_cast<Index>(items.front().size()); }
};

/// Rotary positions: pair i of n/2 pairs of columns of Q and K is rotated by the angle p · base^(−2i/n) for the token
/// at place p, from 0. (Su et al. 2021, equation 15)
struct Rotary {
    enum class Pairs : std::uint8_t {
        off,
        halves,    ///< column i with column i + n/2, as in Llama and GPT-NeoX
        neighbours ///< column 2i with column 2i + 1, as in GPT-J
    };
    /// Makes angles smaller for texts longer than those that a model was first trained on.
    enum class Scaling : std::uint8_t {
        none,
        linear, ///< all angles / factor (Chen et al. 2023)
        llama3, ///< pairs with fewer than `slow` turns / factor, pairs with more than `fast` unchanged; between them in
                ///< proportion to turns
        yarn    ///< like llama3, but between them in proportion to the pair's number (Peng et al. 2023, section 3.2)
    };
    Pairs pairs = Pairs::off;
    Index dimensions = 0; ///< n: the first n columns of a head are rotated, an even number; 0: all d_k
    float base = 10000;
    Scaling scaling = Scaling::none;
    float factor = 1;    ///< the divisor of scaled angles
    float length = 8192; ///< tokens in the texts first trained on, for which llama3 and yarn count turns
    float slow = 1;      ///< turns below which pairs are scaled whole
    float fast = 4;      ///< turns above which pairs are not scaled
    float magnitude = 1; ///< factor of cosines and sines
    bool operator==(const Rotary&) const = default;
};

/// A norm of whole rows r, e.g. of E + P before the first layer; each row by itself.
struct Norm {
    enum class Kind : std::uint8_t {
        off,
        layer, ///< (r − mean) / √(variance + epsilon) · gain + bias (Ba et al. 2016, equation 3)
        rms,   ///< r / √(mean of r² + epsilon) · gain (Zhang and Sennrich 2019, equation 4)
        gain   ///< r · gain: how much of what a layer writes is added (Touvron et al. 2021, equation 4)
    };
    Kind kind = Kind::off;
    Matrix gain; // 1 x D
    Matrix bias; // 1 x D, or empty
    float epsilon = 1e-5F;
};

/// A norm of heads' rows: of queries and keys before they are rotated, or of values before they are mixed.
struct HeadNorm {
    Norm::Kind kind = Norm::Kind::off;
    bool across_heads = false; ///< mean and variance are of all heads' rows together
    float epsilon = 1e-6F;
    bool operator==(const HeadNorm&) const = default;
};

/// The parameters of one head. Matrices that do not exist are empty. If heads share keys and values, W_K, W_V, b_K and
/// b_V are in the first head of each group; see parameter().
struct HeadWeights {
    Matrix W_Q;         // D x d_k
    Matrix W_K;         // D_c x d_k
    Matrix W_V;         // D_c x d_v
    Matrix W_O;         // d_v x D
    Matrix b_Q;         // 1 x d_k
    Matrix b_K;         // 1 x d_k
    Matrix b_V;         // 1 x d_v
    Matrix W_G;         // D x d_v, or empty: no gate
    Matrix Q_norm_gain; // 1 x d_k, with a norm of queries
    Matrix Q_norm_bias; // 1 x d_k, or empty
    Matrix K_norm_gain; // 1 x d_k, with a norm of keys
    Matrix K_norm_bias; // 1 x d_k, or empty
    Matrix V_norm_gain; // 1 x d_v, with a norm of values, or empty
    bool on = true;     ///< false: the head hands over zeros
};

/// Masks added to the scaled scores; all that are on are summed.
struct Mask {
    bool causal = false;         ///< key j is hidden from query i where j > i, counted from the top left
    bool pad_tokens = false;     ///< keys whose token is [pad] are hidden
    Index window = 0;            ///< keys with |i - j| >= window are hidden; 0: none
    Matrix painted;              // painted by hand, S_q x S_k, or empty
    std::vector<Matrix> padding; // no rows, or one for each item, 1 x S_k
    std::vector<Matrix> given;   // none, one for all, B, or B · H (item by item), each S_q x S_k
};

/// The factor of the scores before the temperature divides them.
struct Scale {
    enum class Kind : std::uint8_t { inverse_sqrt_d_k, one, value };
    Kind kind = Kind::inverse_sqrt_d_k;
    float value = 1;
    bool operator==(const Scale&) const = default;
};

/// A step of a layer's original model that this program does not do: from an array on, numbers differ from the model's.
struct Caveat {
    ArrayId from{};
    std::string says; ///< "sliding_window of layers.3 is not known"
    bool operator==(const Caveat&) const = default;
};

/// The input of a model: its tokens, and the tables that make rows of numbers of them.
struct Input {
    Sequence sequence;                       ///< queries; without a context keys and values too
    std::shared_ptr<const Sequence> context; ///< for cross-attention: the tokens of keys and values
    Norm embedding_norm;                     ///< norm of E + P, before the first block
};

/// The activation function of an MLP, of each inner number x.
enum class Activation : std::uint8_t {
    gelu,      ///< x Φ(x) (Hendrycks and Gimpel 2016)
    gelu_tanh, ///< like gelu, with Φ by a hyperbolic tangent
    relu,      ///< max(x, 0)
    silu       ///< x / (1 + exp(−x))
};

/// One block of a model: its options and weights, and the numbers that are given instead of computed.
struct Block {
    std::string name;
    Norm norm;                      ///< norm of the residual stream, whose result is X
    std::vector<HeadWeights> heads; // H
    Index queries_per_kv = 1;       ///< neighbouring heads that share keys and values: H / H_kv
    Matrix b_O;                     // 1 x D, or empty
    HeadNorm head_norm;             ///< norm of queries and keys
    HeadNorm V_norm;                ///< norm of values, as in Gemma 3n
    Rotary rotary;
    Mask mask;
    Scale scale;
    float soft_cap = 0; ///< c: scaled scores become c · tanh(score / c); 0: they stay
    bool alibi = false; ///< a bias by distance is added to the scaled scores
    float temperature = 1;
    bool residual = false;    ///< the block's output is added to the stream that entered it
    bool is_parallel = false; ///< the MLP reads the stream before attention, not behind it
    Norm Y_norm;              ///< norm of Y, before it is added
    Norm mid_norm;            ///< norm of the stream behind attention: BERT
    Norm mlp_norm;            ///< norm of the stream, whose result the MLP reads
    Norm mlp_Y_norm;          ///< norm of the MLP's output, before it is added
    Norm post_norm;           ///< norm of the stream behind the MLP: BERT
    Activation activation = Activation::gelu;
    Matrix W_up;                     // D x d_ff, or empty: no MLP
    Matrix b_up;                     // 1 x d_ff, or empty
    Matrix W_gate;                   // D x d_ff, or empty: no gate
    Matrix b_gate;                   // 1 x d_ff, or empty
    Matrix W_down;                   // d_ff x D
    Matrix b_down;                   // 1 x D, or empty
    std::map<Address, Matrix> given; ///< whole matrices that replace a computation
    std::map<CellId, float> pins;    ///< single cells of stages that replace a computation
    std::vector<Caveat> caveats;     ///< for a layer from a model; mostly none
};

/// The output of a model: the last norm and the unembedding, which give a score to each word that may follow.
struct Output {
    Norm final_norm;
    Matrix W_U;          // D x V, or empty: the model ends at its last block
    Matrix b_U;          // 1 x V, or empty
    float logit_cap = 0; ///< c: logits become c · tanh(logit / c); 0: they stay
};

/// A whole model. Its blocks share one input.
struct Model {
    Input input;
    std::vector<Block> blocks;
    Output output;
};

/// One block of a model with the model's input and output: all that an engine computes from. A value type that shares
/// its matrices.
struct Layer : Input, Block, Output {
    Index number = 0; ///< of the block, from 0; in all its addresses
};

/// Block `number` as the engine computes it. The first block gets the model's embeddings, the last its output; the
/// stream that enters other blocks is given.
Layer layer_of(const Model& model, Index number);

/// The lengths that make up all shapes of a layer.
struct Sizes {
    Index B = 0;
    Index S_q = 0;
    Index S_k = 0;
    Index D = 0;         ///< width of X and Y
    Index D_context = 0; ///< width of the rows that keys and values are made from
    Index H = 0;
    Index d_k = 0;
    Index d_v = 0;
    Index queries_per_kv = 1; ///< heads that share keys and values
    Index d_ff = 0;           ///< width of the MLP; 0: no MLP
    Index V = 0;              ///< words of the vocabulary; 0: no output

    /// The number of heads that have keys and values of their own.
    Index H_kv() const { return H / queries_per_kv; }
    bool operator==(const Sizes&) const = default;
};

/// The lengths of a layer, which must be valid.
Sizes sizes_of(const Layer& layer);

/// Succeeds if every matrix has the shape that the others require and every option is in range. The message names the
/// array, its shape and the expected shape.
Result<void> validate(const Layer& layer);

/// The parameter's matrix; empty if it does not exist. `head` matters if heads have matrices of their own; heads that
/// share a matrix return the same one.
const Matrix& parameter(const Layer& layer, ArrayId id, Index head);

/// The parameter's matrix, for changing it.
Matrix& parameter(Layer& layer, ArrayId id, Index head);

/// The factor of the scores: scale / temperature. (Scale: Vaswani et al. 2017, equation 1; temperature: Hinton et al.
/// 2015)
double score_factor(const Layer& layer);

/// The number of items and heads that have a mask of their own: {1, 1}, {B, 1} or {B, H}.
struct Extent {
    Index items = 1;
    Index heads = 1;
    bool operator==(const Extent&) const = default;
};
Extent mask_extent(const Layer& layer);
/// mask_extent with sizes that are already known.
Extent mask_extent(const Layer& layer, const Sizes& sizes);

/// The sequence that keys and values are made from: the context if there is one, else the layer's own.
const Sequence& key_sequence(const Layer& layer);

} // namespace attn
