#pragma once

#include "core/engine/trace.h"
#include "core/notation/notation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace attn {

/// The stages that are steps: those of the lecture notes, or all that the layer has.
enum class StepsShown : std::uint8_t { notes, all };

/// The stages that are steps, in the order of computing; at least one. `notes`: the stages in the notation's list that
/// the layer has and that change something; and between them the product of queries and keys, which notes may include
/// in another step, and stages that show an option that the user set: positions, a mask, a temperature, rotated or
/// normed queries, a cap, a gate, pins or given matrices.
std::vector<ArrayId> steps_of(const Trace& trace, const NotationChoice& notation, StepsShown shown = StepsShown::notes);

/// The steps in the notation's list, independent of the layer.
std::span<const ArrayId> steps_of_notes(const NotationChoice& notation);

/// The index of a stage among steps; for a stage that is no step, the index of the next step, which includes it.
Index place_among(std::span<const ArrayId> steps, ArrayId stage);

/// The step at a distance `by` from a stage, limited to the first and the last.
ArrayId step_from(std::span<const ArrayId> steps, ArrayId stage, Index by);

} // namespace attn
