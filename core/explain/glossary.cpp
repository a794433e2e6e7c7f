#include "core/explain/glossary.h"

#include "core/model/arrays.h"

#include <algorithm>
#include <cctype>
#include <fmt/core.h>
#include <string>

namespace attn {

namespace {

template <Index Sizes::*length>
std::string length_here(const Layer& /*layer*/, const Sizes& sizes) {
    return fmt::format("Here: {}.", sizes.*length);
}

/// Multiplications, as an addition goes with each.
std::string cost_here(const Layer& /*layer*/, const Sizes& sizes) {
    const Index scores = sizes.H * sizes.S_q * sizes.S_k;
    const Index queries = sizes.H * sizes.S_q * sizes.D * sizes.d_k;
    const Index keys_and_values = sizes.H_kv() * sizes.S_k * sizes.D_context * (sizes.d_k + sizes.d_v);
    const Index output = sizes.H * sizes.S_q * sizes.d_v * sizes.D;
    return fmt::format("Here {} × {} scores in each of {} heads, {} in all. By them go {} of {} multiplications; the "
                       "others go by weights, and only double.",
                       sizes.S_q, sizes.S_k, sizes.H, scores, scores * (sizes.d_k + sizes.d_v),
                       scores * (sizes.d_k + sizes.d_v) + queries + keys_and_values + output);
}

std::string sharing_here(const Layer& /*layer*/, const Sizes& sizes) {
    if (sizes.queries_per_kv == 1)
        return fmt::format("Here each of {} heads has its own.", sizes.H);
    return fmt::format("Here {} heads share {}.", sizes.H, sizes.H_kv());
}

Index count_of(const Layer& layer, const Sizes& sizes, ArrayId array) {
    const Index each = parameter(layer, array, 0).rows() * parameter(layer, array, 0).columns();
    switch (heads_of(array)) {
    case Heads::none:
        return each;
    case Heads::each:
        return each * sizes.H;
    case Heads::kv:
        return each * sizes.H_kv();
    }
    return each;
}

std::string parameters_here(const Layer& layer, const Sizes& sizes) {
    const auto of = [&](ArrayId array) { return count_of(layer, sizes, array); };
    Index all = 0;
    for (const Array& row : parameters())
        all += of(row.id);
    const Index queries = of(ArrayId::W_Q); // the four that each layer has are told one by one
    const Index keys = of(ArrayId::W_K);
    const Index values = of(ArrayId::W_V);
    const Index output = of(ArrayId::W_O);
    const Index others = all - queries - keys - values - output;
    return fmt::format("Here {}: {} make queries, {} keys, {} values, and {} the output{}.", all, queries, keys, values,
                       output, others == 0 ? "" : fmt::format("; {} are biases and the like", others));
}

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
                 {"scores", "bilinear"}},
    GlossaryTerm{"causal mask",
                 {"causal mask", "causal"},
                 "No token reads what stands after it, so that the next word can be guessed and not copied.",
                 {"mask", "heatmap"}},
    GlossaryTerm{"concat",
                 {"concat", "concatenated", "side by side"},
                 "The heads' outputs put side by side into one long <line> for each token.",
                 {"concat", "joined"}},
    GlossaryTerm{
        "conditional probability",
        {"conditional probability", "conditional probabilities"},
        "P(j | i): how likely j is, given that i is known. A <line> of attention reads so: the share of each key, "
        "given the query. Nothing is drawn at random.",
        {"A", "conditional-probability"}},
    GlossaryTerm{"context",
                 {"context", "second sequence"},
                 "A second sequence that is read by the first: keys and values come from it, queries do not. This is "
                 "cross-attention.",
                 {"context", "heatmap"}},
    GlossaryTerm{
        "cost",
        {},
        "What a layer computes. Each token is compared with each, so that twice as many tokens make four times "
        "as many scores.",
        {"scores", "heatmap"},
        cost_here},
    GlossaryTerm{
        "D",
        {},
        "The width of the model: so many numbers stand for each token, where it goes in and where it comes out.",
        {"X", "heatmap"},
        length_here<&Sizes::D>},
    GlossaryTerm{
        "d_k",
        {},
        "The width of a query and of a key in one head, usually the width of the model divided by the number of "
        "heads. Scores are divided by its square root.",
        {"K", "product"},
        length_here<&Sizes::d_k>},
    GlossaryTerm{
        "d_v",
        {},
        "The width of a value, and of a head's output. It need not be that of keys, with which values are never "
        "compared; usually heads side by side are as wide as the model.",
        {"V", "product"},
        length_here<&Sizes::d_v>},
    GlossaryTerm{"dimension",
                 {"dimensions", "dimension", "width"},
                 "One column of a token's vector. What a column stands for is learnt, and seldom has a name.",
                 {"X", "heatmap"}},
    GlossaryTerm{"dot product",
                 {"dot products", "dot product"},
                 "The sum of products of two vectors, number by number. It is large where both are long and point the "
                 "same way.",
                 {"scores", "product"}},
    GlossaryTerm{"effective rank",
                 {"effective rank"},
                 "How many directions of a product of weights count: as many equally strong ones would be as evenly "
                 "spread as its singular values are. Written exp of the entropy of their shares of the sum.",
                 {"scores", "spectrum"}},
    GlossaryTerm{"embedding",
                 {"embeddings", "embedding"},
                 "The vector that stands for a word wherever it occurs. Equal words have equal embeddings.",
                 {"E", "heatmap"}},
    GlossaryTerm{"entropy",
                 {"entropy"},
                 "How spread out a <line> of attention is, in bits: 0 where one token gets all, log₂ of the number of "
                 "tokens where all get the same.",
                 {"A", "softmax"}},
    GlossaryTerm{"even share",
                 {"even share"},
                 "What each token would get if all got the same: 1 over their number.",
                 {"A", "softmax"}},
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
        sharing_here},
    GlossaryTerm{"H", {}, "How many heads run beside each other.", {"A", "heads"}, length_here<&Sizes::H>},
    GlossaryTerm{"head",
                 {"heads", "head"},
                 "One attention among several that run beside each other, each with its own weights, so that each can "
                 "look for something else.",
                 {"A", "heads"}},
    GlossaryTerm{"inner product",
                 {"inner products", "inner product"},
                 "Length times length times the cosine of the angle between two vectors; counted as the sum of their "
                 "products, number by number. It measures how alike they are.",
                 {"scores", "inner-product"}},
    GlossaryTerm{"key",
                 {"keys", "key"},
                 "What a token offers to be found by: a vector that is compared with every query.",
                 {"K", "product"}},
    GlossaryTerm{"layer",
                 {"layer", "layers"},
                 "One step of a model: all its tokens go in, and as many vectors of the same width come out.",
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
        "mask",
        {"mask", "masked"},
        "Hides tokens: minus infinity where one may not be read, 0 elsewhere. It is added to the scores, and softmax "
        "makes minus infinity a share of 0.",
        {"masked", "equation"}},
    GlossaryTerm{"norm",
                 {"norm", "layernorm", "rmsnorm"},
                 "Scales each token's vector to a usual length before the layer reads it.",
                 {"Q_normed", "heatmap"}},
    GlossaryTerm{
        "one-hot", {"one-hot"}, "A vector with a single 1 and zeros elsewhere: it names one thing.", {"P", "heatmap"}},
    GlossaryTerm{"padding",
                 {"padding"},
                 "Tokens that only fill up a shorter sentence of a batch. Nobody may read them.",
                 {"mask", "heatmap"}},
    GlossaryTerm{"parameters",
                 {},
                 "The numbers that are learnt: weights and biases. A longer sentence needs no more of them.",
                 {"W_Q", "heatmap"},
                 parameters_here},
    GlossaryTerm{"pin",
                 {"pins", "pinned", "pin"},
                 "A number held fast by hand. What is computed from it follows; what it would be computed from does "
                 "not matter to it any more.",
                 {"A", "heatmap"}},
    GlossaryTerm{"position",
                 {"positions", "position", "positional"},
                 "What is added to an embedding so that the layer can tell where in the sentence a word stands.",
                 {"X", "equation"}},
    GlossaryTerm{"projection",
                 {"projection", "projections"},
                 "Here: the product with a weight matrix, which makes queries, keys or values of the input. In the "
                 "strict sense a map that does nothing the second time; these are not.",
                 {"Q", "projection"}},
    GlossaryTerm{"query",
                 {"queries", "query"},
                 "What a token looks for: a vector that is compared with every key.",
                 {"Q", "product"}},
    GlossaryTerm{"residual",
                 {"residual", "residual stream"},
                 "What goes past the layer unchanged. The layer's output is added to it.",
                 {"resid_pre", "heatmap"}},
    GlossaryTerm{"rotary positions",
                 {"rotary positions", "rotary"},
                 "Queries and keys are rotated, two columns at a time, by an angle that grows with the place, so that "
                 "a score depends on the distance.",
                 {"Q_rotated", "heatmap"}},
    GlossaryTerm{
        "row maximum",
        {"row maximum"},
        "The largest score of a <line>. Softmax takes it away first, so that no exponential becomes too large; "
        "the shares stay as they are.",
        {"row_max", "equation"}},
    GlossaryTerm{"S",
                 {},
                 "How many tokens there are: so many rows has the input, and so many rows and columns have the shares.",
                 {"X", "heatmap"},
                 length_here<&Sizes::S_q>},
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
    GlossaryTerm{"singular value",
                 {"singular values", "singular value"},
                 "How strong one direction of a matrix is: how much longer it makes what lies along it. As many are "
                 "above zero as the matrix has rank.",
                 {"scores", "spectrum"}},
    GlossaryTerm{"softmax",
                 {"softmax"},
                 "Makes shares of scores: each becomes e to its power, then all are divided by their sum.",
                 {"A", "softmax"}},
    GlossaryTerm{"standard deviation",
                 {"standard deviation"},
                 "How far numbers usually lie from their mean; written σ.",
                 {"scaled", "spread"}},
    GlossaryTerm{"temperature",
                 {"temperature"},
                 "Scores are divided by it before softmax. Below 1 the largest share grows, above 1 shares become more "
                 "alike.",
                 {"A", "softmax"}},
    GlossaryTerm{"token", {"tokens", "token"}, "A word, or a piece of one, as the model reads it.", {"X", "heatmap"}},
    GlossaryTerm{"value",
                 {"values"},
                 "What a token hands over to those who read it: a <line> of V. A reader gets a mixture of them.",
                 {"V", "product"}},
    GlossaryTerm{"weights",
                 {"weights", "weight"},
                 "The numbers of a layer that are learnt. They stay the same whatever sentence is read.",
                 {"W_Q", "heatmap"}},
    GlossaryTerm{"window", {"sliding window"}, "How far back a token may read.", {"mask", "heatmap"}},
};
static_assert(std::ranges::is_sorted(terms, [](const GlossaryTerm& a, const GlossaryTerm& b) {
    const auto lower = [](char letter) { return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter; };
    return std::ranges::lexicographical_compare(a.name, b.name, {}, lower, lower);
}));

