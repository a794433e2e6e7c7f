#include "core/model/stages.h"

#include "core/model/address.h"
#include "core/model/compute_stages.h"
#include "core/explain/explain_stages.h"
#include "core/model/mask.h"
#include "core/model/norm.h"
#include "core/model/positions.h"

#include <algorithm>

namespace attn {

namespace {

bool no_options(const Layer&, const Layer&, Address) {
    return true;
}

bool same_words(const Layer& before, const Layer& after, Address slot) {
    return same_embeddings(before.sequence, after.sequence, slot.item);
}

bool same_places(const Layer& before, const Layer& after, Address) {
    return same_positions(before.sequence.positions, after.sequence.positions);
}

bool same_normalisation(const Layer& before, const Layer& after, Address) {
    return same_norm(before.norm, after.norm);
}

bool same_rotation(const Layer& before, const Layer& after, Address) {
    return before.rotary == after.rotary;
}

bool same_context(const Layer& before, const Layer& after, Address slot) {
    return same_embeddings(*before.context, *after.context, slot.item) &&
           same_positions(before.context->positions, after.context->positions);
}

bool same_factor(const Layer& before, const Layer& after, Address) {
    return score_factor(before) == score_factor(after);
}

bool same_switch(const Layer& before, const Layer& after, Address slot) {
    const auto head = static_cast<std::size_t>(slot.head);
    return before.heads[head].on == after.heads[head].on;
}

using enum ArrayId;
using enum Heads;
using enum Axis;
using enum Keep;

constexpr std::array stage_table{
    Array{.id = E,
          .name = "E",
          .symbol = R"(<E>)",
          .formula = R"(\text{one row for each word})",
          .columns_formula = R"(\text{one column for each word})",
          .cell_formula = R"(<e>_{<i><d>})",
          .title = "Embeddings: which numbers stand for each word?",
          .hint = "change one number. It changes everywhere the word stands.",
          .inputs = {},
          .parameters = {},
          .heads = none,
          .rows = query_tokens,
          .columns = model,
          .keep = always,
          .same_options = same_words,
          .compute = compute_E,
          .explain = explain_lookup},
    Array{.id = P,
          .name = "P",
          .symbol = R"(<P>)",
          .formula = R"(\text{one row for each place})",
          .columns_formula = R"(\text{one column for each place})",
          .cell_formula = R"(<p>_{<i><d>})",
          .title = "Positions: which numbers stand for each place?",
          .hint = "choose another kind of positions. Which rows now differ?",
          .inputs = {},
          .parameters = {},
          .heads = none,
          .rows = query_tokens,
          .columns = model,
          .keep = always,
          .same_options = same_places,
          .compute = compute_P,
          .explain = explain_lookup},
    Array{.id = resid_pre,
          .name = "resid_pre",
          .symbol = "R",
          .formula = R"(<E> + <P>)",
          .cell_formula = R"(r_{<i><d>} = <e>_{<i><d>} + <p>_{<i><d>})",
          .title = "Before the norm: what enters the model for each token?",
          .hint = "compare the rows with those of X. The norm gives them one length.",
          .inputs = {{E, Reads::cell}, {P, Reads::cell}},
          .parameters = {},
          .heads = none,
          .rows = query_tokens,
          .columns = model,
          .keep = always,
          .same_options = no_options,
          .compute = compute_resid_pre,
          .explain = explain_resid_pre},
    Array{.id = X,
          .name = "X",
          .symbol = R"(<X>)",
          .formula = R"(<input>)",
          .cell_formula = R"(<x>_{<i><d>} = <input cell>)",
          .title = "Input: what does the layer know of each token?",
          .hint = "find two equal words. Their rows differ only by position.",
          .inputs = {{E, Reads::cell}, {P, Reads::cell}, {resid_pre, Reads::row}},
          .parameters = {},
          .heads = none,
          .rows = query_tokens,
          .columns = model,
          .keep = always,
          .same_options = same_normalisation,
          .compute = compute_X,
          .explain = explain_X},
    Array{.id = context,
          .name = "context",
          .symbol = R"(<context>)",
          .formula = R"(E_c + P_c)",
          .cell_formula = R"(<x>_{<j><d>} = <e>_{<j><d>} + <p>_{<j><d>})",
          .title = "Context: what is there to be read?",
          .hint = "change a word here. Queries stay, keys and values move.",
          .inputs = {},
          .parameters = {},
          .heads = none,
          .rows = key_tokens,
          .columns = context_model,
          .keep = always,
          .same_options = same_context,
          .compute = compute_context,
          .explain = explain_context},
    Array{.id = Q,
          .name = "Q",
          .symbol = R"(<Q>)",
          .formula = R"(<X> <W_Q><+b_Q>)",
          .columns_formula = R"(<W_Q T> <X><+b_Q>)",
          .cell_formula = R"(<q>_{<i>c} = \sum_{<d>=1}^{<D>} <x>_{<i><d>}\,<w>_{<d>c}<+b_Q c>)",
          .title = "Queries: what does each token look for?",
          .hint = "set W_Q to zero. What is left to look for?",
          .inputs = {{X, Reads::row}},
          .parameters = {{W_Q, Reads::column}, {b_Q, Reads::column, false}},
          .heads = each,
          .rows = query_tokens,
          .columns = key_width,
          .keep = always,
          .same_options = no_options,
          .compute = compute_Q,
          .explain = explain_Q},
    Array{.id = K,
          .name = "K",
          .symbol = R"(<K>)",
          .formula = R"(<X> <W_K><+b_K>)",
          .columns_formula = R"(<W_K T> <X><+b_K>)",
          .cell_formula = R"(<k>_{<j>c} = \sum_{<d>=1}^{<D>} <x>_{<j><d>}\,<w>_{<d>c}<+b_K c>)",
          .title = "Keys: by what can each token be found?",
          .hint = "swap W_Q with W_K. Who reads whom now?",
          .inputs = {{X, Reads::row}, {context, Reads::row}},
          .parameters = {{W_K, Reads::column}, {b_K, Reads::column, false}},
          .heads = kv,
          .rows = key_tokens,
          .columns = key_width,
          .keep = always,
          .same_options = no_options,
          .compute = compute_K,
          .explain = explain_K},
    Array{.id = V,
          .name = "V",
          .symbol = R"(<V>)",
          .formula = R"(<X> <W_V><+b_V>)",
          .columns_formula = R"(<W_V T> <X><+b_V>)",
          .cell_formula = R"(<v>_{<j>c} = \sum_{<d>=1}^{<D>} <x>_{<j><d>}\,<w>_{<d>c}<+b_V c>)",
          .title = "Values: what does each token hand over?",
          .hint = "change W_V and watch A. It does not move.",
          .inputs = {{X, Reads::row}, {context, Reads::row}},
          .parameters = {{W_V, Reads::column}, {b_V, Reads::column, false}},
          .heads = kv,
          .rows = key_tokens,
          .columns = value_width,
          .keep = always,
          .same_options = no_options,
          .compute = compute_V,
          .explain = explain_V},
    Array{.id = Q_rotated,
          .name = "Q_rotated",
          .symbol = R"(<Q turned>)",
          .formula = R"(\text{rows of } <Q> \text{, turned by their place})",
          .cell_formula = R"(\bar{<q>}_{<i>c} = <q>_{<i>c}\cos\theta \pm <q>_{<i>c'}\sin\theta)",
          .title = "Rotated queries: from where does each token look?",
          .hint = "move a token. Its row turns and keeps its length.",
          .inputs = {{Q, Reads::pair}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = key_width,
          .keep = always,
          .same_options = same_rotation,
          .compute = compute_Q_rotated,
          .explain = explain_Q_rotated},
    Array{.id = K_rotated,
          .name = "K_rotated",
          .symbol = R"(<K turned>)",
          .formula = R"(\text{rows of } <K> \text{, turned by their place})",
          .cell_formula = R"(\bar{<k>}_{<j>c} = <k>_{<j>c}\cos\theta \pm <k>_{<j>c'}\sin\theta)",
          .title = "Rotated keys: where can each token be found?",
          .hint = "compare two equal words. Only the turn tells them apart.",
          .inputs = {{K, Reads::pair}},
          .parameters = {},
          .heads = kv,
          .rows = key_tokens,
          .columns = key_width,
          .keep = always,
          .same_options = same_rotation,
          .compute = compute_K_rotated,
          .explain = explain_K_rotated},
    Array{.id = scores,
          .name = "scores",
          .symbol = R"(<scores>)",
          .formula = R"(<Q> <K T>)",
          .columns_formula = R"(<K T> <Q>)",
          .cell_formula = R"(<s>_{<i><j>} = <q>_<i> \cdot <k>_<j> = \sum_{c=1}^{<d_k>} <q>_{<i>c}\,<k>_{<j>c})",
          .title = "Scores: how well does each query match each key?",
          .hint = "change one number of Q. Which scores move?",
          .inputs =
              {{Q, Reads::row}, {K, Reads::row_as_column}, {Q_rotated, Reads::row}, {K_rotated, Reads::row_as_column}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = key_tokens,
          .keep = always,
          .same_options = no_options,
          .compute = compute_scores,
          .explain = explain_scores},
    Array{.id = scaled,
          .name = "scaled",
          .symbol = R"(<scaled>)",
          .formula = R"(<scale(><Q> <K T><)scale>)",
          .columns_formula = R"(<scale(><K T> <Q><)scale>)",
          .cell_formula = R"(\tilde{s}_{<i><j>} = <scale(><s>_{<i><j>}<)scale>)",
          .title = "Scaled: are the scores small enough to share?",
          .hint = "switch the scale off. What becomes of A?",
          .inputs = {{scores, Reads::cell}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = key_tokens,
          .keep = on_demand,
          .same_options = same_factor,
          .compute = compute_scaled,
          .explain = explain_scaled},
    Array{.id = mask,
          .name = "mask",
          .symbol = R"(<M>)",
          .formula = R"(\text{0 where a key may be read, } -\infty \text{ where not})",
          .cell_formula = R"(M_{<i><j>})",
          .title = "Mask: who may read whom?",
          .hint = "switch the causal mask on and off.",
          .inputs = {},
          .parameters = {},
          .heads = none,
          .rows = query_tokens,
          .columns = key_tokens,
          .keep = always,
          .same_options = same_mask,
          .compute = compute_mask,
          .explain = explain_lookup},
    Array{.id = masked,
          .name = "masked",
          .symbol = R"(<scaled> + <M>)",
          .formula = R"(<scaled> + <M>)",
          .cell_formula = R"(\hat{s}_{<i><j>} = \tilde{s}_{<i><j>} + M_{<i><j>})",
          .title = "Masked: which scores are left?",
          .hint = "paint a cell of the mask. Only its row of A moves.",
          .inputs = {{scaled, Reads::cell}, {mask, Reads::cell}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = key_tokens,
          .keep = on_demand,
          .same_options = no_options,
          .compute = compute_masked,
          .explain = explain_masked},
    Array{.id = row_max,
          .name = "row_max",
          .symbol = R"(<max>)",
          .formula = R"(\max_{<j>} \hat{s}_{<i><j>})",
          .cell_formula = R"(m_<i> = \max_{<j>} \hat{s}_{<i><j>})",
          .title = "Largest score of each row: what is subtracted?",
          .hint = "the largest score becomes exp(0) = 1, so nothing overflows.",
          .inputs = {{masked, Reads::first_column}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = one,
          .keep = always,
          .same_options = no_options,
          .compute = compute_row_max,
          .explain = explain_row_max},
    Array{.id = exp,
          .name = "exp",
          .symbol = R"(\exp(\hat{S} - m))",
          .formula = R"(\exp(\hat{s}_{<i><j>} - m_<i>))",
          .cell_formula = R"(\exp(\hat{s}_{<i><j>} - m_<i>))",
          .title = "Exponentials: how much does each score weigh?",
          .hint = "one more in the score is a factor of e = 2.718 here.",
          .inputs = {{masked, Reads::cell}, {row_max, Reads::row}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = key_tokens,
          .keep = on_demand,
          .same_options = no_options,
          .compute = compute_exp,
          .explain = explain_exp},
    Array{.id = row_sum,
          .name = "row_sum",
          .symbol = R"(<sum>)",
          .formula = R"(\sum_{<j>} \exp(\hat{s}_{<i><j>} - m_<i>))",
          .cell_formula = R"(<z>_<i> = \sum_{<j>} \exp(\hat{s}_{<i><j>} - m_<i>))",
          .title = "Sum of each row: what is shared out?",
          .hint = "a sum near 1 means that one key takes nearly all.",
          .inputs = {{exp, Reads::first_column}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = one,
          .keep = always,
          .same_options = no_options,
          .compute = compute_row_sum,
          .explain = explain_row_sum},
    Array{.id = A,
          .name = "A",
          .symbol = R"(<A>)",
          .formula = R"(\mathrm{softmax}\left(<scale(><Q> <K T><)scale><+M>\right))",
          .columns_formula = R"(\mathrm{softmax}\left(<scale(><K T> <Q><)scale><+M>\right))",
          .cell_formula = R"(<a>_{<i><j>} = \frac{\exp(\hat{s}_{<i><j>} - m_<i>)}{<z>_<i>})",
          .title = "Attention: how much does each token read of each?",
          .hint = "lower the temperature. Each row settles on one key.",
          .inputs = {{exp, Reads::cell}, {row_sum, Reads::row}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = key_tokens,
          .keep = always,
          .same_options = no_options,
          .compute = compute_A,
          .explain = explain_A},
    Array{.id = O,
          .name = "O",
          .symbol = R"(<O>)",
          .formula = R"(<A> <V>)",
          .columns_formula = R"(<V> <A>)",
          .cell_formula = R"(<o>_{<i>c}^{(<h>)} = \sum_{<j>} <a>_{<i><j>}\,<v>_{<j>c})",
          .title = "Head output: what does each token take home?",
          .hint = "each row is a mixture of the rows of V.",
          .inputs = {{A, Reads::row}, {V, Reads::column}},
          .parameters = {},
          .heads = each,
          .rows = query_tokens,
          .columns = value_width,
          .keep = always,
          .same_options = same_switch,
          .compute = compute_O,
          .explain = explain_O},
    Array{.id = concat,
          .name = "concat",
          .symbol = R"(<C>)",
          .formula = R"(\left( <O first> \cdots <O last> \right))",
          .columns_formula = R"(\left( <O first>; \cdots; <O last> \right))",
          .cell_formula = R"(<c>_{<i>,(<h>-<first>)<d_v>+c} = <o>_{<i>c}^{(<h>)})",
          .title = "Concat: what do all heads bring together?",
          .hint = "switch a head off. Its columns become zero.",
          .inputs = {{O, Reads::block}},
          .parameters = {},
          .heads = none,
          .rows = query_tokens,
          .columns = concat_width,
          .keep = always,
          .same_options = no_options,
          .compute = compute_concat,
          .explain = explain_concat},
    Array{.id = parts,
          .name = "parts",
          .symbol = R"(<part>)",
          .formula = R"(<O> <W_O>)",
          .columns_formula = R"(<W_O T> <O>)",
          .cell_formula = R"(<y>_{<i><d>}^{(<h>)} = \sum_{c=1}^{<d_v>} <o>_{<i>c}^{(<h>)}\,<w>_{c<d>})",
          .title = "Parts: what does each head add to the output?",
          .hint = "compare the heads. A vivid A may add nothing.",
          .inputs = {{concat, Reads::row}},
          .parameters = {{W_O, Reads::column}},
          .heads = each,
          .rows = query_tokens,
          .columns = model,
          .keep = always,
          .same_options = no_options,
          .compute = compute_parts,
          .explain = explain_parts},
    Array{.id = Y,
          .name = "Y",
          .symbol = R"(<Y>)",
          .formula = R"(<C> <all W_O><+b_O> = \sum_{<head>=<first>}^{<last>} <O> <W_O><+b_O>)",
          .columns_formula = R"(<all W_O T> <C><+b_O> = \sum_{<head>=<first>}^{<last>} <W_O T> <O><+b_O>)",
          .cell_formula = R"(<y>_{<i><d>} = \sum_{<head>=<first>}^{<last>} <y>_{<i><d>}^{(<h>)}<+b_O d>)",
          .title = "Output: what does each token know now?",
          .hint = "follow one number back to the words it came from.",
          .inputs = {{parts, Reads::cell}},
          .parameters = {{b_O, Reads::column, false}},
          .heads = none,
          .rows = query_tokens,
          .columns = model,
          .keep = always,
          .same_options = no_options,
          .compute = compute_Y,
          .explain = explain_Y},
};
static_assert(stage_table.size() == static_cast<std::size_t>(stage_count));
static_assert(std::ranges::is_sorted(stage_table, {}, &Array::id));

/// Whether the layer gives the stage whole, for every item and head.
bool is_given(const Layer& layer, ArrayId id) {
    const auto first = layer.given.lower_bound({id, 0, 0});
    if (first == layer.given.end() || first->first.stage != id)
        return false;
    const Extent extent = Addresses(layer).extent(id);
    Index given = 0;
    for (auto slot = first; slot != layer.given.end() && slot->first.stage == id; ++slot)
        ++given;
    return given == extent.items * extent.heads;
}

/// Whether the words of a sequence are known as numbers.
bool has_source(const Layer& layer, ArrayId id) {
    if (id == E || id == P)
        return layer.sequence.embeddings && !is_given(layer, X);
    if (id == resid_pre)
        return layer.norm.kind != Norm::Kind::off;
    if (id == Q_rotated || id == K_rotated)
        return layer.rotary.pairs != Rotary::Pairs::off;
    if (id == context)
        return layer.context && layer.context->embeddings;
    return true;
}

} // namespace

std::span<const Array> stages() {
    return stage_table;
}

const Array& stage(ArrayId id) {
    return stage_table[static_cast<std::size_t>(id)];
}

InlineVector<StageInput, 4> inputs_of(const Layer& layer, ArrayId id) {
    const auto is_used = [&](ArrayId input) {
        if (id == X)
            return (input == resid_pre) == is_present(layer, resid_pre);
        if (id == K || id == V)
            return input == (layer.context ? context : X);
        if (id == scores)
            return input == query_stage(layer) || input == key_stage(layer);
        return true;
    };
    InlineVector<StageInput, 4> inputs{};
    for (const StageInput& input : stage(id).inputs)
        if (is_used(input.stage))
            inputs.add(input);
    return inputs;
}

ArrayId query_stage(const Layer& layer) {
    return is_present(layer, Q_rotated) ? Q_rotated : Q;
}

ArrayId key_stage(const Layer& layer) {
    return is_present(layer, K_rotated) ? K_rotated : K;
}

bool is_present(const Layer& layer, ArrayId id) {
    if (is_given(layer, id))
        return true;
    if (!has_source(layer, id))
        return false;
    for (const ParameterInput& input : stage(id).parameters)
        if (input.required && (layer.heads.empty() || parameter(layer, input.parameter, 0).empty()))
            return false;
    return std::ranges::all_of(inputs_of(layer, id),
                               [&](const StageInput& input) { return is_present(layer, input.stage); });
}

Index length_of(const Sizes& sizes, Axis axis) {
    switch (axis) {
    case one:
        return 1;
    case query_tokens:
        return sizes.S_q;
    case key_tokens:
        return sizes.S_k;
    case model:
        return sizes.D;
    case context_model:
        return sizes.D_context;
    case key_width:
        return sizes.d_k;
    case value_width:
        return sizes.d_v;
    case concat_width:
        break;
    }
    return sizes.H * sizes.d_v;
}

Shape shape_of(const Sizes& sizes, ArrayId id) {
    if (is_parameter(id))
        return parameter_shape(sizes, id);
    return {length_of(sizes, stage(id).rows), length_of(sizes, stage(id).columns)};
}

} // namespace attn
