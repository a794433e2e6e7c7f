#pragma once

#include "core/tensor/result.h"
#include "core/tokenizer/encoding_work.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A part of a text, in bytes: a match of a pattern, or the part between two matches.
struct Cut {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool is_match = false;
    bool operator==(const Cut&) const = default;
};

/// The largest number of bytes of a regular expression. Those of published models have at most a thousand.
constexpr std::size_t pattern_limit = 4096;

/// A text that can be searched for: a regular expression or a literal text.
class Pattern {
public:
    /// Compiles a regular expression in Oniguruma's own syntax without options, since Hugging Face's tokenizers use the
    /// same library. Fails if it cannot be compiled, is too long or too deeply nested, or calls groups.
    static Result<Pattern> expression(std::string_view expression);
    static Pattern literal(std::string text);

    /// Returns the whole text divided into matches and the parts between them. Fails if the text is not UTF-8, if the
    /// search takes too many steps, or if the time in `work` is over.
    Result<std::vector<Cut>> cut(std::string_view text, const EncodingWork& work = EncodingWork()) const;

private:
    Pattern() = default;

    std::string literal_;
    std::shared_ptr<void> code_; ///< the expression as compiled by Oniguruma; null for a literal text
};

} // namespace attn
