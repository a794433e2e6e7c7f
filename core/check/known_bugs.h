#pragma once

#include "core/check/agreement.h"
#include "core/check/trial.h"

#include <span>
#include <string_view>

namespace attn {

/// A mistake that people make when they write attention, as what it does to a layer.
struct KnownBug {
    std::string_view id;
    std::string_view words; ///< what was done instead of what
    ArrayId shows_at{};     ///< the first stage that can differ
    /// Tries the slip in all its forms; none where it would not fit the sizes of the layer.
    void (*attempt)(Trial& trial) = nullptr;
    /// Otherwise: whether the differences themselves show it.
    bool (*recognise)(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement) = nullptr;
};

/// All slips, in the order of the stages that they show at.
std::span<const KnownBug> known_bugs();

} // namespace attn
