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

/// A model's tokenizer: text to the numbers of its tokens, and back. Copies share what was read.
class Tokenizer {
public:
    explicit Tokenizer(std::shared_ptr<const TokenizerParts> parts) : parts_(std::move(parts)) {}

    /// Reads tokenizer.json, vocab.json with merges.txt, or vocab.txt in a model's folder; nothing where there is
    /// none of them. Fails, naming the file and the place, where one is damaged or does what is not known here.
    static Result<std::optional<Tokenizer>> read(const std::filesystem::path& folder);

    /// The file, as it begins messages.
    const std::string& name() const;

    /// The tokens that the model would make of a text, with those that it puts around every text. Fails where the text
    /// is not UTF-8 or too long, or the vocabulary has nothing for a part of it.
    Result<TokenIds> encode(std::string_view text) const;
    /// The same by whoever is waited for: fails where it takes longer.
    Result<TokenIds> encode(std::string_view text, std::chrono::nanoseconds time) const;

    /// The text that tokens stand for, without those that encode() puts around every text. What is not UTF-8 in it
    /// is replaced.
    std::string decode(std::span<const Index> ids) const;

    /// A token as people read it: " cat" is "␣cat", bytes that are no letter are ⟨F0⟩⟨9F⟩; "⟨#7⟩" where nothing is
    /// known of the number 7, or another token reads the same. No two tokens read alike.
    std::string readable(Index id) const;
    /// The token that reads so.
    std::optional<Index> find_readable(std::string_view text) const;
    /// What a token stands for that is put around every text: "start" or "end"; nothing of others.
    std::string_view place_around(Index id) const;
    /// Whether a token goes on with the word before it.
    bool goes_on(Index id) const;

private:
    std::shared_ptr<const TokenizerParts> parts_;
};

} // namespace attn
