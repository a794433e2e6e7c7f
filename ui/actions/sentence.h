#pragma once

#include "core/tensor/result.h"
#include "ui/actions/token_places.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The item's tokens as a sentence, and a sentence as tokens: those that the model makes of it, where they are a
/// model's, and otherwise as the session splits it. A line break is written ↵.
std::string sentence_of(const UiContext& ui, Side side);
Result<std::vector<std::string>> tokens_of_sentence(const Session& session, const Sequence& sequence,
                                                    std::string_view sentence);

} // namespace attn
