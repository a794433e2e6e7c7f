#pragma once

#include "core/notation/in_notation.h"
#include "ui/document/diff.h"

#include <string>
#include <string_view>

namespace attn {

/// "scores", by which scripts find its line; "tokens".
std::string_view moved_target(const ArrayDiff& diff);

/// "W_Q", "scores", as the notation calls them; "tokens".
std::string moved_name(const ArrayDiff& diff, const Notation& notation);

/// In which heads it moved, where they differ: "head 2 only", "heads 1 and 3"; "all 8 heads"; empty where it has none.
std::string moved_heads_in_words(const ArrayDiff& diff, const Notation& notation);

/// What was changed and what moved with it, in one or two sentences made from the counts.
std::string moved_in_words(const Diff& moved, const Notation& notation);

/// "Did not move: E, P, X, K."; empty where all did.
std::string unmoved_in_words(const Diff& moved, const Notation& notation);

} // namespace attn
