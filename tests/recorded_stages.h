#pragma once

#include "core/document/session/session.h"
#include "tests/random_layer.h"

#include <optional>
#include <set>
#include <string>

namespace attn::test {

/// A causal layer of three tokens and two heads, whose widths all differ.
Layer layer_to_record();

/// A session some of whose stages were recorded.
struct RecordedSession {
    std::string stages; ///< the recorded ones: "Q K A"
    Session session;
};

/// Records stages of that layer. `with_weights`: the layer keeps its words and weights, and computes what is not
/// recorded; otherwise the stages are opened from a file that holds nothing else. Nothing if such a file is refused.
std::optional<RecordedSession> record_stages(const std::set<ArrayId>& recorded, bool with_weights);

/// The same with stages that are drawn: each with the probability that is drawn first, so that few and many are equally
/// likely.
std::optional<RecordedSession> record_some_stages(Random& random, bool with_weights);

} // namespace attn::test
