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

/// A text that is one token wherever it occurs, e.g. "<|endoftext|>".
struct AddedToken {
    std::string content;
    Index id = 0;
    bool single_word = false; ///< true: the token is found only where no letter of a word is beside it
    bool lstrip = false;      ///< true: the token includes the spaces before it
    bool rstrip = false;      ///< true: the token includes the spaces after it
    bool normalized = false;  ///< true: the token is searched in the normalized text, not in the original text
    bool special = false;     ///< true: this token is preferred to another one of the same content
};

/// A part of a text, in bytes: an added token or, without `id`, a part that has not been divided into tokens yet.
struct TextPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::optional<Index> id;
};

/// The largest number of bytes of an added token.
constexpr std::size_t added_token_limit = 1024;

/// Finds added tokens in a text: the leftmost first, and of those that begin at the same byte the longest.
class AddedTokenFinder {
public:
    /// Makes the finder find `text` as `token`; in most cases `text` is the token's content.
    void add(std::string_view text, const AddedToken& token);
    std::vector<TextPart> split(std::string_view text) const;

private:
    struct Match {
        const AddedToken* token = nullptr;
        std::size_t end = 0;
    };
    Match longest_at(std::string_view text, std::size_t begin) const;

    std::vector<AddedToken> tokens_;
    std::unordered_map<std::uint64_t, std::uint32_t> steps_; ///< next node of the prefix tree, by node and byte
    /// The token that ends at each node of the prefix tree; nullopt at the root.
    std::vector<std::optional<std::size_t>> ends_{std::nullopt};
};

} // namespace attn
