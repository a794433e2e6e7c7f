#include "core/document/sources/next_words.h"

#include "core/document/session/model_words.h"
#include "core/document/session/session_limits.h"
#include "core/model/stream.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace attn {

namespace {

/// The indices of the logits, largest logit first; equal ones in ascending order.
std::vector<Index> in_order(std::span<const float> logits) {
    std::vector<Index> words(logits.size());
    std::iota(words.begin(), words.end(), Index{0});
    std::ranges::stable_sort(words, std::ranges::greater(),
                             [&](Index word) { return logits[static_cast<std::size_t>(word)]; });
    return words;
}

/// The most tokens that the model reads.
Index most_tokens(const Model& model) {
    const Positions& positions = model.input.sequence.positions;
    return positions.kind == Positions::Kind::given ? std::min(positions.rows.rows(), token_limit) : token_limit;
}

} // namespace

Result<void> check(const Sampling& sampling) {
    if (!(sampling.temperature >= 0) || !std::isfinite(sampling.temperature))
        return error("--temperature is {}, expected 0 or more", sampling.temperature);
    if (sampling.top_k < 0)
        return error("--top-k is {}, expected 0 (all words) or more", sampling.top_k);
    if (!(sampling.top_p > 0 && sampling.top_p <= 1))
        return error("--top-p is {}, expected more than 0 and at most 1", sampling.top_p);
    return {};
}

Index next_word(std::span<const float> logits, const Sampling& sampling, double draw) {
    if (sampling.temperature == 0)
        return static_cast<Index>(std::ranges::max_element(logits) - logits.begin());
    std::vector<Index> words = in_order(logits);
    if (sampling.top_k > 0)
        words.resize(std::min(words.size(), static_cast<std::size_t>(sampling.top_k)));
    const auto logit = [&](Index word) { return static_cast<double>(logits[static_cast<std::size_t>(word)]); };
    std::vector<double> weights;
    weights.reserve(words.size());
    for (const Index word : words)
        weights.push_back(std::exp((logit(word) - logit(words.front())) / static_cast<double>(sampling.temperature)));
    double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    double kept = 0;
    std::size_t count = 0;
    while (count < weights.size() && (count == 0 || kept < static_cast<double>(sampling.top_p) * all))
        kept += weights[count++];
    all = draw * kept;
    for (std::size_t i = 0; i < count; ++i) {
        all -= weights[i];
        if (all < 0)
            return words[i];
    }
    return words[count - 1];
}

Result<void> add_token(OpenedModel& model, Index id) {
    Sequence& sequence = model.model.input.sequence;
    std::string token = model.words->token(id);
    if (!sequence.embeddings->contains(token)) {
        auto row = model.words->embedding(token);
        if (!row)
            return row.error();
        Embeddings embeddings = *sequence.embeddings;
        embeddings.emplace(token, *std::move(row));
        sequence.embeddings = std::make_shared<const Embeddings>(std::move(embeddings));
    }
    sequence.items.front().push_back(std::move(token));
    return {};
}

Result<TokenIds> continue_text(OpenedModel& model, Index count, const Sampling& sampling,
                               const std::function<void(Index id)>& written) {
    if (auto fits = check(sampling); !fits)
        return fits.error();
    if (const Caveat* const end = end_of(model.model))
        return error(
            "the next word is not known: in layers.{}, {}, and nothing behind it is computed; what stands before "
            "it is written by attention-lab trace, and drawn by attention-lab figure with --layer",
            std::ssize(model.model.blocks) - 1, end->says);
    if (model.model.output.W_U.empty())
        return error("this model ends at its last layer: it has nothing that tells the next word");
    const Sequence& sequence = model.model.input.sequence;
    const Index most = most_tokens(model.model);
    if (const Index tokens = sequence.token_count(); tokens + count > most)
        return tokens < most
                   ? error("the text would have {} tokens, and the model reads {} at most: ask for {} or fewer",
                           tokens + count, most, most - tokens)
                   : error("the text has {} tokens, and the model reads {} at most", tokens, most);
    std::mt19937_64 random(sampling.seed);
    ModelEngine engine;
    TokenIds ids;
    for (Index i = 0; i < count; ++i) {
        const ArrayId read = next_word_array(model.model.output);
        const Index last = sequence.token_count() - 1;
        engine.compute_last_rows(model.model, {.stage = read, .rows = {last, last + 1}});
        const Trace& trace = engine.trace(engine.block_count() - 1);
        const Matrix logits = trace.compute_rows_uncached({0, read}, {last, last + 1});
        const double draw = static_cast<double>(random() >> 11U) * 0x1p-53;
        const Index id = next_word(logits.row(last), sampling, draw);
        ids.push_back(id);
        if (auto added = add_token(model, id); !added)
            return added.error();
        if (written)
            written(id);
    }
    return ids;
}

} // namespace attn
