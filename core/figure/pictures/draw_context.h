#pragma once

#include "core/document/options/session_notation.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/figure/pictures/cache.h"
#include "core/figure/pictures/view_state.h"
#include "core/figure/text.h"
#include "core/figure/theme.h"

namespace attn {

/// The data that all pictures of a layer are drawn from.
struct DrawContext {
    const Session& session;
    const Trace& trace;
    const ViewState& view_state;
    const Typesetter& typesetter;
    PictureCache& cache;
    const Trace* baseline = nullptr; ///< the state that changes are compared with; null: no changes are shown
    /// The notation of names and formulas. It is stored, because each name and formula asks for it.
    Notation notation = notation_of(session, trace.structure());

    /// The context with another view state. `other` must outlive it.
    DrawContext seen_as(const ViewState& other) const {
        return {session, trace, other, typesetter, cache, baseline, notation};
    }

    const Theme& theme() const { return attn::theme(view_state.look); }
    const Layer& layer() const { return session.layer(); }
    const Sizes& sizes() const { return trace.sizes(); }
};

} // namespace attn
