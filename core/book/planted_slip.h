#pragma once

#include "core/book/exercises.h"

#include <cstdint>
#include <string>

namespace attn {

/// A number that is wrong on purpose.
struct PlantedSlip {
    CellId cell;
    float right = 0;
    float wrong = 0;
    std::string words; ///< what went wrong: "its second term is missing"
};

/// One mistake that is easily made, in one of the exercises' cells; which one follows from `key`. It can be seen in
/// numbers of three decimals. Fails where none of the cells can hide one.
Result<PlantedSlip> planted_slip(const Trace& trace, const Exercises& exercises, std::uint64_t key);

/// The layer in which the mistake was made, so that what follows from it is computed with it.
Layer with_slip(Layer layer, const PlantedSlip& slip);

} // namespace attn
