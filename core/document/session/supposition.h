#pragma once

#include "core/document/session/condition.h"
#include "core/document/session/edits.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/model/layer.h"

#include <optional>
#include <string>

namespace attn {

/// A session as an edit would leave it, and its numbers.
struct Supposition {
    Session session;
    Trace trace;

    Snapshot snapshot() const { return {session, trace}; }
};

/// Computed aside; nothing where the session does not take the edit, or its layer is not small then.
std::optional<Supposition> suppose(const Session& session, const Edit& edit);

/// The text takes the place of the first item, cut as the session cuts texts.
Edit sentence_goes_in(const Session& session, const std::string& sentence);

/// Conditions are asked after every edit, so that only small layers are computed for one.
inline bool is_small_layer(const Sizes& sizes) {
    constexpr Index most = Index{1} << 20U; // numbers of a layer's weights and scores
    return sizes.H * (sizes.D * (sizes.d_k + sizes.d_v) + sizes.S_q * sizes.S_k) <= most && sizes.B == 1;
}

} // namespace attn
