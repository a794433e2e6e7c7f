#pragma once

#include "core/figure/display_list.h"

namespace attn {

/// What of a figure goes into a file, and on what ground.
struct Page {
    Box area;      ///< logical pixels
    Colour ground; ///< transparent: none
};

/// A page that holds all of the list with a margin around it, its edges on whole pixels.
Page page_around(const DisplayList& list, const Typesetter& typesetter, float margin, Colour ground);

} // namespace attn