bool is_part_of_a_word(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || std::isalnum(byte) != 0 || letter == '_';
}

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    return (begin == 0 || !is_part_of_a_word(text[begin - 1])) && (end == text.size() || !is_part_of_a_word(text[end]));
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char letter) {
        return letter < 0x80 ? static_cast<char>(std::tolower(letter)) : static_cast<char>(letter);
    });
    return lower;
}

} // namespace

std::span<const GlossaryTerm> glossary() {
    return terms;
}

std::optional<TermInText> find_term(std::string_view text, std::size_t from) {
    const std::string lower = in_lower_case(text);
    std::optional<TermInText> found;
    for (const GlossaryTerm& term : terms)
        for (const std::string_view form : term.written) {
            if (form.empty())
                break;
            for (std::size_t at = lower.find(form, from); at != std::string::npos; at = lower.find(form, at + 1)) {
                if (!stands_alone(lower, at, at + form.size()))
                    continue;
                const bool is_better =
                    !found || at < found->begin || (at == found->begin && at + form.size() > found->end);
                if (is_better)
                    found = TermInText{&term, at, at + form.size()};
                break;
            }
        }
    return found;
}

const GlossaryTerm* find_term_named(std::string_view name) {
    const std::string lower = in_lower_case(name);
    const auto named = std::ranges::find_if(terms, [&](const GlossaryTerm& term) {
        return in_lower_case(term.name) == lower ||
               (!lower.empty() && std::ranges::find(term.written, lower) != term.written.end());
    });
    return named == terms.end() ? nullptr : &*named;
}

} // namespace attn
