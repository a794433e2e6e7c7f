#pragma once

#include "core/tensor/matrix.h"

namespace attn {

// The softmax of each row in four recorded steps, shifted by the row's maximum so that no exponential overflows.
// (Vaswani et al. 2017, section 3.2.1; the shift as in Goodfellow et al. 2016, section 4.1)
//
// Bits depend on the row's numbers alone, not on its address or on the width of a register: column j is added in lane j
// mod 16, then lanes 0 and 8, 1 and 9 … are added, then 0 and 4 …

/// m_i = max_j s_ij; −∞ if every key is masked, NaN if a score is NaN.
void row_maxima(const ConstView& masked, // S_q x S_k
                const View& row_max);    // S_q x 1

/// exp(s_ij − m_i), within 2 units of the last place of the exponential of the float32 difference; a row with every key
/// masked becomes zeros.
void shifted_exponentials(const ConstView& masked,   // S_q x S_k
                          const ConstView& row_max,  // S_q x 1
                          const View& exponentials); // S_q x S_k

/// Z_i = Σ_j exp(s_ij − m_i).
void row_sums(const ConstView& exponentials, // S_q x S_k
              const View& row_sum);          // S_q x 1

/// a_ij = exp(s_ij − m_i) / Z_i; a row with every key masked has no distribution and becomes zeros.
void row_shares(const ConstView& exponentials, // S_q x S_k
                const ConstView& row_sum,      // S_q x 1
                const View& shares);           // S_q x S_k

} // namespace attn
