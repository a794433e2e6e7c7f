// The formulas of an attention layer one by one, as Eigen expressions in double precision. They read a layer's data and
// call nothing that computes in core. As core/tensor/eigen.h: for .cpp files alone. S rows are tokens, H heads.

#pragma once

#include "core/model/layer.h"

#include "core/tensor/eigen.h"
#include <vector>

namespace attn::test::formulas {

using Eigen::MatrixXd;

/// Row i is what stands for token i of an item.
MatrixXd embeddings(const Sequence& sequence, Index item); // S x D

/// Row p is what is added at place p. (Sinusoidal: Vaswani et al. 2017, section 3.5)
MatrixXd positions(const Positions& positions, Index S, Index D); // S x D

/// Each row less its mean, by the root of its variance + ε; rms: by the root of its mean square + ε. No gain yet.
MatrixXd standardised(Norm::Kind kind, double epsilon, const MatrixXd& rows);

/// The same with gain and bias; an off norm leaves rows as they are.
MatrixXd normed(const Norm& norm, const MatrixXd& rows);

/// rows + b, b in each row; an empty bias is none.
MatrixXd with_bias(const MatrixXd& rows, const Matrix& bias);
/// Each column times its gain.
MatrixXd with_gain(const MatrixXd& rows, const Matrix& gain);

/// In row p each pair of columns, taken as a complex number, times m · e^{ipθ}. (Su et al. 2021, section 3.2)
MatrixXd rotated(const Rotary& rotary, const MatrixXd& rows); // S x d_k

/// −|i − j| · 2^{−8h/H} for head h of H, counted from 1. (Press et al. 2022)
MatrixXd linear_bias(Index head, Index H, Index S_q, Index S_k); // S_q x S_k

/// The sum of all masks that are on.
MatrixXd mask(const Layer& layer, Index item, Index head); // S_q x S_k

/// The largest of each row; NaN where there is one.
MatrixXd row_maxima(const MatrixXd& scores); // S_q x 1

/// exp(s_ij − m_i); zeros in rows whose maximum is −∞.
MatrixXd exponentials(const MatrixXd& scores, const MatrixXd& maxima);

/// e_ij / z_i; in rows in which every score is −∞, 0 / 0 is 0.
MatrixXd shares(const MatrixXd& exponentials, const MatrixXd& sums, const MatrixXd& scores);

/// Heads beside each other.
MatrixXd side_by_side(const std::vector<MatrixXd>& heads);

} // namespace attn::test::formulas
