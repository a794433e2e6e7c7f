#pragma once

#include "core/files/ndarray.h"
#include "core/model/layer.h"

#include <random>
#include <string_view>
#include <vector>

namespace attn::test {

/// Every stage from X on, as somebody writes attention in loops and double precision who makes one mistake, named as
/// the slip that shall be found; "" makes none. Arrays have the shapes of traces. Sizes must allow the mistake.
NdArrays naive_student(const Layer& layer, std::string_view mistake);

/// The mistakes that naive_student can make.
std::vector<std::string_view> mistakes();

/// A random layer of small sizes in which the mistake can be made and makes a difference.
Layer layer_for(std::string_view mistake, std::mt19937& random);

} // namespace attn::test
