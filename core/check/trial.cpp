#include "core/check/trial.h"

#include "core/model/arrays.h"

#include <algorithm>

namespace attn {

std::optional<Trace> Trial::compute(const Layer& layer) {
    const Trace* const trace = computed(layer, true);
    return trace != nullptr ? std::optional(*trace) : std::nullopt;
}

void Trial::attempt(const Layer& layer) {
    if (const Trace* const trace = computed(layer, false))
        judge_(*trace);
}

const Trace* Trial::computed(const Layer& layer, bool whole) {
    if (context_.stop.stop_requested() || !validate(layer))
        return nullptr;
    Engine& engine = context_.engine;
    const Trace& trace =
        !sample_ ? engine.compute(layer, context_.stop)
        : whole  ? engine.compute(within_sample(layer), context_.stop)
                 : engine.compute_rows(within_sample(layer), {sample_->stage, sample_->rows}, context_.stop);
    return context_.stop.stop_requested() ? nullptr : &trace; // stopped, it is not to be read
}

bool Trial::covers(Address slot) const {
    if (!sample_)
        return true;
    return slot.array <= sample_->stage &&
           slot == correct().canonical(Address{slot.array, sample_->item, sample_->head.value_or(slot.head)});
}

/// The layer in which all other matrices are given, so that the engine has nothing to do for them.
Layer Trial::within_sample(Layer layer) const {
    for (const Array& row : stages()) {
        if (!correct().has(row.id) || row.keep != Keep::always || row.items == PerItem::as_mask)
            continue; // of masks, another layer may have another number
        for (const Address slot : correct().slots(row.id))
            if (!covers(slot))
                layer.given.insert_or_assign(slot, correct().matrix(slot));
    }
    return layer;
}

void Trial::beside_each_other(std::size_t tasks, const std::function<void(std::size_t task)>& work) const {
    constexpr Index worth_waking = Index{1} << 14; // cells of a matrix
    if (sizes().S_q * std::max(sizes().S_k, sizes().D) < worth_waking) {
        for (std::size_t task = 0; task < tasks; ++task)
            work(task);
        return;
    }
    context_.workers.run(tasks, [&](std::size_t task, std::size_t) { work(task); });
}

} // namespace attn
