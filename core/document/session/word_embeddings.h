#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace attn {

using Items = std::vector<std::vector<std::string>>;

/// All words that stand in the items.
std::set<std::string, std::less<>> words_of(const Items& items);

/// `known` with embeddings from their letters for the words that have none; `known` itself where none is missing.
std::shared_ptr<const Embeddings> with_words(const std::shared_ptr<const Embeddings>& known, const Items& items,
                                             Index width);

/// `known` without the words that stood in `before`, do not stand in `after`, and would be drawn the same again, so
/// that typing leaves nothing behind while an edited word keeps its numbers.
std::shared_ptr<const Embeddings> without_idle_words(const std::shared_ptr<const Embeddings>& known,
                                                     const Items& before, const Items& after, Index width);

/// The embeddings of a session after its tokens changed from `before` to `after`: new words get theirs, and idle ones
/// go. Where the words are a model's, a new one must be one of them, with the model's own embedding.
Result<std::shared_ptr<const Embeddings>> with_changed_words(const Session& session,
                                                             const std::shared_ptr<const Embeddings>& known,
                                                             const Items& before, const Items& after, Index width);

/// Whether the tokens and embeddings of a session are a model's own.
bool has_words_of_a_model(const Session& session);

/// `known` with one row replaced.
std::shared_ptr<const Embeddings> with_embedding(const std::shared_ptr<const Embeddings>& known,
                                                 const std::string& word, Matrix row);

} // namespace attn
