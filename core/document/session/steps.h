#pragma once

#include "core/engine/trace.h"
#include "core/notation/notation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace attn {

/// Which arrays are walked through: the steps of the notes, or all that the layer has.
enum class StepsShown : std::uint8_t { notes, all };

/// The stages to step through, in the order of computing. Of the notes those that the notation lists, as far
/// as the layer has them and they do something, and between them those that show what the user set: positions, a mask,
/// a temperature, turned or normed queries, a cap, a gate, what is pinned or given. Never none.
std::vector<ArrayId> steps_of(const Trace& trace, const NotationChoice& notation, StepsShown shown = StepsShown::notes);

/// The steps that the notation lists, whatever the layer has.
std::span<const ArrayId> steps_of_notes(const NotationChoice& notation);

/// Where a stage stands among steps: its own place; of one that is no step, that of the step which it is inside of.
Index place_among(std::span<const ArrayId> steps, ArrayId stage);

/// The step that so many lead to from a stage; the first or the last where there are no more.
ArrayId step_from(std::span<const ArrayId> steps, ArrayId stage, Index by);

} // namespace attn
