#pragma once

#include "core/document/session/condition.h"
#include "core/document/session/edits.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/model/layer.h"

#include <optional>
#include <string>

namespace attn {

/// A session after an edit that is only supposed, and its numbers.
struct Supposition {
    Session session;
    Trace trace;

    Snapshot snapshot() const { return {session, trace}; }
};

/// Computes the session after an edit separately; nullopt if the edit fails, or if the layer would not be small.
std::optional<Supposition> suppose(const Session& session, const Edit& edit);

/// The edit that replaces the first item by the sentence.
Edit sentence_goes_in(const Session& session, const std::string& sentence);

/// True if a layer is small enough to be computed for conditions after every edit.
inline bool is_small_layer(const Sizes& sizes) {
    constexpr Index most = Index{1} << 20U; // number of floats in a layer's weights and scores
    return sizes.H * (sizes.D * (sizes.d_k + sizes.d_v) + sizes.S_q * sizes.S_k) <= most && sizes.B == 1;
}

} // namespace attn
