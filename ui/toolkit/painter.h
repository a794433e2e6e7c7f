#pragma once

#include "core/figure/display_list.h"
#include "core/figure/vision.h"

struct ImDrawList;

namespace attn {

class TextCache;
class ImageCache;
class Trace;

/// Paints what is to be seen with ImGui, in logical pixels from the window's upper left corner, in the colours that
/// eyes of that kind see. Both caches must have begun the frame with the same vision. The trace, if any, is the one
/// whose matrices are shown.
void paint(ImDrawList& target, const DisplayList& list, TextCache& texts, ImageCache& images,
           Vision vision = Vision::typical, const Trace* trace = nullptr);

} // namespace attn
