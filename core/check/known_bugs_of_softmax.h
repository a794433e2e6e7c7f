#pragma once

#include "core/check/known_bugs.h"

namespace attn {

// Slips in softmax and in what is done with the shares, for the table of slips.

/// Over queries instead of keys.
void softmax_over_columns(Trial& trial);
void softmax_over_heads(Trial& trial);
void softmax_over_items(Trial& trial);
/// Over all cells of a head, of an item, or of all.
void softmax_over_everything(Trial& trial);

/// Shares of hidden keys are set to 0 after softmax, and the rest is not shared out again.
void mask_after_softmax(Trial& trial);
void apply_softmax_twice(Trial& trial);
void leave_out_softmax(Trial& trial);
void leave_out_division(Trial& trial);
/// Exponentials of large scores without subtracting the maximum: infinite in float32.
void overflow(Trial& trial);

/// Aᵀ V instead of A V.
void transpose_A(Trial& trial);

/// Cells of A are zero at random, the others larger by one factor: dropout.
bool looks_like_dropout(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
/// All numbers end after a few decimals.
bool looks_rounded(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
/// Differences are as large as 16 bits make them, and nearly everywhere.
bool looks_like_float16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
bool looks_like_bfloat16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);

} // namespace attn
