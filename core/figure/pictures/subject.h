#pragma once

#include "core/attention/trace.h"
#include "core/figure/pictures/derived.h"
#include "core/figure/pictures/sight.h"
#include "core/figure/text.h"
#include "core/figure/theme.h"
#include "core/session/session.h"

namespace attn {

/// All that a picture of a layer is drawn from.
struct Subject {
    const Session& session;
    const Trace& trace;
    const Sight& sight;
    const Typesetter& typesetter;
    Derived& derived;
    const Trace* baseline = nullptr; ///< what changes are counted from; none: nothing is kept

    const Theme& theme() const { return attn::theme(sight.look); }
    const Layer& layer() const { return session.layer(); }
    const Sizes& sizes() const { return trace.sizes(); }
};

} // namespace attn
