#pragma once

#include "core/document/session/session.h"
#include "core/engine/trace.h"

#include <memory>
#include <vector>

namespace attn {

/// What a session's goals, and a lesson's tasks, are counted from.
struct Beginning {
    Session session;
    Trace trace;

    Snapshot snapshot() const { return {session, trace}; }
};

/// What the first goal is counted from, and after each that is done the next.
using Beginnings = std::vector<std::shared_ptr<const Beginning>>;

} // namespace attn
