#pragma once

#include "app/window/content.h"
#include "app/window/screen.h"
#include "app/window/window.h"

namespace attn {

/// Shows the content until it is closed. Draws only if something happened or the content wants to move; otherwise the
/// program sleeps. `window` is the surface of `screen`.
void show_until_closed(Window& window, Screen& screen, Content& content);

} // namespace attn
