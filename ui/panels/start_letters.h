#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The letters that go in, in boxes, and over them what comes back. `pitch`: from letter to letter.
struct LetterRows {
    Point back;        ///< the middle of the first letter that comes back
    float goes_in = 0; ///< y of the boxes
    float pitch = 0;
    Point box;
    float size = 0; ///< of the letters that come back
    float place(Index token) const { return back.x + static_cast<float>(token) * pitch; }
};

/// What goes in, what comes back, and how sure that is.
void add_letters(Scene& scene, const UiContext& ui, const LetterRows& rows);

/// Lines from each letter that comes back to those that its place looks at in this head, as wide as the share.
void add_looks(Scene& scene, const UiContext& ui, const LetterRows& rows, Index head);

} // namespace attn
