#pragma once

#include "core/notation/in_notation.h"
#include "core/text/prose.h"
#include "ui/document/diff.h"

#include <string_view>

namespace attn {

/// The name by which scripts find the array's line: "scores"; "tokens".
std::string_view moved_target(const ArrayDiff& diff);

/// The array's name in the notation: "W_Q", "scores"; "tokens".
Prose moved_name(const ArrayDiff& diff, const Notation& notation);

/// Names the heads in which the array changed: "head 2 only", "heads 1 and 3", "all 8 heads"; empty if the array has no
/// heads.
Prose moved_heads_in_words(const ArrayDiff& diff, const Notation& notation);

/// Says in one or two sentences, made from the counts, what the user changed and which arrays changed as a result.
Prose moved_in_words(const Diff& moved, const Notation& notation);

/// "Did not move: E, P, X, K."; empty if all arrays moved.
Prose unmoved_in_words(const Diff& moved, const Notation& notation);

} // namespace attn
