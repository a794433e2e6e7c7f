#pragma once

#include "core/check/known_bugs.h"

namespace attn {

// Slips in cutting Q, K, V into heads and in joining the heads again, for the table of slips.

/// (S, H·d) is reshaped to (H, S, d) at once, not to (S, H, d) and transposed.
void reshape_to_heads(Trial& trial);
/// Head h takes the columns h, h + H, h + 2H …
void interleave_heads(Trial& trial);
/// (S, H, d) is taken for (H, S, d), where there are as many heads as tokens.
void take_tokens_for_heads(Trial& trial);
/// One head of the full width.
void use_one_head(Trial& trial);

/// Head h takes the keys and values of the group h mod H_kv, where neighbours share them.
void tile_groups(Trial& trial);

/// (H, S, d) is reshaped to (S, H·d) at once.
void reshape_from_heads(Trial& trial);
/// The first columns of all heads stand first.
void interleave_concat(Trial& trial);

} // namespace attn
