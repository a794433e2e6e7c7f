#pragma once

#include "core/files/ndarray.h"
#include "core/model/layer.h"

#include <random>
#include <string_view>
#include <vector>

namespace attn::test {

/// Every stage from X on, as computed by a student in loops and double precision with one mistake, which has the id of
/// the known bug; "" makes none. Arrays have the shapes of traces. The layer's sizes must allow the mistake.
NdArrays naive_student(const Layer& layer, std::string_view mistake);

/// The mistakes that naive_student can make.
std::vector<std::string_view> mistakes();

/// A random small layer in which the mistake is possible and makes a difference.
Layer layer_for(std::string_view mistake, std::mt19937& random);

} // namespace attn::test
