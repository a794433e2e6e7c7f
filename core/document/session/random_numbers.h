#pragma once

#include "core/model/cell.h"
#include "core/tensor/matrix.h"

#include <cstdint>
#include <string_view>

namespace attn {

/// The FNV-1a hash of the bytes, 64 bits.
std::uint64_t hash_of(std::string_view bytes);

/// Number `index` of splitmix64 started at `key`; earlier numbers are not computed.
std::uint64_t random_bits(std::uint64_t key, std::uint64_t index);

/// The random bits as an odd multiple of 2⁻²⁴ in (−1, 1), which is exact in float32 and so equal on all machines.
float symmetric_uniform(std::uint64_t drawn);

/// The embedding (1 x width) of a word, computed from its UTF-8 bytes: uniform with mean 0 and variance 1. A wider
/// embedding begins with the same numbers.
Matrix embedding_from_letters(std::string_view word, Index width);

/// A random weight or bias of a head, as by Glorot and Bengio 2010: uniform within ±√(6 / (rows + columns)). Each
/// number depends only on seed, parameter, head, row and column, and the shape determines the bound.
Matrix random_parameter(std::uint64_t seed, ArrayId parameter, Index head, Shape shape);

/// The matrix in another shape: it keeps the part that fits, and gets new cells from random_parameter for the new
/// shape.
Matrix grown_parameter(const Matrix& matrix, std::uint64_t seed, ArrayId parameter, Index head, Shape shape);

/// Random numbers with mean 0 and variance 1 for a stage that becomes given.
Matrix random_stage(std::uint64_t seed, Address slot, Shape shape);

} // namespace attn
