#pragma once

#include "core/document/session/figure_request.h"
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

/// The notation and the digits in which a planted error is described.
struct SlipWords {
    std::string_view times = "×";
    bool by_head = false; ///< the output is summed so
    int decimals = usual_fine_decimals;
};

/// One mistake that is easily made, in one of the exercises' cells; which one follows from `key`. It can be seen in
/// numbers of so many decimals. Fails where none of the cells can hide one.
Result<PlantedError> planted_error(const Trace& trace, const Exercises& exercises, std::uint64_t key,
                                   const SlipWords& words = {});

/// The layer in which the mistake was made, so that what follows from it is computed with it.
Layer with_error(Layer layer, const PlantedError& slip);

} // namespace attn
