#pragma once

#include "core/tensor/result.h"
#include "core/tokenizer/encoding_work.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A part of a text, in bytes, that a pattern found or left between.
struct Cut {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool is_match = false;
    bool operator==(const Cut&) const = default;
};

/// The most bytes of a regular expression. The longest that models bring have a thousand.
constexpr std::size_t pattern_limit = 4096;

/// What a tokenizer looks for: a regular expression, or a text as it stands.
class Pattern {
public:
    /// In Oniguruma's own syntax, without options: as Hugging Face's tokenizers hand theirs to the same library.
    /// Fails where it is none, is too long or too deep, or calls groups.
    static Result<Pattern> expression(std::string_view expression);
    static Pattern literal(std::string text);

    /// The whole text, cut into what is found and what stands between. Fails where the text is not UTF-8, or the search
    /// takes too many steps, or the time of the encoding is over.
    Result<std::vector<Cut>> cut(std::string_view text, const EncodingWork& work = EncodingWork()) const;

private:
    Pattern() = default;

    std::string literal_;
    std::shared_ptr<void> code_; ///< of Oniguruma; none where the text stands for itself
};

} // namespace attn
