#pragma once

#include "core/figure/display_list.h"

namespace attn {

/// The part of a figure that is written to a file, and its background.
struct Page {
    Box area;      ///< logical pixels
    Colour ground; ///< background; may be transparent
};

/// A page that contains the whole list and a margin around it. Its edges lie on whole pixels.
Page page_around(const DisplayList& list, const Typesetter& typesetter, float margin, Colour ground);

} // namespace attn
