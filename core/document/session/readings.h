#pragma once

#include "core/document/session/condition.h"
#include "core/explain/readout.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What the session's first read-out says of its first item; nothing where it has none.
std::vector<TokenReading> present_readings(const Snapshot& now);
/// The same in one text.
std::string present_reading_text(const Snapshot& now);
/// How sure the least sure of them is.
double least_sureness(const std::vector<TokenReading>& readings);

/// Whether what comes out is what goes in, read from its end.
bool comes_back_reversed(const Snapshot& now);
/// Whether it is what goes in, letter by letter, of several.
bool comes_back_the_same(const Snapshot& now);

/// The heads that are off.
std::vector<Index> heads_off(const Layer& layer);

/// What is left of it without the heads that are off, beside what it would be with all of them. Computed aside, so of
/// small layers only.
struct ReadingsLeft {
    Index kept = 0; ///< tokens that are read out as they would be with all heads on
    Index lost = 0;
    double sure_before = 0; ///< of the least sure, with all heads on
    double sure = 0;
    bool worse_together = false; ///< several heads are off, and each of them alone would leave more
};
std::optional<ReadingsLeft> readings_left(const Snapshot& now);

/// What the first read-out would say if another sentence went in.
struct SupposedReading {
    std::string text;
    double sure = 0; ///< of the least sure token
    bool operator==(const SupposedReading&) const = default;
};
/// Nothing where the layer does not take the sentence, or is not small. Computed aside.
std::optional<SupposedReading> supposed_reading(const Snapshot& now, const std::string& sentence);
/// The sentences that a condition supposes to go in, in its order.
std::vector<std::string> supposed_sentences(const Condition& condition);

/// It, as long as the session stays: each of its conditions, and each sentence about it, asks for it in every frame.
struct KeptReadings {
    std::uint64_t revision = 0;                                       ///< of the session
    std::optional<std::optional<ReadingsLeft>> left;                  ///< none: not computed yet
    std::map<std::string, std::optional<SupposedReading>> supposed{}; ///< by sentence
    Index computed = 0;                                               ///< so often, whatever the session was

    /// Forgets what was kept of another session.
    void follow(std::uint64_t revision_now);
};

} // namespace attn
