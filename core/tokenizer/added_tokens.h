#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"
#include "core/tokenizer/vocabulary.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn {

/// A text that is one token wherever it stands, "<|endoftext|>".
struct AddedToken {
    std::string content;
    Index id = 0;
    bool single_word = false; ///< only between letters that are none of a word
    bool lstrip = false;      ///< takes the spaces before it
    bool rstrip = false;      ///< and those behind it
    bool normalized = false;  ///< looked for in what the normalizer makes of the text
    bool special = false;     ///< of two that are found alike, the special one is meant
};

/// A part of a text: a token, or what is still to be cut.
struct TextPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::optional<Index> id;
};

/// The most bytes of an added token.
constexpr std::size_t added_token_limit = 1024;

/// Finds texts in a text: the first, and of those that begin there the longest.
class AddedTokenFinder {
public:
    /// `text` is what is looked for, as a rule the token's content.
    void add(std::string_view text, const AddedToken& token);
    std::vector<TextPart> split(std::string_view text) const;

private:
    struct Match {
        const AddedToken* token = nullptr;
        std::size_t end = 0;
    };
    Match longest_at(std::string_view text, std::size_t begin) const;

    std::vector<AddedToken> tokens_;
    std::unordered_map<std::uint64_t, std::uint32_t> steps_; ///< by place in the tree of prefixes, and byte
    /// For each place of the tree the token that ends there; at first the root alone, where none does.
    std::vector<std::optional<std::size_t>> ends_{std::nullopt};
};

} // namespace attn
