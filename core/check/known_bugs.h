#pragma once

#include "core/check/agreement.h"
#include "core/check/trial.h"

#include <optional>
#include <span>
#include <string_view>

namespace attn {

/// A mistake that people make when they write attention, with its effect on a layer.
struct KnownBug {
    std::string_view id;
    std::string_view words; ///< what was done, and instead of what
    ArrayId shows_at{};     ///< the first stage that can differ
    /// Tries the bug in all its forms; none of them if it does not fit the layer's sizes.
    void (*attempt)(Trial& trial) = nullptr;
    /// Set instead of `attempt`: true if the differences themselves show the bug.
    bool (*recognise)(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) = nullptr;
    bool is_last = false;           ///< tried only if no other bug explains anything
    std::optional<ArrayId> or_at{}; ///< the first stage that can differ with some of its forms alone, if it is later
};

// The bugs of one kind, each defined in the file of this name.
std::span<const KnownBug> known_bugs_of_biases();
std::span<const KnownBug> known_bugs_of_heads();
std::span<const KnownBug> known_bugs_of_masks();
std::span<const KnownBug> known_bugs_of_norms();
std::span<const KnownBug> known_bugs_of_positions();
std::span<const KnownBug> known_bugs_of_rounding();
std::span<const KnownBug> known_bugs_of_scores();
std::span<const KnownBug> known_bugs_of_softmax();
std::span<const KnownBug> known_bugs_of_weights();

/// All known bugs, in the order of the stages at which they show.
std::span<const KnownBug> known_bugs();

} // namespace attn
