#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

// What tests/fuzz does with the files of tokenizers: reads one, and lets it cut a text. Each returns the message of
// what was refused; nothing after success.

std::optional<std::string> read_as_tokenizer_json(const std::string& file);
std::optional<std::string> read_as_merges(const std::string& file);
std::optional<std::string> read_as_vocabulary(const std::string& file);
std::optional<std::string> read_as_pattern(const std::string& file);

/// Files to begin with.
std::vector<std::string> tokenizer_json_seeds();
std::vector<std::string> merges_seeds();
std::vector<std::string> vocabulary_seeds();
std::vector<std::string> pattern_seeds();

} // namespace attn
