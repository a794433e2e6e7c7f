#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The parts of the selection that are in sight.
struct InSight {
    bool cell = false;         ///< the inspected cell
    bool matrix = false;       ///< the inspected cell's matrix, even if the cell itself is not drawn
    bool chosen_token = false; ///< the token whose chip was chosen; keys then do not act on the cell
    bool token = false;        ///< the token that keys for one token change
    bool tokens = false;       ///< the sentence

    bool has(ActsOn what) const;
};

/// The selection in sight in the scene painted last. The first minute and a blank screen hide all of it.
InSight in_sight(const UiContext& ui, const Scene& scene);

} // namespace attn
