#include "core/document/sources/next_words.h"

#include "core/document/session/model_words.h"
#include "core/document/session/session_limits.h"
#include "core/model/stream.h"

#include <algorithm>
#include <random>

namespace attn {

namespace {

/// The largest number of tokens that the model can read.
Index most_tokens(const Model& model) {
    const Positions& positions = model.input.sequence.positions;
    return positions.kind == Positions::Kind::given ? std::min(positions.rows.rows(), token_limit) : token_limit;
}

} // namespace

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
