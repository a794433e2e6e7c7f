#pragma once

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <string>

namespace attn::test {

/// The name of the first slot that differs by a bit; empty if none does.
std::string first_difference(const Trace& left, const Trace& right);

/// Computes the layer with a stop after some slots; then perhaps once more.
void compute_in_pieces(Engine& engine, const Layer& layer, Random& random);

/// The matrix with another number in one cell.
Matrix changed_in_a_cell(Random& random, const Matrix& matrix);

/// A change that reaches only some columns of a stage: a cell of a head's weights or biases.
Layer changed_in_a_column(Random& random, Layer layer);

/// A change that reaches only a part of a stage: a row of a given matrix, a pin, a cell of a weight.
Layer changed_in_part(Random& random, Layer layer);

} // namespace attn::test
