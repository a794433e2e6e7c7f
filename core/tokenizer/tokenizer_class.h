#pragma once

#include "core/tensor/result.h"
#include "core/tokenizer/tokenizer_parts.h"

#include <string>
#include <string_view>

namespace attn {

/// Returns the class that a tokenizer_config.json names, without "Fast" at its end; empty if the config is empty or
/// names none.
Result<std::string> tokenizer_class(std::string_view config);

/// Sets the start and end tokens around texts for the classes that use tokenizer_config.json instead of the template in
/// tokenizer.json: those of Llama and Gemma, by add_bos_token and add_eos_token.
Result<void> surround_as_class_does(TokenizerParts& parts, std::string_view config);

} // namespace attn
