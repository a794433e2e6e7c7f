#pragma once

#include "core/figure/display_list.h"

namespace attn {

/// The part of a figure that goes into a file, and the ground beneath it.
struct Page {
    Box area;      ///< logical pixels
    Colour ground; ///< transparent: none
};

/// A page that holds all of the list with a margin around it, its edges on whole pixels.
Page page_around(const DisplayList& list, const Typesetter& typesetter, float margin, Colour ground);

} // namespace attn
