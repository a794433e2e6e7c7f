#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Which parts of the selection are visible on the screen.
struct InSight {
    bool cell = false;         ///< the inspected cell
    bool matrix = false;       ///< the inspected cell's matrix, even if the cell itself is not drawn
    bool chosen_token = false; ///< the token whose chip was chosen; keys then do not act on the cell
    bool token = false;        ///< the token that is changed by keys for one token
    bool tokens = false;       ///< the sentence

    bool has(ActsOn what) const;
};

/// Returns which parts of the selection are visible in the scene that was painted last. The introduction and a blank
/// screen hide all of it.
InSight in_sight(const UiContext& ui, const Scene& scene);

} // namespace attn
