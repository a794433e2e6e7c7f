#pragma once

#include "core/document/options/session_notation.h"
#include "core/document/session/session.h"
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
    /// How names and formulas are written: found once, since each of them asks for it.
    Notation notation = notation_of(session, trace.structure());

    /// The same as seen otherwise. `other` lives as long as what is returned.
    DrawContext seen_as(const ViewState& other) const {
        return {session, trace, other, typesetter, cache, baseline, notation};
    }

    const Theme& theme() const { return attn::theme(view_state.look); }
    const Layer& layer() const { return session.layer(); }
    const Sizes& sizes() const { return trace.sizes(); }
};

} // namespace attn
