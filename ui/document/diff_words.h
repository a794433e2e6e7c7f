#pragma once

#include "ui/document/diff.h"

#include <string>

namespace attn {

/// "W_Q", "scores"; "tokens".
std::string moved_name(const ArrayDiff& diff);

/// In which heads it moved, where they differ: "head 2 only", "heads 1 and 3"; "all 8 heads"; empty where it has none.
std::string moved_heads_in_words(const ArrayDiff& diff);

/// What was changed and what moved with it, in one or two sentences made from the counts.
std::string moved_in_words(const Diff& moved);

/// "Did not move: E, P, X, K."; empty where all did.
std::string unmoved_in_words(const Diff& moved);

} // namespace attn
