#pragma once

#include "core/tensor/result.h"
#include "core/tokenizer/word_cutters.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

struct TokenizerParts;

/// A model's tokenizer: converts a text to token ids, and back. Copies share the data.
class Tokenizer {
public:
    explicit Tokenizer(std::shared_ptr<const TokenizerParts> parts) : parts_(std::move(parts)) {}

    /// Reads the tokenizer in a model's folder, from tokenizer.json, from vocab.json with merges.txt, or from
    /// vocab.txt; nullopt if the folder has none of them. Fails, naming the file and the position, if one is damaged or
    /// needs an unknown step.
    static Result<std::optional<Tokenizer>> read(const std::filesystem::path& folder);

    /// Returns the file's name, with which messages begin.
    const std::string& name() const;

    /// Returns the ids that the model gets for `text`, including those that are put around every text. Fails if the
    /// text is not UTF-8 or too long, or if the vocabulary lacks a part of it.
    Result<TokenIds> encode(std::string_view text) const;
    /// Returns the ids that the model gets for `text`; fails if encoding takes longer than `time`.
    Result<TokenIds> encode(std::string_view text, std::chrono::nanoseconds time) const;

    /// Returns the text of the ids, without those that encode() puts around every text. Bytes that are not UTF-8 are
    /// replaced.
    std::string decode(std::span<const Index> ids) const;

    /// Returns a token in readable letters: " cat" is "␣cat", bytes that are no letter are ⟨F0⟩⟨9F⟩. "⟨#7⟩" is the
    /// token 7 if its text is unknown or too long, or would look like another token's. No two tokens have the same
    /// readable text.
    std::string readable(Index id) const;
    /// Returns the token whose readable text is `text`; nullopt if there is none.
    std::optional<Index> find_readable(std::string_view text) const;
    /// Returns the position of a token in the template around every text: "start", "end", or empty for other tokens.
    std::string_view place_around(Index id) const;
    /// True if the token continues the word of the token before it.
    bool goes_on(Index id) const;

private:
    std::shared_ptr<const TokenizerParts> parts_;
};

} // namespace attn
