// The terms of the glossary and their meanings.

#include "core/explain/glossary.h"
#include "core/explain/glossary_here.h"
#include "core/model/mask.h"

#include <algorithm>

namespace attn {

namespace {

namespace here = glossary_here;

constexpr std::array terms{
    GlossaryTerm{"ALiBi",
                 {"alibi"},
                 "A bias on the scores that falls with distance, in each head by its own slope; it takes the place of "
                 "positions in the input.",
                 {"bias", "heatmap"}},
    GlossaryTerm{"attention",
                 {"attention"},
                 "Each token (a letter, or a word) looks at all of them, closely at some and hardly at others, and "
                 "takes home a mixture of what they hand over.",
                 {"A", "lines"}},
    GlossaryTerm{
        "attention weight",
        {"attention weights", "attention weight"},
        "How much of one token's attention goes to another: a share between 0 and 1. The shares of a <line> sum "
        "to 1.",
        {"A", "heatmap"}},
    GlossaryTerm{
        "backpropagation",
        {"backpropagation"},
        "How the slopes of the loss for all weights are computed at once: from the loss back through the layer, "
        "each step using those of the step behind it.",
        {"A", "saturation"}},
    GlossaryTerm{"baseline",
                 {"baseline"},
                 "A state that was kept. Every matrix can show what has changed since.",
                 {"A", "heatmap"}},
    GlossaryTerm{"batch",
                 {"batch"},
                 "Several sentences that go through the layer at once and never see each other.",
                 {"X", "items"}},
    GlossaryTerm{
        "bias",
        {"bias", "biases"},
        "A vector that is added to every <line> after a product with weights. It is learnt, as the weights are.",
        {"b_Q", "heatmap"}},
    GlossaryTerm{"bilinear form",
                 {"bilinear form", "bilinear"},
                 "A number made of two vectors and one matrix between them. A score is one: x of the reader, the "
                 "product of query and key weights, x of the one that is read.",
                 {"scores", "bilinear"},
                 here::form},
    GlossaryTerm{
        "block",
        {"transformer block"},
        "What a transformer repeats: an attention layer, then an MLP, each behind a norm and added to what goes "
        "past them. Many call a block a layer. Shown here is the attention of one block.",
        {"Y", "block"}},
    GlossaryTerm{"causal mask",
                 {"causal mask", "causal"},
                 "No token reads what stands after it, so that the next word can be guessed and not copied.",
                 {"mask", "heatmap"},
                 nullptr,
                 here::is_causal,
                 here::make_causal},
    GlossaryTerm{"concat",
                 {"concat", "concatenated"},
                 "The heads' outputs put side by side into one long <line> for each token.",
                 {"concat", "joined"}},
    GlossaryTerm{
        "conditional probability",
        {"conditional probability", "conditional probabilities"},
        "P(key | query): how likely the one is, given that the other is known. A <line> of attention reads so: "
        "the share of each key, given the query. Nothing is drawn at random.",
        {"A", "conditional-probability"}},
    GlossaryTerm{"context",
                 {"context", "second sequence", "cross-attention"},
                 "A second sequence that is read by the first: keys and values come from it, queries do not. This is "
                 "cross-attention.",
                 {"context", "heatmap"}},
    GlossaryTerm{
        "cost",
        {},
        "What a layer computes. Each token is compared with each, so that twice as many tokens make four times "
        "as many scores.",
        {"scores", "heatmap"},
        here::cost},
    GlossaryTerm{
        "cutting heads",
        {},
        "How the product for all heads, <S> × (<H> · <d_k>), becomes a matrix for each. It is viewed as "
        "<S> × <H> × <d_k>: each token has <d_k> numbers for each head. Then the first two axes are transposed: "
        "<H> × <S> × <d_k>. Viewed as <H> × <S> × <d_k> at once, a head would get all numbers of a few tokens, and not "
        "its own numbers of all tokens.",
        {"Q", "fused"}},
    GlossaryTerm{
        "D",
        {},
        "The width of the model: how many numbers stand for each token, where it goes in and where it comes out.",
        {"X", "heatmap"},
        here::length<&Sizes::D>},
    GlossaryTerm{
        "d_k",
        {},
        "The width of a query and of a key in one head, usually the width of the model divided by the number of "
        "heads. Scores are divided by its square root.",
        {"K", "product"},
        here::length<&Sizes::d_k>},
    GlossaryTerm{
        "d_v",
        {},
        "The width of a value, and of a head's output. It may differ from the width of keys, since values are never "
        "compared with them; usually all heads side by side are as wide as the model.",
        {"V", "product"},
        here::length<&Sizes::d_v>},
    GlossaryTerm{"dimension",
                 {"dimensions", "dimension", "width"},
                 "One place in a token's vector. What its number stands for is learnt, and seldom has a name.",
                 {"X", "heatmap"}},
    GlossaryTerm{"dot product",
                 {"dot products", "dot product"},
                 "The sum of products of two vectors, number by number. It is large where both are long and point the "
                 "same way.",
                 {"scores", "product"}},
    GlossaryTerm{"dropout",
                 {"dropout"},
                 "In training some numbers, of the shares or of the output, are made zero at random, so that nothing "
                 "relies on one of them alone. In use, and here, all of them stay.",
                 {"A", "heatmap"}},
    GlossaryTerm{"effective rank",
                 {"effective rank"},
                 "How many directions a product of weights uses. Four that are equally strong count as 4; where one is "
                 "far stronger than the others it is little more than 1.",
                 {"scores", "spectrum"}},
    GlossaryTerm{"embedding",
                 {"embeddings", "embedding"},
                 "The vector that stands for a word wherever it occurs. Equal words have equal embeddings.",
                 {"E", "heatmap"}},
    GlossaryTerm{"entropy",
                 {"entropy"},
                 "How evenly a <line> of attention is spread, in bits: 0 where one token gets all, log₂ of the number "
                 "of tokens where all get the same.",
                 {"A", "softmax"}},
    GlossaryTerm{"even share",
                 {"even share"},
                 "What each token would get if all got the same: 1 over their number.",
                 {"A", "softmax"}},
    GlossaryTerm{"exponential",
                 {"exponential", "exponentials"},
                 "e to the power of a score. Why not divide the scores by their own sum? Scores may be negative, and "
                 "their sum 0. Powers are above 0, so they can be shared out, and adding one number to all scores "
                 "changes no share. Any base above 1 would do; another base is another temperature.",
                 {"exp", "heatmap"}},
    GlossaryTerm{"gate",
                 {"gate", "gated"},
                 "A number between 0 and 1 for each number of a head's output, made from the input: how much of it "
                 "goes through.",
                 {"gate", "heatmap"}},
    GlossaryTerm{"gradient",
                 {},
                 "How much, and in which direction, an error moves when one number moves: training takes each weight a "
                 "little the other way. Nothing is trained here; drag a number, and what it moves is shown.",
                 {"A", "saturation"}},
    GlossaryTerm{
        "grouped queries",
        {},
        "Several heads, each with queries of its own, share one set of keys and values; there are H_kv of them. A "
        "model that writes a text keeps keys and values in a cache, which is then smaller.",
        {"K", "heatmap"},
        here::sharing},
    GlossaryTerm{"H", {}, "How many heads run beside each other.", {"A", "heads"}, here::length<&Sizes::H>},
    GlossaryTerm{"head",
                 {"heads", "head"},
                 "One attention among several that run beside each other, each with its own weights, so that each can "
                 "look for something else.",
                 {"A", "heads"}},
    GlossaryTerm{"induction",
                 {"induction heads", "induction head", "induction"},
                 "Going on with what was seen before: a head looks for an earlier place of the same word and reads the "
                 "word after it, which came next the last time.",
                 {"A", "lines"}},
    GlossaryTerm{"inner product",
                 {"inner products", "inner product"},
                 "Length times length times the cosine of the angle between two vectors; counted as the sum of their "
                 "products, number by number. It measures how alike they are.",
                 {"scores", "inner-product"}},
    GlossaryTerm{"key",
                 {"keys", "key"},
                 "What a token offers to be found by: a vector that is compared with every query.",
                 {"K", "product"}},
    GlossaryTerm{"KV cache",
                 {"kv cache"},
                 "The keys and values of all words so far, which a model that writes a text keeps: for each further "
                 "word it makes only one query, one key, one value and one <line> of scores. It grows with the text.",
                 {"K", "heatmap"},
                 here::cache},
    GlossaryTerm{
        "layer",
        {"layer", "layers"},
        "Here: one attention with all its heads. Letters or words go in, each reads the others, and for each a "
        "<line> of numbers comes out. Many call a whole block of a transformer a layer, too.",
        {"Y", "token"}},
    GlossaryTerm{"linear map",
                 {"linear map", "linear maps"},
                 "Multiplying by a matrix. It may turn, stretch and flatten, and takes sums to sums.",
                 {"Q", "linear-map"}},
    GlossaryTerm{"logit",
                 {"logits", "logit"},
                 "A score before softmax: any number, larger for more likely.",
                 {"scores", "heatmap"}},
    GlossaryTerm{
        "loss",
        {"loss"},
        "One number that says how wrong the answer is: large where the right one gets few votes, near 0 where it "
        "gets nearly all. Training makes it smaller.",
        {"Y", "heatmap"}},
    GlossaryTerm{
        "mask",
        {"mask", "masked"},
        "Hides tokens: minus infinity where one may not be read, 0 elsewhere. It is added to the scores, and softmax "
        "makes minus infinity a share of 0.",
        {"masked", "equation"},
        nullptr,
        has_mask,
        here::make_causal},
    GlossaryTerm{
        "MLP",
        {"mlp", "multi-layer perceptron"},
        "A small network behind the attention of a transformer's block: a token's <line> times a matrix, negative "
        "numbers made 0 or nearly, times another matrix. Each token goes through it alone.",
        {"Y", "block"}},
    GlossaryTerm{"multi-head attention",
                 {"multi-head attention", "multi-head"},
                 "Several attentions beside each other, the heads, each with weights and shares of its own. Their "
                 "outputs are put side by side and mixed by the output weights.",
                 {"A", "heads"},
                 here::length<&Sizes::H>},
    GlossaryTerm{"neuron",
                 {"neuron", "neurons"},
                 "One hidden number of an MLP, with its own weights: it fires, or is about 0, for each token, and what "
                 "it writes is added in proportion.",
                 {"Y", "block"}},
    GlossaryTerm{"norm",
                 {"norm", "normalization", "normalized", "layernorm", "rmsnorm"},
                 "Brings each token's vector to a usual size before the layer reads it: its mean is subtracted (not in "
                 "RMSNorm), and it is divided by how far its numbers spread.",
                 {"Y", "block"}},
    GlossaryTerm{
        "one-hot", {"one-hot"}, "A vector with a single 1 and zeros elsewhere: it names one thing.", {"P", "heatmap"}},
    GlossaryTerm{"padding",
                 {"padding"},
                 "Tokens that only fill up a shorter sentence of a batch. Nobody may read them.",
                 {"mask", "heatmap"},
                 nullptr,
                 here::has_padding,
                 here::add_padding},
    GlossaryTerm{"parameters",
                 {},
                 "The numbers that are learnt: weights and biases. A longer sentence needs no more of them.",
                 {"W_Q", "heatmap"},
                 here::parameters},
    GlossaryTerm{"pin",
                 {"pins", "pinned", "pin"},
                 "A number that is fixed by hand instead of computed. All that is computed from it follows; what it "
                 "would be computed from no longer changes it.",
                 {"A", "heatmap"}},
    GlossaryTerm{"position",
                 {"positions", "position", "positional"},
                 "What is added to an embedding so that the layer can tell where in the sentence a word stands.",
                 {"X", "equation"}},
    GlossaryTerm{"projection",
                 {"projection", "projections"},
                 "Here: the product with a weight matrix, which makes queries, keys or values of the input. In the "
                 "strict sense a projection changes nothing when it is done a second time; these do.",
                 {"Q", "projection"}},
    GlossaryTerm{"query",
                 {"queries", "query"},
                 "What a token looks for: a vector that is compared with every key.",
                 {"Q", "product"}},
    GlossaryTerm{"rank",
                 {"rank"},
                 "How many directions a matrix tells apart. A product of two matrices has at most as many as there are "
                 "numbers between the two: between query and key weights, as many as a key has.",
                 {"scores", "spectrum"}},
    GlossaryTerm{"residual",
                 {"residual", "residual stream", "residual connection", "stream"},
                 "The <line> of each token that goes past the layer unchanged. The layer's output is added to it, and "
                 "the next layer reads the sum.",
                 {"Y", "block"}},
    GlossaryTerm{
        "rotary positions",
        {"rotary positions", "rotary"},
        "Queries and keys are rotated, two numbers of each at a time, by an angle that grows with the place, so that "
        "a score depends on the distance.",
        {"Q_rotated", "heatmap"}},
    GlossaryTerm{
        "row maximum",
        {"row maximum"},
        "The largest score of a <line>. Softmax subtracts it first, so that no exponential becomes too large; the "
        "shares stay as they are.",
        {"row_max", "equation"}},
    GlossaryTerm{
        "S",
        {},
        "How many tokens there are: the input has as many <line>s, and the shares have as many rows and columns.",
        {"X", "heatmap"},
        here::length<&Sizes::S_q>},
    GlossaryTerm{"saturation",
                 {"saturation", "saturated"},
                 "One share is nearly 1 and the others nearly 0: then small changes of the scores no longer matter. A "
                 "share a moves by a (1 − a) times what its score moves, which is then next to nothing.",
                 {"A", "saturation"}},
    GlossaryTerm{"scale",
                 {"scale", "scaled", "scaling"},
                 "Scores are divided by the square root of the keys' width, so that they do not grow with it.",
                 {"scaled", "spread"}},
    GlossaryTerm{"score",
                 {"scores", "score"},
                 "How well a query matches a key: their dot product. Any number; softmax makes shares of them.",
                 {"scores", "heatmap"}},
    GlossaryTerm{"seed",
                 {"seed"},
                 "The number that random weights are drawn from; the same seed gives the same ones.",
                 {"W_Q", "heatmap"}},
    GlossaryTerm{"self-attention",
                 {"self-attention"},
                 "Attention of a sequence to itself: its tokens make the queries, and the keys and values too. Where "
                 "these come from another sequence it is cross-attention.",
                 {"A", "lines"}},
    GlossaryTerm{
        "session",
        {},
        "What is open here: words, weights and settings together. It is one file once it is saved; every lesson "
        "begins with one of its own.",
        {"X", "heatmap"}},
    GlossaryTerm{"singular value",
                 {"singular values", "singular value"},
                 "How strong one direction of a matrix is: how much longer it makes what lies along it. The rank of "
                 "the matrix is how many of them are above zero.",
                 {"scores", "spectrum"}},
    GlossaryTerm{"softmax",
                 {"softmax"},
                 "Makes shares of scores: each becomes e to its power, then all are divided by their sum.",
                 {"A", "softmax"}},
    GlossaryTerm{"square root",
                 {"square root", "sqrt"},
                 "The number whose square is the one under the root, written √ and in programs sqrt: √4 is 2. Dot "
                 "products of longer vectors are larger, usually by the square root of how many numbers the vectors "
                 "have: scores are divided by it.",
                 {"scaled", "spread"}},
    GlossaryTerm{"standard deviation",
                 {"standard deviation"},
                 "How far numbers usually lie from their mean; written σ.",
                 {"scaled", "spread"}},
    GlossaryTerm{"temperature",
                 {"temperature"},
                 "Scores are divided by it before softmax. Below 1 the largest share grows, above 1 shares become more "
                 "alike.",
                 {"A", "softmax"}},
    GlossaryTerm{"token",
                 {"tokens", "token"},
                 "A word, a piece of one, or a letter: what the model reads as one thing.",
                 {"X", "heatmap"}},
    GlossaryTerm{
        "training",
        {"training", "trained"},
        "How weights are found. They begin at random; a word is shown whose answer is known, and each weight takes a "
        "small step that makes the loss smaller, millions of times. Nothing is trained here.",
        {"W_Q", "heatmap"}},
    GlossaryTerm{
        "transformer",
        {"transformer", "transformers"},
        "A model made of blocks, one after another, each an attention layer with an MLP behind it. Language models "
        "are transformers.",
        {"Y", "token"}},
    GlossaryTerm{"value",
                 {"values"},
                 "What a token hands over to those who read it: a <line> of V. A reader gets a mixture of them.",
                 {"V", "product"}},
    GlossaryTerm{"W_K",
                 {},
                 "The weights that make keys: a <line> of the input times them is what a token offers to be found by.",
                 {"W_K", "heatmap"},
                 here::weights<ArrayId::W_K>},
    GlossaryTerm{"W_O",
                 {},
                 "The output weights. They mix what all heads bring together, side by side, into one <line> for each "
                 "token; without them a head could write only into places of its own.",
                 {"W_O", "heatmap"},
                 here::weights<ArrayId::W_O>},
    GlossaryTerm{"W_Q",
                 {},
                 "The weights that make queries: a <line> of the input times them is what a token looks for.",
                 {"W_Q", "heatmap"},
                 here::weights<ArrayId::W_Q>},
    GlossaryTerm{"W_V",
                 {},
                 "The weights that make values: a <line> of the input times them is what a token hands over.",
                 {"W_V", "heatmap"},
                 here::weights<ArrayId::W_V>},
    GlossaryTerm{"weights",
                 {"weights", "weight"},
                 "The numbers of a layer that are learnt. They stay the same whatever sentence is read.",
                 {"W_Q", "heatmap"}},
    GlossaryTerm{"window",
                 {"sliding window"},
                 "How far back a token may read.",
                 {"mask", "heatmap"},
                 nullptr,
                 here::has_window,
                 here::add_window},
};
static_assert(std::ranges::is_sorted(terms, [](const GlossaryTerm& a, const GlossaryTerm& b) {
    const auto lower = [](char letter) { return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter; };
    return std::ranges::lexicographical_compare(a.name, b.name, {}, lower, lower);
}));

} // namespace

std::span<const GlossaryTerm> glossary() {
    return terms;
}

} // namespace attn
