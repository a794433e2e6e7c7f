#pragma once

#include "core/document/session/session.h"
#include "core/figure/display_list.h"
#include "tests/random_layer.h"

#include <string>
#include <vector>

namespace attn::test {

/// The session with a few numbers, in any stages and weights, that no layer would have by itself: zeros, the least and
/// the largest of floats, infinities and NaN.
Session with_extreme_numbers(Random& random, Session session);

/// What of a list is no place: shapes that were left out of it, and clips that are inside out.
std::vector<std::string> misplaced(const DisplayList& list);

/// Where "inf" or "nan" stands in a file as a number does.
std::vector<std::string> numbers_that_are_none(const std::string& file);

} // namespace attn::test
