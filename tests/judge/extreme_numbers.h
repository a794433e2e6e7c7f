#pragma once

#include "core/document/session/session.h"
#include "core/figure/display_list.h"
#include "tests/random_layer.h"

#include <string>
#include <vector>

namespace attn::test {

/// The session with a few numbers, in any stages and weights, that layers do not have by themselves: zeros, the least
/// and the largest floats, infinities and NaN.
Session with_extreme_numbers(Random& random, Session session);

/// The items of a list without a place: shapes that were dropped from it, and clips that are inside out.
std::vector<std::string> misplaced(const DisplayList& list);

/// The places in a file where "inf" or "nan" stands as a number.
std::vector<std::string> numbers_that_are_none(const std::string& file);

} // namespace attn::test
