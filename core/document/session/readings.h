#pragma once

#include "core/document/session/condition.h"
#include "core/explain/readout.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The readings of the session's first read-out for its first item; empty without a read-out.
std::vector<TokenReading> present_readings(const Snapshot& now);
/// The readings as one text.
std::string present_reading_text(const Snapshot& now);
/// The certainty of the least sure reading, 0 to 1.
double least_sureness(const std::vector<TokenReading>& readings);

/// True if the readings are the input, reversed.
bool comes_back_reversed(const Snapshot& now);
/// True if the readings are the input, and it has several tokens.
bool comes_back_the_same(const Snapshot& now);

/// The heads that are off.
std::vector<Index> heads_off(const Layer& layer);

/// The readings with the present heads off, compared with all heads on. Computed aside, so only for small layers.
struct ReadingsLeft {
    Index kept = 0; ///< tokens that read the same as with all heads on
    Index lost = 0;
    double sure_before = 0; ///< share of the least sure token, with all heads on
    double sure = 0;
    bool worse_together = false; ///< true if several heads are off, tokens are lost, and each head alone off would keep
                                 ///< more
};
std::optional<ReadingsLeft> readings_left(const Snapshot& now);

/// The text of the first read-out if another sentence were the input.
struct SupposedReading {
    std::string text;
    double sure = 0; ///< share of the least sure token
    bool operator==(const SupposedReading&) const = default;
};
/// The reading of the sentence, computed aside; nullopt if the layer does not take it or is not small.
std::optional<SupposedReading> supposed_reading(const Snapshot& now, const std::string& sentence);
/// The sentences that a condition supposes, in its order.
std::vector<std::string> supposed_sentences(const Condition& condition);

/// Readings computed aside, kept while the session stays the same: conditions and sentences ask for them in every
/// frame.
struct KeptReadings {
    std::uint64_t revision = 0;                                       ///< of the session
    std::optional<std::optional<ReadingsLeft>> left;                  ///< outer nullopt: not computed yet
    std::map<std::string, std::optional<SupposedReading>> supposed{}; ///< by sentence
    Index computed = 0; ///< number of computations of `left`, for all sessions

    /// Forgets the readings if the session is another.
    void follow(std::uint64_t revision_now);
};

} // namespace attn
