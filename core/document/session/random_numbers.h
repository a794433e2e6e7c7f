#pragma once

#include "core/model/cell.h"
#include "core/tensor/matrix.h"

#include <cstdint>
#include <string_view>

namespace attn {

/// The FNV-1a hash of the bytes, 64 bits.
std::uint64_t hash_of(std::string_view bytes);

/// The number `index` of splitmix64 started at `key`, without computing those before it.
std::uint64_t random_bits(std::uint64_t key, std::uint64_t index);

/// The drawn bits as an odd multiple of 2⁻²⁴ in (−1, 1): exact in float32, so equal on every machine.
float symmetric_uniform(std::uint64_t drawn);

/// The embedding (1 x width) of a word from its UTF-8 bytes: uniform with mean 0 and variance 1. A wider embedding
/// begins with the numbers of a narrower one.
Matrix embedding_from_letters(std::string_view word, Index width);

/// A head's weight or bias after Glorot and Bengio 2010: uniform within ±√(6 / (rows + columns)). The draw for a cell
/// depends on seed, parameter, head, row and column only; the shape sets the bound.
Matrix random_parameter(std::uint64_t seed, ArrayId parameter, Index head, Shape shape);

/// The matrix in another shape: the part that fits is kept, new cells are those of random_parameter for the new shape.
Matrix grown_parameter(const Matrix& matrix, std::uint64_t seed, ArrayId parameter, Index head, Shape shape);

/// Random numbers of mean 0 and variance 1 for a stage that is to be given.
Matrix random_stage(std::uint64_t seed, Address slot, Shape shape);

} // namespace attn
