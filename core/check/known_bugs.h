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
    std::string_view words; ///< what the program did, and what it should have done
    ArrayId shows_at{};     ///< the first stage in which the bug can change numbers
    /// Tries the bug in all its forms; does nothing if the bug does not fit the layer's sizes.
    void (*attempt)(Trial& trial) = nullptr;
    /// Set instead of `attempt` for bugs that no layer can reproduce, such as dropout: true if the differences show the
    /// bug.
    bool (*recognise)(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) = nullptr;
    bool is_last = false;           ///< true: tried only if no other bug explains the difference
    std::optional<ArrayId> or_at{}; ///< a later stage in which some forms of the bug show first; nullopt if there are
                                    ///< none
};

// The known bugs of one kind, each in the file of the same name.
std::span<const KnownBug> known_bugs_of_biases();
std::span<const KnownBug> known_bugs_of_heads();
std::span<const KnownBug> known_bugs_of_masks();
std::span<const KnownBug> known_bugs_of_norms();
std::span<const KnownBug> known_bugs_of_positions();
std::span<const KnownBug> known_bugs_of_rounding();
std::span<const KnownBug> known_bugs_of_scores();
std::span<const KnownBug> known_bugs_of_softmax();
std::span<const KnownBug> known_bugs_of_weights();

/// All known bugs, in the order of the stages where they show.
std::span<const KnownBug> known_bugs();

} // namespace attn
