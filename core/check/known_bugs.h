#pragma once

#include "core/check/agreement.h"
#include "core/engine/engine.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>

namespace attn {

/// Where a slip tries what it does to a layer.
class Trial {
public:
    /// `judge` sees every trace that is tried. All must outlive the trial; `correct` is not of this engine. Once it is
    /// asked to stop, nothing is computed and judged any more.
    Trial(const Trace& correct, Engine& engine, std::stop_token stop, std::function<void(const Trace&)> judge)
        : correct_(correct), engine_(engine), stop_(std::move(stop)), judge_(std::move(judge)) {}

    const Trace& correct() const { return correct_; }
    const Layer& layer() const { return correct_.layer(); }
    const Sizes& sizes() const { return correct_.sizes(); }

    /// What the layer gives, to go on from; nothing where it is not valid.
    std::optional<Trace> compute(const Layer& layer) {
        const Trace* const trace = computed(layer);
        return trace != nullptr ? std::optional(*trace) : std::nullopt;
    }
    /// Judges what the layer gives; passes over one that is not valid, since pins and given stages may not go with it.
    void attempt(const Layer& layer) {
        if (const Trace* const trace = computed(layer))
            judge_(*trace);
    }

private:
    const Trace* computed(const Layer& layer) {
        if (stop_.stop_requested() || !validate(layer))
            return nullptr;
        const Trace& trace = engine_.compute(layer, stop_);
        return stop_.stop_requested() ? nullptr : &trace; // stopped, it is not to be read
    }

    const Trace& correct_;
    Engine& engine_;
    std::stop_token stop_;
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
