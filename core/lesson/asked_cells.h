#pragma once

#include "core/lesson/lesson.h"

#include <optional>

namespace attn {

/// True if lines may change the sizes of the layer: they type into a field, rename a token or do an action that is no
/// look.
bool may_resize(const LessonScript& lines);

/// The first cell that the step's bet, task or sentences name and the layer does not have; none if it has all.
std::optional<CellId> missing_cell(const LessonStep& step, const Layer& layer);

} // namespace attn
