#pragma once

#include "core/check/known_bugs.h"

namespace attn {

// Slips between Q and K and the mask, for the table of slips.

void transpose_scores(Trial& trial);
/// Q K instead of Q Kᵀ, where there are as many keys as dimensions.
void leave_K_untransposed(Trial& trial);

void leave_out_scale(Trial& trial);
void divide_by_d_k(Trial& trial);
void divide_by_sqrt_D(Trial& trial);
/// By the square root of the number of heads, or of keys.
void divide_by_sqrt_H(Trial& trial);
void divide_by_sqrt_S(Trial& trial);
void multiply_by_sqrt_d_k(Trial& trial);
/// 1/√d_k where the layer has another scale.
void divide_by_sqrt_d_k(Trial& trial);

void leave_out_temperature(Trial& trial);
void multiply_by_temperature(Trial& trial);

} // namespace attn
