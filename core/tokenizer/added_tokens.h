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

/// A text that is one token wherever it stands, e.g. "<|endoftext|>".
struct AddedToken {
    std::string content;
    Index id = 0;
    bool single_word = false; ///< found only where no word's letter stands beside it
    bool lstrip = false;      ///< takes the spaces before it
    bool rstrip = false;      ///< takes the spaces behind it
    bool normalized = false;  ///< searched in the normalized text, not in the text as it comes
    bool special = false;     ///< wins over another token of the same content
};

/// A part of a text, in bytes: an added token, or without `id` a stretch that is still to be cut.
struct TextPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::optional<Index> id;
};

/// The most bytes of an added token.
constexpr std::size_t added_token_limit = 1024;

/// Finds added tokens in a text: the leftmost first, and of those that begin at the same byte the longest.
class AddedTokenFinder {
public:
    /// Makes `text` found as `token`; as a rule `text` is the token's content.
    void add(std::string_view text, const AddedToken& token);
    std::vector<TextPart> split(std::string_view text) const;

private:
    struct Match {
        const AddedToken* token = nullptr;
        std::size_t end = 0;
    };
    Match longest_at(std::string_view text, std::size_t begin) const;

    std::vector<AddedToken> tokens_;
    std::unordered_map<std::uint64_t, std::uint32_t> steps_; ///< next node, by node of the prefix tree and byte
    /// The token that ends at each node of the prefix tree; none at the root.
    std::vector<std::optional<std::size_t>> ends_{std::nullopt};
};

} // namespace attn
