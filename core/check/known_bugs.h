#pragma once

#include "core/engine/engine.h"
#include "core/check/agreement.h"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace attn {

/// Where a slip tries what it does to a layer.
class Trial {
public:
    /// `judge` sees every trace that is tried. All must outlive the trial; `correct` is not of this engine.
    Trial(const Trace& correct, Engine& engine, std::function<void(const Trace&)> judge)
        : correct_(correct), engine_(engine), judge_(std::move(judge)) {}

    const Trace& correct() const { return correct_; }
    const Layer& layer() const { return correct_.layer(); }
    const Sizes& sizes() const { return correct_.sizes(); }

    /// What the layer gives, to go on from; nothing where it is not valid.
    std::optional<Trace> compute(const Layer& layer) {
        return validate(layer) ? std::optional(engine_.compute(layer)) : std::nullopt;
    }
    /// Judges what the layer gives; passes over one that is not valid, since pins and given stages may not go with it.
    void attempt(const Layer& layer) {
        if (validate(layer))
            judge_(engine_.compute(layer));
    }

private:
    const Trace& correct_;
    Engine& engine_;
    std::function<void(const Trace&)> judge_;
};

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
