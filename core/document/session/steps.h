#pragma once

#include "core/engine/trace.h"
#include "core/notation/notation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace attn {

/// The arrays to step through: the steps of the lecture notes, or all that the layer has.
enum class StepsShown : std::uint8_t { notes, all };

/// The stages to step through, in the order of computing; at least one. `notes`: the stages in the notation's list that
/// the layer has and that do something, and between them the product of queries and keys, which notes may write within
/// another step, and stages that show what the user set: positions, a mask, a temperature, rotated or normed queries, a
/// cap, a gate, pins or given matrices.
std::vector<ArrayId> steps_of(const Trace& trace, const NotationChoice& notation, StepsShown shown = StepsShown::notes);

/// The steps in the notation's list, whatever the layer has.
std::span<const ArrayId> steps_of_notes(const NotationChoice& notation);

/// The index of a stage among steps; for a stage that is no step, that of the next step, which includes it.
Index place_among(std::span<const ArrayId> steps, ArrayId stage);

/// The step that lies `by` steps from a stage; at most the last, at least the first.
ArrayId step_from(std::span<const ArrayId> steps, ArrayId stage, Index by);

} // namespace attn
