#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace attn {

/// A text and whose tokens are asked for.
struct TokensOptions {
    std::filesystem::path model;               ///< a folder, a file in one, or a session that was opened from one
    std::optional<std::string> text;           ///< one of these two
    std::optional<std::filesystem::path> file; ///< that holds the text
};

/// Prints the numbers of the tokens that the model's tokenizer makes of the text: a JSON array on one line.
Result<void> tokens_command(const TokensOptions& options);

} // namespace attn
