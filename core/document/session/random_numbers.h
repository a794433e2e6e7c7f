#pragma once

#include "core/model/cell.h"
#include "core/tensor/matrix.h"

#include <cstdint>
#include <string_view>

namespace attn {

/// FNV-1a, 64 bits, of the bytes.
std::uint64_t hash_of(std::string_view bytes);

/// The `index`-th number of splitmix64 begun at `key`: any of them without those before.
std::uint64_t random_bits(std::uint64_t key, std::uint64_t index);

/// A draw as an odd multiple of 2⁻²⁴ in (−1, 1): exact in float32, and so equal on every machine.
float symmetric_uniform(std::uint64_t drawn);

/// The embedding (1 x width) of a word from its UTF-8 bytes: uniform with mean 0 and variance 1.
/// A wider one begins with the numbers of a narrower one.
Matrix embedding_from_letters(std::string_view word, Index width);

/// A weight or bias of a head by Glorot and Bengio 2010: uniform within ±√(6 / (rows + columns)). What is drawn for a
/// cell depends on seed, parameter, head, row and column alone; the shape sets the bound.
Matrix random_parameter(std::uint64_t seed, ArrayId parameter, Index head, Shape shape);

/// `matrix` in another shape: the fitting part is kept, what is new is as in random_parameter of the new shape.
Matrix grown_parameter(const Matrix& matrix, std::uint64_t seed, ArrayId parameter, Index head, Shape shape);

/// Numbers of mean 0 and variance 1 for a stage that is to be given.
Matrix random_stage(std::uint64_t seed, Address slot, Shape shape);

} // namespace attn
