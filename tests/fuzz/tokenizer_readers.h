#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

// Fuzzed readers of tokenizers' files: each reads one and cuts a text. Each returns the message of an error, or nothing
// after success.

std::optional<std::string> read_as_tokenizer_json(const std::string& file);
std::optional<std::string> read_as_merges(const std::string& file);
std::optional<std::string> read_as_vocabulary(const std::string& file);
std::optional<std::string> read_as_pattern(const std::string& file);

/// The files from which fuzzing starts.
std::vector<std::string> tokenizer_json_seeds();
std::vector<std::string> merges_seeds();
std::vector<std::string> vocabulary_seeds();
std::vector<std::string> pattern_seeds();

} // namespace attn
