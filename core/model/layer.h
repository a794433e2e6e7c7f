#pragma once

#include "core/model/cell.h"
#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace attn {

/// The embedding (1 x D) of each word.
using Embeddings = std::map<std::string, Matrix, std::less<>>;

/// The token that `Mask::pad_tokens` hides.
constexpr std::string_view pad_token = "[pad]";

/// Numbers that are added to each token's embedding and tell its position.
struct Positions {
    enum class Kind : std::uint8_t {
        none,       ///< no positions are added
        sinusoidal, ///< Vaswani et al. 2017, section 3.5
        one_hot,    ///< row i is the i-th unit vector; needs D >= S
        given,      ///< the rows of `rows`; tokens beyond the last get zeros
        both_ends   ///< row i of `rows` plus row S − 1 − i of `from_end`; needs as many rows as tokens
    };
    Kind kind = Kind::none;
    Matrix rows;       // given: any number of rows x D; both_ends: counted from the start
    Matrix from_end{}; // both_ends: as many rows x D, counted from the end
};

/// Tokens, and the tables that turn them into embeddings. All items have the same number of tokens.
struct Sequence {
    std::vector<std::vector<std::string>> items;  // B of S tokens
    std::shared_ptr<const Embeddings> embeddings; // null if X is given
    Positions positions;

    Index item_count() const { return static_cast<Index>(items.size()); }
    Index token_count() const { return items.empty() ? 0 : static_cast<Index>(items.front().size()); }
};

/// Rotary positions: of n/2 pairs of columns of Q and K, pair i is rotated by the angle p · base^(−2i/n) for the token
/// at position p, from 0. (Su et al. 2021, equation 15)
struct Rotary {
    enum class Pairs : std::uint8_t {
        off,
        halves,    ///< column i with column i + n/2, as in Llama and GPT-NeoX
        neighbours ///< column 2i with column 2i + 1, as in GPT-J
    };
    /// The reduction of angles for texts longer than those of the first training.
    enum class Scaling : std::uint8_t {
        none,
        linear, ///< all angles / factor (Chen et al. 2023)
        llama3, ///< pairs with fewer than `slow` turns are divided by factor, those with more than `fast` stay; between
                ///< them the part that is divided depends linearly on the number of turns
        yarn    ///< like llama3, but between them the part depends linearly on the pair's index (Peng et al. 2023,
                ///< section 3.2)
    };
    Pairs pairs = Pairs::off;
    Index dimensions = 0; ///< n: the number of columns of a head that are rotated, from the first on; even; 0: all d_k
    float base = 10000;
    Scaling scaling = Scaling::none;
    float factor = 1;    ///< scaled angles are divided by it
    float length = 8192; ///< number of tokens in the texts of the first training, over which llama3 and yarn count
                         ///< turns
    float slow = 1;      ///< pairs with fewer turns are scaled completely
    float fast = 4;      ///< pairs with more turns are not scaled
    float magnitude = 1; ///< factor of cosines and sines, as yarn uses it
    bool operator==(const Rotary&) const = default;
};

/// A norm of whole rows r, e.g. of E + P before the first layer. Each row is normalised by itself.
struct Norm {
    enum class Kind : std::uint8_t {
        off,
        layer, ///< (r − mean) / √(variance + epsilon) · gain + bias (Ba et al. 2016, equation 3)
        rms,   ///< r / √(mean of r² + epsilon) · gain (Zhang and Sennrich 2019, equation 4)
        gain   ///< r · gain: a learnt factor for what a layer adds to the stream (Touvron et al. 2021, equation 4)
    };
    Kind kind = Kind::off;
    Matrix gain; // 1 x D
    Matrix bias; // 1 x D, or empty
    float epsilon = 1e-5F;
};

/// A norm of the rows of heads: of queries and keys before rotation, or of values before mixing.
struct HeadNorm {
    Norm::Kind kind = Norm::Kind::off;
    bool across_heads = false; ///< true: mean and variance are taken over the rows of all heads together
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
    bool on = true;     ///< false: the head's output is zeros
};

