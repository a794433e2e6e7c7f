#pragma once

#include "core/document/session.h"
#include "core/engine/trace.h"
#include "core/figure/pictures/cache.h"
#include "core/figure/pictures/view_state.h"
#include "core/figure/text.h"
#include "core/figure/theme.h"

namespace attn {

/// All that a picture of a layer is drawn from.
struct DrawContext {
    const Session& session;
    const Trace& trace;
    const ViewState& view_state;
    const Typesetter& typesetter;
    PictureCache& cache;
    const Trace* baseline = nullptr; ///< what changes are counted from; none: nothing is kept

    const Theme& theme() const { return attn::theme(view_state.look); }
    const Layer& layer() const { return session.layer(); }
    const Sizes& sizes() const { return trace.sizes(); }
};

} // namespace attn
