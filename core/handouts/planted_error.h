#pragma once

#include "core/handouts/exercises.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// A number that is wrong on purpose.
struct PlantedError {
    CellId cell;
    float right = 0;
    float wrong = 0;
    std::string words; ///< what went wrong: "its second term is missing"
};

/// One mistake that is easily made, in one of the exercises' cells; which one follows from `key`. It can be seen in
/// numbers of three decimals. `by_head`: the output is summed so. Fails where none of the cells can hide one.
Result<PlantedError> planted_error(const Trace& trace, const Exercises& exercises, std::uint64_t key,
                                   std::string_view times = "×", bool by_head = false);

/// The layer in which the mistake was made, so that what follows from it is computed with it.
Layer with_error(Layer layer, const PlantedError& slip);

} // namespace attn
