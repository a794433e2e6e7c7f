#pragma once

#include "core/figure/display_list.h"

struct ImDrawList;

namespace attn {

class TextCache;
class ImageCache;
class Trace;

/// Paints a display list with ImGui, in logical pixels from the window's upper left corner. Both caches must have begun
/// the frame. The trace, if any, is the one whose matrices are shown.
void paint(ImDrawList& target, const DisplayList& list, TextCache& texts, ImageCache& images,
           const Trace* trace = nullptr);

} // namespace attn
