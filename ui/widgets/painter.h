#pragma once

#include "core/figure/display_list.h"

struct ImDrawList;

namespace attn {

class TextCache;
class ImageCache;

/// Paints what is to be seen with ImGui, in logical pixels from the window's upper left corner.
void paint(ImDrawList& target, const DisplayList& list, TextCache& texts, ImageCache& images);

} // namespace attn
