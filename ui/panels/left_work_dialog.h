#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <cstdint>
#include <string>

namespace attn {

/// The dialog that offers work of windows that ended without being asked.
void left_work_panel(Scene& scene, const UiContext& ui, const Box& window);

/// "22 November 2026, 00:48", where the user is; from seconds since 1970.
std::string date_in_words(std::int64_t seconds);

} // namespace attn
