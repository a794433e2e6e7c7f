#include "core/session/words.h"

#include "core/session/random.h"

namespace attn {

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

std::shared_ptr<const Embeddings> with_embedding(const std::shared_ptr<const Embeddings>& known,
                                                 const std::string& word, Matrix row) {
    auto changed = std::make_shared<Embeddings>(*known);
    (*changed)[word] = std::move(row);
    return changed;
}

} // namespace attn
