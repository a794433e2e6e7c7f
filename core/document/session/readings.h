#pragma once

#include "core/document/session/condition.h"
#include "core/explain/readout.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The readings of the session's first read-out for its first item; empty if there is no read-out.
std::vector<TokenReading> present_readings(const Snapshot& now);
/// The text of present_readings(): its labels one after the other.
std::string present_reading_text(const Snapshot& now);
/// The least probability of all readings, 0 to 1.
double least_sureness(const std::vector<TokenReading>& readings);

/// True if the readings are the input tokens in reverse order.
bool comes_back_reversed(const Snapshot& now);
/// True if the readings are the input tokens, and there are several.
bool comes_back_the_same(const Snapshot& now);

/// The indices of the heads that are off.
std::vector<Index> heads_off(const Layer& layer);

/// The readings with the present heads off, compared with those with all heads on. They are computed separately, so
/// only for small layers.
struct ReadingsLeft {
    Index kept = 0; ///< number of tokens with the same reading as with all heads on
    Index lost = 0;
    double sure_before = 0; ///< least probability of a reading with all heads on
    double sure = 0;
    bool worse_together = false; ///< true if several heads are off and tokens are lost, but each head alone off would
                                 ///< lose fewer
};
std::optional<ReadingsLeft> readings_left(const Snapshot& now);

/// The reading of the first read-out for another input sentence.
struct SupposedReading {
    std::string text;
    double sure = 0; ///< least probability of a reading
    bool operator==(const SupposedReading&) const = default;
};
/// The reading of a sentence, computed separately; nullopt if the layer cannot read the sentence or is not small.
std::optional<SupposedReading> supposed_reading(const Snapshot& now, const std::string& sentence);
/// The sentences that occur in a condition, in its order.
std::vector<std::string> supposed_sentences(const Condition& condition);

/// Stores readings that are computed separately, as long as the session stays the same, because conditions and
/// sentences ask for them in every frame.
struct KeptReadings {
    std::uint64_t revision = 0;                                       ///< revision of the session
    std::optional<std::optional<ReadingsLeft>> left;                  ///< outer nullopt: not computed yet
    std::map<std::string, std::optional<SupposedReading>> supposed{}; ///< readings by sentence
    Index computed = 0; ///< number of times that `left` was computed, for all sessions

    /// Drops the readings if the session has changed.
    void follow(std::uint64_t revision_now);
};

} // namespace attn
