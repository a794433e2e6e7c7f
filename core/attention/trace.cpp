#include "core/attention/trace.h"

#include "core/attention/slot.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <mutex>

namespace attn {

/// Matrices of stages that are not kept, for as long as their version lasts. Shared by copies of a trace.
struct Trace::LookedAt {
    struct Entry {
        std::uint64_t version = 0;
        Matrix matrix;
    };
    std::mutex mutex;
    std::map<SlotId, Entry> entries;
};

Trace::Trace() : layer_(std::make_shared<Layer>()), looked_at_(std::make_shared<LookedAt>()) {}

void Trace::lay_out(std::shared_ptr<const Layer> layer) {
    layer_ = std::move(layer);
    sizes_ = sizes_of(*layer_);
    addresses_ = Addresses(*layer_, sizes_);
    std::size_t next = 0;
    for (const Stage& row : stages()) {
        const auto id = static_cast<std::size_t>(row.id);
        present_[id] = is_present(*layer_, row.id);
        offsets_[id] = next;
        if (present_[id])
            next += static_cast<std::size_t>(blocks_of(row.id).items * blocks_of(row.id).heads);
    }
    blocks_.assign(next, {});
    looked_at_ = std::make_shared<LookedAt>();
}

std::shared_ptr<Trace::LookedAt> Trace::looked_at_but(const std::vector<bool>& stale) const {
    auto kept = std::make_shared<LookedAt>();
    const std::lock_guard lock(looked_at_->mutex);
    for (const auto& [slot, entry] : looked_at_->entries)
        if (!stale[place(slot)] && at(slot).version == entry.version)
            kept->entries.emplace(slot, entry);
    return kept;
}

bool Trace::has(StageId stage) const {
    return present_[static_cast<std::size_t>(stage)];
}

std::vector<SlotId> Trace::blocks(StageId stage) const {
    if (stage != StageId::concat)
        return slots(stage);
    std::vector<SlotId> blocks;
    for (Index item = 0; item < sizes_.B; ++item)
        for (Index head = 0; head < sizes_.H; ++head)
            blocks.push_back({stage, item, head});
    return blocks;
}

std::size_t Trace::place(SlotId block) const {
    assert(has(block.stage));
    const Extent extent = blocks_of(block.stage);
    const SlotId own = block.stage == StageId::concat ? block : canonical(block);
    const Index head = heads_of(block.stage) == Heads::group ? own.head / sizes_.group : own.head;
    assert(own.item >= 0 && own.item < extent.items && head >= 0 && head < extent.heads);
    return offsets_[static_cast<std::size_t>(block.stage)] + static_cast<std::size_t>(own.item * extent.heads + head);
}

View Trace::stored(SlotId block) const {
    if (block.stage != StageId::concat)
        return at(block).buffer->view();
    const View whole = at({block.stage, block.item, 0}).buffer->view();
    return {whole.data + block.head * sizes_.d_v, whole.rows, sizes_.d_v, whole.stride};
}

Matrix Trace::matrix(SlotId slot) const {
    const SlotId own = canonical(slot);
    if (stage(slot.stage).keep == Keep::always)
        return matrix_of(at(own).buffer);
    const std::uint64_t present = version(own);
    {
        const std::lock_guard lock(looked_at_->mutex);
        const auto found = looked_at_->entries.find(own);
        if (found != looked_at_->entries.end() && found->second.version == present)
            return found->second.matrix;
    }
    Matrix computed = passing(own);
    const std::lock_guard lock(looked_at_->mutex);
    looked_at_->entries[own] = {present, computed};
    return computed;
}

Matrix Trace::passing(SlotId slot) const {
    if (stage(slot.stage).keep == Keep::always)
        return matrix(slot);
    Scratch scratch;
    scratch.begin(slot.item, slot.head);
    SlotInputs(*this, scratch).view(slot.stage);
    return matrix_of(scratch.buffer(slot.stage));
}

Matrix Trace::array(ArrayId array, Index item, Index head) const {
    if (const auto* id = std::get_if<StageId>(&array))
        return matrix({*id, item, head});
    return parameter(*layer_, std::get<ParameterId>(array), head);
}

float Trace::value(const CellId& cell) const {
    assert(contains(cell));
    return array(cell.array, cell.item, cell.head)(cell.row, cell.column);
}

bool Trace::contains(const CellId& cell) const {
    if (cell.item < 0 || cell.item >= sizes_.B || cell.head < 0 || cell.head >= sizes_.H)
        return false;
    Shape shape;
    if (const auto* id = std::get_if<StageId>(&cell.array)) {
        if (!has(*id))
            return false;
        shape = shape_of(sizes_, *id);
    } else {
        shape = parameter(*layer_, std::get<ParameterId>(cell.array), cell.head).shape();
    }
    return cell.row >= 0 && cell.row < shape.rows && cell.column >= 0 && cell.column < shape.columns;
}

std::uint64_t Trace::version(SlotId slot) const {
    if (slot.stage != StageId::concat)
        return at(slot).version;
    std::uint64_t latest = 0;
    for (Index head = 0; head < sizes_.H; ++head)
        latest = std::max(latest, at({slot.stage, slot.item, head}).version);
    return latest;
}

} // namespace attn
