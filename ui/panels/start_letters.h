#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The places of the letters that go in, in boxes, and above them of those that come back, in logical pixels.
struct LetterRows {
    Point back;        ///< the baseline's middle of the first letter that comes back
    float goes_in = 0; ///< y of the upper edge of the boxes
    float pitch = 0;
    Point box;
    float size = 0; ///< type size of the letters that come back
    float place(Index token) const { return back.x + static_cast<float>(token) * pitch; }
};

/// Adds the letters that go in and those that come back, and how sure those are.
void add_letters(Scene& scene, const UiContext& ui, const LetterRows& rows);

/// Adds lines from each letter that comes back to those that its place attends to in a head, as wide as the share.
void add_looks(Scene& scene, const UiContext& ui, const LetterRows& rows, Index head);

} // namespace attn
