#pragma once

#include "core/lesson/lesson.h"

#include <optional>

namespace attn {

/// True if the lines may change the layer's sizes: they type into a field, rename a token, press a key or do an action
/// other than choosing a picture.
bool may_resize(const LessonScript& lines);

/// The first cell in the step's bet, task or sentences that the layer does not have; nullopt if it has all.
std::optional<CellId> missing_cell(const LessonStep& step, const Layer& layer);

} // namespace attn
