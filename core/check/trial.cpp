#include "core/check/trial.h"

#include "core/model/arrays.h"

#include <algorithm>
#include <cstdlib> // says whether it is glibc
#include <malloc.h>

namespace attn {

std::optional<Trace> Trial::compute(const Layer& layer, ArrayId stage, IndexRange rows) {
    const Trace* const trace = computed(layer, WantedRows{stage, rows});
    return trace != nullptr ? std::optional(*trace) : std::nullopt;
}

const std::map<Address, Matrix>& Trial::compute_once(std::string_view name, ArrayId stage,
                                                     const std::function<std::optional<Layer>()>& layer) {
    const auto [place, is_new] = context_.shared.try_emplace({name, stage});
    const IndexRange rows = rows_of_tokens(stage);
    const auto other = is_new ? layer() : std::nullopt;
    const auto trace = other ? compute(*other, stage, rows) : std::nullopt;
    if (trace)
        for (const Address slot : correct().slots(stage))
            if (covers(slot))
                place->second.emplace(slot, trace->compute_rows_uncached(slot, rows));
    return place->second;
}

void Trial::attempt(const Layer& layer, std::string_view form) {
    const std::size_t number = attempts_++;
    if (!sample_ && (std::ranges::find(chosen_, number) == chosen_.end() || settled_ == form))
        return;
    if (const Trace* const trace = computed(layer, std::nullopt); trace != nullptr && judge_(*trace, form))
        settled_ = form;
}

/// Computes the layer from the correct trace on: what is equal in both is neither computed nor stored again.
const Trace* Trial::computed(const Layer& layer, std::optional<WantedRows> wanted) {
    if (context_.stop.stop_requested() || !validate(layer) || sizes_of(layer) != sizes())
        return nullptr;
    Engine& engine = context_.engine;
    const auto beginning = sample_ && !wanted && context_.correct_beginning
                               ? first_tokens_alone(layer, context_.correct_beginning->sizes().S_q)
                               : std::nullopt;
    engine.resume(beginning ? *context_.correct_beginning : correct());
    if (sample_) {
        if (!wanted)
            wanted = {sample_->stage, sample_->rows};
        const Address slot = correct().canonical(
            Address{correct().layer().number, wanted->stage, sample_->item, sample_->head.value_or(0)});
        wanted->item = slot.item;
        if (sample_->head)
            wanted->head = slot.head;
    }
    const Trace& trace = wanted ? engine.compute_rows(beginning ? *beginning : layer, *wanted, context_.stop)
                                : engine.compute(layer, context_.stop);
    return context_.stop.stop_requested() ? nullptr : &trace; // after a stop it must not be read
}

IndexRange Trial::rows(ArrayId stage) const {
    // Keys read all rows of the stages before queries.
    const auto is_of_queries = [](ArrayId id) { return row_of(id).rows == Axis::query_tokens && id >= ArrayId::Q; };
    return sample_ && is_of_queries(stage) && is_of_queries(sample_->stage)
               ? sample_->rows
               : IndexRange{0, shape_of(sizes(), stage).rows};
}

IndexRange Trial::rows_of_tokens(ArrayId stage) const {
    return sample_ && context_.correct_beginning
               ? IndexRange{0, shape_of(context_.correct_beginning->sizes(), stage).rows}
               : rows(stage);
}

bool Trial::covers(Address slot) const {
    if (!sample_)
        return true;
    return slot.array <= sample_->stage &&
           slot == correct().canonical(
                       Address{correct().layer().number, slot.array, sample_->item, sample_->head.value_or(slot.head)});
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

namespace {

/// True if each row of a stage belongs to a token, and no column does.
bool is_of_tokens_alone(ArrayId stage) {
    const Array& row = row_of(stage);
    const auto tokens = [](Axis axis) { return axis == Axis::query_tokens || axis == Axis::key_tokens; };
    return tokens(row.rows) && !tokens(row.columns);
}

bool reads_none_that_follow(const Layer& layer) {
    return layer.mask.causal && !layer.context && layer.pins.empty() &&
           layer.sequence.positions.kind != Positions::Kind::both_ends &&
           std::ranges::all_of(layer.given, [](const auto& given) { return is_of_tokens_alone(given.first.array); });
}

Matrix first_rows_and_columns(const Matrix& mask, Index count) {
    return mask.empty() ? mask : mask.row_block(0, count).column_block(0, count);
}

} // namespace

std::optional<Layer> first_tokens_alone(const Layer& layer, Index tokens) {
    if (!reads_none_that_follow(layer))
        return std::nullopt;
    Layer first = layer;
    for (std::vector<std::string>& item : first.sequence.items)
        item.resize(static_cast<std::size_t>(tokens));
    for (auto& [slot, matrix] : first.given)
        matrix = matrix.row_block(0, tokens);
    first.mask.painted = first_rows_and_columns(layer.mask.painted, tokens);
    for (Matrix& keys : first.mask.padding)
        keys = keys.column_block(0, tokens);
    for (Matrix& mask : first.mask.given)
        mask = first_rows_and_columns(mask, tokens);
    return first;
}

void return_freed_memory_at_once() {
#ifdef __GLIBC__
    constexpr int large = 1 << 20; // without it, blocks up to 32 MB stay with the process once one was freed
    mallopt(M_MMAP_THRESHOLD, large);
#endif
}

} // namespace attn
