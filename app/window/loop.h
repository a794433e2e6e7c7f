#pragma once

#include "app/window/content.h"
#include "app/window/screen.h"
#include "app/window/window.h"

namespace attn {

/// Shows the content until the window is closed. Draws a frame only if there was an event or the content is animated;
/// otherwise the program sleeps. `window` is the surface of `screen`.
void show_until_closed(Window& window, Screen& screen, Content& content);

} // namespace attn
