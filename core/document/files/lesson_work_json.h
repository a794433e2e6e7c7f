#pragma once

#include "core/document/session/lesson_work.h"
#include "core/files/json_keys.h"

#include <vector>

namespace attn {

/// The keys of "lesson" in a session's file.
const std::vector<JsonKey<LessonWork>>& lesson_work_keys();

} // namespace attn
