#pragma once

#include "core/tensor/result.h"
#include "core/tokenizer/tokenizer_parts.h"

#include <string>
#include <string_view>

namespace attn {

/// The class that a tokenizer_config.json names, without "Fast" behind it; empty where it names none, or is empty
/// itself.
Result<std::string> tokenizer_class(std::string_view config);

/// Some classes put start and end tokens around texts as tokenizer_config.json says, whatever the template of
/// tokenizer.json is: Llama's and Gemma's by add_bos_token and add_eos_token.
Result<void> surround_as_class_does(TokenizerParts& parts, std::string_view config);

} // namespace attn
