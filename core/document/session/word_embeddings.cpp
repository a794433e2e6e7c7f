#include "core/document/session/word_embeddings.h"

#include "core/document/session/model_words.h"
#include "core/document/session/random_numbers.h"
#include "core/files/printable.h"

namespace attn {

namespace {

/// `known`, extended by the model's embeddings for words that have none.
Result<std::shared_ptr<const Embeddings>> with_model_words(const Session& session,
                                                           const std::shared_ptr<const Embeddings>& known,
                                                           const Items& items, Index width) {
    std::shared_ptr<Embeddings> extended;
    for (const std::string& word : words_of(items)) {
        if (known->contains(word))
            continue;
        if (!session.model_words)
            return error("“{}” has no embedding in this session, and its model, {}, cannot be read", printable(word),
                         printable_path(session.origin->file));
        auto row = session.model_words->embedding(word);
        if (!row)
            return row.error();
        if (row->columns() != width)
            return error("“{}” has an embedding of {} numbers, expected {}", printable(word), row->columns(), width);
        if (!extended)
            extended = std::make_shared<Embeddings>(*known);
        extended->emplace(word, *std::move(row));
    }
    return extended ? std::shared_ptr<const Embeddings>(extended) : known;
}

/// `known` without words that are in `before` but not in `after`, and that can be read from the model again.
std::shared_ptr<const Embeddings> without_idle_model_words(const ModelWords& model,
                                                           const std::shared_ptr<const Embeddings>& known,
                                                           const Items& before, const Items& after) {
    const auto still_used = words_of(after);
    auto reduced = std::make_shared<Embeddings>(*known);
    for (const std::string& word : words_of(before)) {
        const auto found = known->find(word);
        if (still_used.contains(word) || found == known->end())
            continue;
        const auto row = model.embedding(word);
        if (row && equal_bits(found->second, *row))
            reduced->erase(word);
    }
    return reduced->size() == known->size() ? known : std::shared_ptr<const Embeddings>(reduced);
}

} // namespace

std::set<std::string, std::less<>> words_of(const Items& items) {
    std::set<std::string, std::less<>> words;
    for (const auto& tokens : items)
        words.insert(tokens.begin(), tokens.end());
    return words;
}

std::shared_ptr<const Embeddings> with_words(const std::shared_ptr<const Embeddings>& known, const Items& items,
                                             Index width) {
    std::shared_ptr<Embeddings> extended;
    for (const std::string& word : words_of(items)) {
        if (known && known->contains(word))
            continue;
        if (!extended)
            extended = known ? std::make_shared<Embeddings>(*known) : std::make_shared<Embeddings>();
        extended->emplace(word, embedding_from_letters(word, width));
    }
    return extended ? std::shared_ptr<const Embeddings>(extended) : known;
}

std::shared_ptr<const Embeddings> without_idle_words(const std::shared_ptr<const Embeddings>& known,
                                                     const Items& before, const Items& after, Index width) {
    const auto still_used = words_of(after);
    std::shared_ptr<Embeddings> reduced;
    for (const std::string& word : words_of(before)) {
        const auto found = known->find(word);
        const bool idle = found != known->end() && !still_used.contains(word) &&
                          equal_bits(found->second, embedding_from_letters(word, width));
        if (!idle)
            continue;
        if (!reduced)
            reduced = std::make_shared<Embeddings>(*known);
        reduced->erase(word);
    }
    return reduced ? std::shared_ptr<const Embeddings>(reduced) : known;
}

bool has_words_of_a_model(const Session& session) {
    return session.origin && session.origin->words;
}

bool has_rows_of_layers_before(const Session& session) {
    return has_words_of_a_model(session) && session.layer().sequence.embeddings == nullptr;
}

Result<std::shared_ptr<const Embeddings>> with_changed_words(const Session& session,
                                                             const std::shared_ptr<const Embeddings>& known,
                                                             const Items& before, const Items& after, Index width) {
    if (!has_words_of_a_model(session))
        return without_idle_words(with_words(known, after, width), before, after, width);
    auto extended = with_model_words(session, known, after, width);
    if (!extended || !session.model_words || session.model_words->is_small())
        return extended;
    return without_idle_model_words(*session.model_words, *extended, before, after);
}

std::shared_ptr<const Embeddings> with_embedding(const std::shared_ptr<const Embeddings>& known,
                                                 const std::string& word, Matrix row) {
    auto changed = std::make_shared<Embeddings>(*known);
    (*changed)[word] = std::move(row);
    return changed;
}

} // namespace attn
