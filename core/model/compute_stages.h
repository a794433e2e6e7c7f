#pragma once

#include "core/model/stages.h"

namespace attn {

// One function for each row of the table of stages: writes the matrix of one slot. Shapes as in the table.

void compute_E(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_P(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_resid_pre(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_X(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_context(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_Q(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_K(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_V(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_Q_rotated(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_K_rotated(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_scores(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_scaled(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_mask(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_masked(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_row_max(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_exp(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_row_sum(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_A(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_O(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_concat(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_parts(const Layer& layer, Address slot, Inputs& inputs, View result);
void compute_Y(const Layer& layer, Address slot, Inputs& inputs, View result);

} // namespace attn
