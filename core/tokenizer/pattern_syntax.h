#pragma once

#include "core/tensor/result.h"

#include <string>
#include <string_view>

namespace attn {

/// The most bytes of a pattern.
constexpr std::size_t pattern_limit = 4096;

/// A regular expression of a tokenizer, which are written for Oniguruma (Ruby's syntax, UTF-8), so that PCRE2 with UTF,
/// UCP, MULTILINE and line feeds alone as line ends finds the same. Fails, naming the construct, where Oniguruma reads
/// it otherwise than PCRE2 or where that is not known here.
Result<std::string> pcre2_syntax(std::string_view pattern);

} // namespace attn
