#pragma once

#include "core/document/session/session.h"
#include "tests/random_layer.h"

#include <optional>
#include <set>
#include <string>

namespace attn::test {

/// A causal layer of three tokens and two heads, in which all widths differ.
Layer layer_to_record();

/// A session with some recorded stages.
struct RecordedSession {
    std::string stages; ///< the recorded ones: "Q K A"
    Session session;
};

/// A session in which these stages of that layer are recorded. `with_weights`: the layer keeps its words and weights,
/// and computes the other stages; otherwise the session is opened from a file that has only the recorded stages.
/// nullopt if such a file is refused.
std::optional<RecordedSession> record_stages(const std::set<ArrayId>& recorded, bool with_weights);

/// A session with a random choice of stages recorded. The share of recorded stages is random too, so that few and many
/// are equally likely.
std::optional<RecordedSession> record_some_stages(Random& random, bool with_weights);

} // namespace attn::test
