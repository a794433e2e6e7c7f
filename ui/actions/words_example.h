#pragma once

#include "ui/actions/actions.h"

#include <string>

namespace attn {

// A layer that reads the letters of one word refuses a sentence; these take it to an example that reads words.

/// Returns the sentence of several words that was refused and is still in its field; empty if there is none.
std::string refused_sentence(const UiContext& ui);

/// Returns the label of the button beside the refused sentence; empty if no sentence was refused, or the example does
/// not exist.
std::string words_example_label(const UiContext& ui);

/// Opens the example with the refused sentence.
void take_to_words(const CommandContext& command);

} // namespace attn
