// The formulas of an attention layer one by one, as Eigen expressions in double precision. They read a layer's data and
// call nothing that computes in core. Like core/tensor/eigen.h, this header is for .cpp files alone. S rows are tokens,
// H heads.

#pragma once

#include "core/model/layer.h"

#include "core/tensor/eigen.h"
#include <vector>

namespace attn::test::formulas {

using Eigen::MatrixXd;

/// Row i is the embedding of token i of an item.
MatrixXd embeddings(const Sequence& sequence, Index item); // S x D

/// Row p is added at position p. (Sinusoidal: Vaswani et al. 2017, section 3.5)
MatrixXd positions(const Positions& positions, Index S, Index D); // S x D

/// Each row less its mean, divided by the root of its variance + ε; rms: divided by the root of its mean square + ε.
/// Without gain.
MatrixXd standardised(Norm::Kind kind, double epsilon, const MatrixXd& rows);

/// The rows standardised, with gain and bias; unchanged if the norm is off.
MatrixXd normed(const Norm& norm, const MatrixXd& rows);

/// The matrix rows + b, with b added to each row; an empty bias adds nothing.
MatrixXd with_bias(const MatrixXd& rows, const Matrix& bias);
/// The rows with each column times its gain.
MatrixXd with_gain(const MatrixXd& rows, const Matrix& gain);

/// The rows rotated: in row p each pair of columns, as a complex number, times m · e^{ipθ}. (Su et al. 2021, section
/// 3.2)
MatrixXd rotated(const Rotary& rotary, const MatrixXd& rows); // S x d_k

/// ALiBi's bias −|i − j| · 2^{−8h/H} for head h of H, counted from 1. (Press et al. 2022)
MatrixXd linear_bias(Index head, Index H, Index S_q, Index S_k); // S_q x S_k

/// The sum of all masks that are on.
MatrixXd mask(const Layer& layer, Index item, Index head); // S_q x S_k

/// The largest number of each row; NaN if the row has one.
MatrixXd row_maxima(const MatrixXd& scores); // S_q x 1

/// The exponentials exp(s_ij − m_i); zeros in rows whose maximum is −∞.
MatrixXd exponentials(const MatrixXd& scores, const MatrixXd& maxima);

/// The attention weights e_ij / z_i; 0 in rows in which every score is −∞.
MatrixXd shares(const MatrixXd& exponentials, const MatrixXd& sums, const MatrixXd& scores);

/// The heads' matrices side by side.
MatrixXd side_by_side(const std::vector<MatrixXd>& heads);

} // namespace attn::test::formulas
