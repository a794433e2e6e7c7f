#include "core/document/session/random_numbers.h"

#include "core/tensor/compose.h"

#include <cmath>
#include <utility>

namespace attn {

namespace {

constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15; // 2⁶⁴ / φ, the step of splitmix64
constexpr float sqrt_of_3 = 1.73205081F;                   // uniform within ±√3 has variance 1

/// Numbers within ±bound. Each depends only on key, row and column.
Matrix uniform_matrix(std::uint64_t key, Shape shape, float bound) {
    return filled(shape.rows, shape.columns, [&](Index i, Index j) {
        const auto place = static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(j);
        return bound * symmetric_uniform(random_bits(key, place));
    });
}

std::uint64_t key_of(std::uint64_t seed, ArrayId array, Index item, Index head) {
    const std::uint64_t name_key = random_bits(seed, 0) ^ hash_of(array_name(array));
    return random_bits(random_bits(name_key, static_cast<std::uint64_t>(head)), static_cast<std::uint64_t>(item));
}

} // namespace

std::uint64_t hash_of(std::string_view bytes) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const char byte : bytes) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 0x100000001B3;
    }
    return hash;
}

std::uint64_t random_bits(std::uint64_t key, std::uint64_t index) {
    std::uint64_t z = key + (index + 1) * golden_ratio;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

float symmetric_uniform(std::uint64_t drawn) {
    constexpr std::int64_t steps = std::int64_t{1} << 24;
    const auto upper_bits = static_cast<std::int64_t>(drawn >> 40);
    return static_cast<float>(2 * upper_bits + 1 - steps) / static_cast<float>(steps);
}

Matrix embedding_from_letters(std::string_view word, Index width) {
    return uniform_matrix(hash_of(word), {1, width}, sqrt_of_3);
}

Matrix random_parameter(std::uint64_t seed, ArrayId parameter, Index head, Shape shape) {
    const float bound = std::sqrt(6.0F / static_cast<float>(shape.rows + shape.columns));
    return uniform_matrix(key_of(seed, parameter, 0, head), shape, bound);
}

Matrix grown_parameter(const Matrix& matrix, std::uint64_t seed, ArrayId parameter, Index head, Shape shape) {
    if (matrix.shape() == shape)
        return matrix;
    if (shape.rows <= matrix.rows() && shape.columns <= matrix.columns())
        return matrix.resized(shape.rows, shape.columns);
    const Matrix drawn = random_parameter(seed, parameter, head, shape);
    return filled(shape.rows, shape.columns, [&](Index i, Index j) {
        const bool kept = i < matrix.rows() && j < matrix.columns();
        return kept ? matrix(i, j) : drawn(i, j);
    });
}

Matrix random_stage(std::uint64_t seed, Address slot, Shape shape) {
    return uniform_matrix(key_of(seed, slot.array, slot.item, slot.head), shape, sqrt_of_3);
}

} // namespace attn
