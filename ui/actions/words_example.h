#pragma once

#include "ui/actions/actions.h"

#include <string>

namespace attn {

// Where a layer reads the letters of one word, a sentence goes into another example, which reads words.

/// The sentence of several words that was refused, and stands where it was typed; empty: none was.
std::string refused_sentence(const UiContext& ui);

/// What the button beside it says; empty where no sentence was refused, or the example is not there.
std::string words_example_label(const UiContext& ui);

/// Opens the example with that sentence.
void take_to_words(const CommandContext& command);

} // namespace attn