/// The masks of a layer, which are added to the scaled scores. If several are set, their sum is added.
struct Mask {
    bool causal = false;         ///< key j is hidden from query i if j > i
    bool pad_tokens = false;     ///< keys whose token is [pad] are hidden
    Index window = 0;            ///< keys with |i − j| >= window are hidden; 0: no window
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

/// A step of the original model that this program does not compute; numbers from an array on differ from the model's.
struct Caveat {
    ArrayId from{};
    std::string says; ///< "sliding_window of layers.3 is not known"
    bool operator==(const Caveat&) const = default;
};

/// The input of a model: tokens, and the tables that turn them into rows of numbers.
struct Input {
    Sequence sequence;                       ///< tokens of the queries; without a context also of keys and values
    std::shared_ptr<const Sequence> context; ///< the tokens of keys and values in cross-attention
    Norm embedding_norm;                     ///< norm of E + P, before the first block
};

/// The activation function of an MLP for a number x.
enum class Activation : std::uint8_t {
    gelu,      ///< x Φ(x) (Hendrycks and Gimpel 2016)
    gelu_tanh, ///< gelu with a tanh approximation of Φ
    relu,      ///< max(x, 0)
    silu       ///< x / (1 + exp(−x))
};

/// A block of a model: its options and weights, and the numbers that are given instead of computed.
struct Block {
    std::string name;
    Norm norm;                      ///< norm of the residual stream; its result is X
    std::vector<HeadWeights> heads; // H
    Index queries_per_kv = 1;       ///< number of neighbouring heads that share keys and values: H / H_kv
    Matrix b_O;                     // 1 x D, or empty
    HeadNorm head_norm;             ///< norm of queries and keys
    HeadNorm V_norm;                ///< norm of values, as in Gemma 3n
    Rotary rotary;
    Mask mask;
    Scale scale;
    float soft_cap = 0; ///< c: scaled scores become c · tanh(score / c); 0: no cap
    bool alibi = false; ///< true: a bias that depends on the distance is added to the scaled scores
    float temperature = 1;
    bool residual = false;    ///< true: the block's output is added to its input
    bool is_parallel = false; ///< true: the MLP reads the stream before attention instead of after it
    Norm Y_norm;              ///< norm of Y before it is added
    Norm mid_norm;            ///< norm of the stream after attention, as in BERT
    Norm mlp_norm;            ///< norm of the stream; the MLP reads its result
    Norm mlp_Y_norm;          ///< norm of the MLP's output before it is added
    Norm post_norm;           ///< norm of the stream after the MLP, as in BERT
    Activation activation = Activation::gelu;
    Matrix W_up;                     // D x d_ff, or empty: no MLP
    Matrix b_up;                     // 1 x d_ff, or empty
    Matrix W_gate;                   // D x d_ff, or empty: no gate
    Matrix b_gate;                   // 1 x d_ff, or empty
    Matrix W_down;                   // d_ff x D
    Matrix b_down;                   // 1 x D, or empty
    std::map<Address, Matrix> given; ///< whole matrices that are given instead of computed
    std::map<CellId, float> pins;    ///< single cells of stages that are given instead of computed
    std::vector<Caveat>
        caveats; ///< the differences between a layer read from a model and that model; empty for most layers
};

/// The output of a model: the last norm and the unembedding, which give each word a logit to follow next.
struct Output {
    Norm final_norm;
    Matrix W_U;          // D x V, or empty: the model ends at its last block
    Matrix b_U;          // 1 x V, or empty
    float logit_cap = 0; ///< c: logits become c · tanh(logit / c); 0: no cap
};

/// A whole model. Its blocks share one input.
struct Model {
    Input input;
    std::vector<Block> blocks;
    Output output;
};

/// A block of a model together with the model's input and output, which is all that an engine computes from. A value
/// type; copies share matrices.
struct Layer : Input, Block, Output {
    Index number = 0; ///< index of the block, from 0; part of all its addresses
};

/// Block `number` as the engine computes it. The first block gets the model's embeddings, the last its output; for
/// other blocks the residual stream that enters them is given.
Layer layer_of(const Model& model, Index number);

/// The lengths that make up all shapes of a layer.
struct Sizes {
    Index B = 0;
    Index S_q = 0;
    Index S_k = 0;
    Index D = 0;         ///< width of X and Y
    Index D_context = 0; ///< width of the rows from which keys and values are computed
    Index H = 0;
    Index d_k = 0;
    Index d_v = 0;
    Index queries_per_kv = 1; ///< number of heads that share keys and values
    Index d_ff = 0;           ///< width of the MLP; 0: no MLP
    Index V = 0;              ///< number of words in the vocabulary; 0: no output

    /// The number of heads that have keys and values of their own.
    Index H_kv() const { return H / queries_per_kv; }
    bool operator==(const Sizes&) const = default;
};

/// The lengths of a layer, which must be valid.
Sizes sizes_of(const Layer& layer);

/// Succeeds if all shapes fit together and every option is in range. The message names the array, its shape and the
/// expected shape.
Result<void> validate(const Layer& layer);

/// The matrix of a parameter; empty if it does not exist. `head` only matters for arrays with heads; heads that share a
/// matrix return the same one.
const Matrix& parameter(const Layer& layer, ArrayId id, Index head);

/// The matrix of a parameter, to change it.
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
/// The same, for sizes that are already known.
Extent mask_extent(const Layer& layer, const Sizes& sizes);

/// The sequence from which keys and values are computed: the context if there is one, else the layer's own.
const Sequence& key_sequence(const Layer& layer);

} // namespace attn
