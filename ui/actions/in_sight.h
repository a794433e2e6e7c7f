#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What is selected, as far as it is in sight.
struct InSight {
    bool cell = false;         ///< the inspected cell
    bool matrix = false;       ///< its matrix, even if the cell itself is not drawn
    bool chosen_token = false; ///< the token whose chip was chosen; the cell then is not what keys act on
    bool token = false;        ///< the token that is changed by the keys for one
    bool tokens = false;       ///< the sentence

    bool has(ActsOn what) const;
};

/// In the scene that was painted last. Nothing is where the first minute or a blank screen hides it.
InSight in_sight(const UiContext& ui, const Scene& scene);

} // namespace attn
