#pragma once

#include "core/document/session/model_words.h"
#include "core/document/sources/weights_source.h"
#include "core/engine/model_engine.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <functional>
#include <span>

namespace attn {

/// The rule by which the next word is drawn.
struct Sampling {
    float temperature = 0;  ///< 0: always the likeliest word
    Index top_k = 0;        ///< draws among so many of the likeliest; 0: among all
    float top_p = 1;        ///< draws among the likeliest that together have this probability
    std::uint64_t seed = 1; ///< of the random draws
};

/// Fails if a number of the sampling rule is out of range.
Result<void> check(const Sampling& sampling);

/// The id of the next word. `draw`, from 0 to 1, decides among several.
Index next_word(std::span<const float> logits, const Sampling& sampling, double draw);

/// Appends a token to the model's only text.
Result<void> add_token(OpenedModel& model, Index id);

/// Lets the model write `count` tokens behind its text, and calls `written` for each. Fails if the model has no output,
/// or if the text becomes longer than it can read.
Result<TokenIds> continue_text(OpenedModel& model, Index count, const Sampling& sampling,
                               const std::function<void(Index id)>& written = {});

} // namespace attn
