#include "core/engine/model_engine.h"

#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "core/model/norm.h"
#include "core/model/options.h"
#include "core/model/stream.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

/// The rows that leave the block, one matrix for each item; empty if the block is not computed completely.
std::vector<Matrix> leaving_of(const Trace& trace) {
    std::vector<Matrix> items;
    if (!trace.has(leaving_array(trace.structure())))
        return items;
    for (Index item = 0; item < trace.sizes().B; ++item)
        items.push_back(trace.array(leaving_array(trace.structure()), item, 0));
    return items;
}

std::size_t bytes_of(const Trace& trace) {
    std::size_t numbers = 0;
    for (const Array& row : stages())
        if (trace.has(row.id) && trace.keeps(row.id)) {
            const Shape shape = shape_of(trace.sizes(), row.id);
            const Extent extent = trace.extent(row.id);
            numbers += static_cast<std::size_t>(shape.rows * shape.columns * extent.items * extent.heads);
        }
    return numbers * sizeof(float);
}

} // namespace

bool same_block(const Layer& before, const Layer& after, SameMatrix same) {
    const auto same_list = [same](const std::vector<Matrix>& old, const std::vector<Matrix>& now) {
        return std::ranges::equal(old, now, same);
    };
    const auto same_given = [same](const auto& old, const auto& now) {
        return old.first == now.first && same(old.second, now.second);
    };
    const auto same_parameter = [&](const Array& row) {
        const auto heads = static_cast<Index>(row.heads == Heads::none ? 1 : before.heads.size());
        for (Index head = 0; head < heads; ++head)
            if (!same(parameter(before, row.id, head), parameter(after, row.id, head)))
                return false;
        return true;
    };
    const auto same_norm_of = [&](const Array& row) {
        return row.row_norm == nullptr || ((before.*row.row_norm).kind == (after.*row.row_norm).kind &&
                                           (before.*row.row_norm).epsilon == (after.*row.row_norm).epsilon);
    };
    const auto same_option = [&](const Option& option) { return option.value(before) == option.value(after); };
    const auto same_head_norm = [&](const HeadNormRow& row) { return before.*row.norm == after.*row.norm; };
    return before.heads.size() == after.heads.size() && before.queries_per_kv == after.queries_per_kv &&
           std::ranges::equal(before.heads, after.heads, {}, &HeadWeights::on, &HeadWeights::on) &&
           before.residual == after.residual && before.is_parallel == after.is_parallel &&
           before.activation == after.activation && before.logit_cap == after.logit_cap &&
           before.sequence.items == after.sequence.items && before.pins == after.pins &&
           std::ranges::equal(before.given, after.given, same_given) && same(before.mask.painted, after.mask.painted) &&
           same_list(before.mask.padding, after.mask.padding) && same_list(before.mask.given, after.mask.given) &&
           std::ranges::all_of(options(), same_option) && std::ranges::all_of(head_norms, same_head_norm) &&
           std::ranges::all_of(stages(), same_norm_of) && std::ranges::all_of(parameters(), same_parameter);
}

void ModelEngine::compute(const Model& model, const WantedRows* of_last_block, const std::stop_token& stop,
                          const std::function<void(const Trace&)>& seen) {
    const auto count = model.blocks.size();
    blocks_.resize(count);
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
        Computed& own = blocks_[i];
        const auto number = static_cast<Index>(i);
        const bool is_last = i + 1 == count;
        Layer layer = layer_of(model, number);
        for (std::size_t item = 0; i > 0 && item < layer.sequence.items.size(); ++item)
            layer.given.try_emplace({number, entering_array(layer), static_cast<Index>(item)},
                                    blocks_[i - 1].leaving[item]);
        // A closed block keeps only the rows that leave it. The last block is computed again, because its numbers will
        // be read.
        if (!is_last && !seen && own.known && same_block(*own.known, layer))
            continue;
        // A trace of another block would only keep memory in use.
        if (std::exchange(block_of_engine_, number) != number)
            engine_.resume(own.trace.value_or(Trace()));
        own.trace.reset(); // lets the engine write into the storage of the block's numbers
        const Trace& computed = of_last_block != nullptr && is_last ? engine_.compute_rows(layer, *of_last_block, stop)
                                                                    : engine_.compute(layer, stop);
        if (stop.stop_requested())
            break;
        if (!is_last || of_last_block == nullptr)
            own.leaving = leaving_of(computed);
        if (const std::size_t own_bytes = bytes_of(computed); bytes + own_bytes <= budget_bytes_) {
            bytes += own_bytes;
            own.trace = computed;
            own.known.reset();
        } else {
            own.known = std::make_shared<const Layer>(std::move(layer));
        }
        if (seen)
            seen(computed);
    }
}

const Trace& ModelEngine::trace_of(const Address& address) const {
    const ModelPart part = row_of(address.array).part;
    return trace(part == ModelPart::block ? address.layer : part == ModelPart::input ? 0 : block_count() - 1);
}

} // namespace attn
