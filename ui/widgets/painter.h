#pragma once

#include "core/figure/display_list.h"
#include "core/figure/vision.h"

struct ImDrawList;

namespace attn {

class TextCache;
class ImageCache;

/// Paints what is to be seen with ImGui, in logical pixels from the window's upper left corner, in the colours that
/// eyes of that kind see. Both caches must have begun the frame with the same vision.
void paint(ImDrawList& target, const DisplayList& list, TextCache& texts, ImageCache& images,
           Vision vision = Vision::typical);

} // namespace attn
