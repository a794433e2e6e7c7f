#pragma once

#include "core/document/session/figure_request.h"
#include "core/handouts/exercises.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// A number that is wrong on purpose.
struct PlantedError {
    CellId cell{0, ArrayId{}};
    float right = 0;
    float wrong = 0;
    std::string words; ///< the mistake: "its second term is missing"
};

/// The notation and number of decimals with which a planted error is described.
struct SlipWords {
    std::string_view times = "×";
    bool by_head = false; ///< the output is a sum over heads
    int decimals = usual_fine_decimals;
};

/// An easily made mistake in one of the exercises' cells; `key` seeds the choice. It is visible in numbers of
/// `words.decimals` decimals. Fails if no cell can hold such a mistake.
Result<PlantedError> planted_error(const Trace& trace, const Exercises& exercises, std::uint64_t key,
                                   const SlipWords& words = {});

/// The layer with the wrong number pinned, so that later stages are computed from it.
Layer with_error(Layer layer, const PlantedError& slip);

} // namespace attn
