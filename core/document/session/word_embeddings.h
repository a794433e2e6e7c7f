#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace attn {

using Items = std::vector<std::vector<std::string>>;

/// All different words of the items.
std::set<std::string, std::less<>> words_of(const Items& items);

/// `known`, extended by embeddings from letters for words that have none; `known` itself if no word is missing.
std::shared_ptr<const Embeddings> with_words(const std::shared_ptr<const Embeddings>& known, const Items& items,
                                             Index width);

/// `known` without words that are in `before` but not in `after`, and that would get the same embedding from their
/// letters. So half-typed words are dropped, and an edited word keeps its embedding.
std::shared_ptr<const Embeddings> without_idle_words(const std::shared_ptr<const Embeddings>& known,
                                                     const Items& before, const Items& after, Index width);

/// The embeddings of a session whose tokens changed from `before` to `after`: those of new words are added, unused ones
/// dropped. If the words are a model's, unknown words are an error.
Result<std::shared_ptr<const Embeddings>> with_changed_words(const Session& session,
                                                             const std::shared_ptr<const Embeddings>& known,
                                                             const Items& before, const Items& after, Index width);

/// True if the tokens and embeddings are a model's.
bool has_words_of_a_model(const Session& session);
/// True if the layer's input was computed by the layers before it in the model.
bool has_rows_of_layers_before(const Session& session);

/// `known` with the embedding of a word replaced.
std::shared_ptr<const Embeddings> with_embedding(const std::shared_ptr<const Embeddings>& known,
                                                 const std::string& word, Matrix row);

} // namespace attn
