#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace attn {

using Items = std::vector<std::vector<std::string>>;

/// All different words in the items.
std::set<std::string, std::less<>> words_of(const Items& items);

/// `known` with embeddings from letters for words that have none; `known` itself if none is missing.
std::shared_ptr<const Embeddings> with_words(const std::shared_ptr<const Embeddings>& known, const Items& items,
                                             Index width);

/// `known` without words that are in `before` but not in `after` and would get the same numbers from their letters: so
/// typing leaves nothing behind, and an edited word keeps its numbers.
std::shared_ptr<const Embeddings> without_idle_words(const std::shared_ptr<const Embeddings>& known,
                                                     const Items& before, const Items& after, Index width);

/// The embeddings of a session after its tokens changed from `before` to `after`: new words are added, unused ones
/// dropped. If the words are a model's, new ones get its embeddings, and others are an error.
Result<std::shared_ptr<const Embeddings>> with_changed_words(const Session& session,
                                                             const std::shared_ptr<const Embeddings>& known,
                                                             const Items& before, const Items& after, Index width);

/// True if the tokens and embeddings of the session are a model's own.
bool has_words_of_a_model(const Session& session);
/// True if the layer's rows are what the layers of its model before it make of the tokens.
bool has_rows_of_layers_before(const Session& session);

/// `known` with one row replaced.
std::shared_ptr<const Embeddings> with_embedding(const std::shared_ptr<const Embeddings>& known,
                                                 const std::string& word, Matrix row);

} // namespace attn
