#include "core/engine/trace.h"

#include "core/engine/slot.h"
#include "core/engine/state.h"
#include "core/model/limits.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <mutex>
#include <utility>

namespace attn {

/// Matrices of stages that the trace does not store, valid while their version is current. Copies of a trace share the
/// cache.
struct Trace::OnDemandCache {
    struct Entry {
        std::uint64_t version = 0; ///< version of the numbers; if it is not the slot's, the buffer is only reused
        std::shared_ptr<Buffer> buffer;
        bool is_unused = false;      ///< true: not read since it became stale
        std::uint64_t looked_at = 0; ///< number of the last reading of the numbers; readings are counted
    };
    std::mutex mutex;
    std::map<Address, Entry> entries;
    std::uint64_t looks = 0;
    Index numbers = 0; ///< number of floats in all entries

    void take(Address slot, Entry entry) {
        numbers += count(entry) - (entries.contains(slot) ? count(entries.at(slot)) : 0);
        entries.insert_or_assign(slot, std::move(entry));
        while (numbers > array_limit && entries.size() > 1)
            drop(std::ranges::min_element(entries, {}, [](const auto& known) { return known.second.looked_at; }));
    }
    std::map<Address, Entry>::iterator drop(std::map<Address, Entry>::iterator entry) {
        numbers -= count(entry->second);
        return entries.erase(entry);
    }
    static Index count(const Entry& entry) { return entry.buffer->shape().rows * entry.buffer->shape().columns; }

    /// Marks stale entries, whose memory is reused if the matrix is read again, e.g. in each frame of a drag. Drops
    /// entries that were not read since they were marked.
    template <class IsStale>
    void make_room_of(const IsStale& is_stale) noexcept {
        for (auto entry = entries.begin(); entry != entries.end();) {
            const bool was_unused = entry->second.is_unused;
            entry->second.is_unused = is_stale(entry->first, entry->second);
            entry = was_unused ? drop(entry) : std::next(entry);
        }
    }
};

Trace::Trace() : layer_(std::make_shared<Layer>()), on_demand_(std::make_shared<OnDemandCache>()) {}

namespace {

/// True if it is enough to have the numbers of one head at a time: for arrays that grow with each pair of tokens, or by
/// the model's width for each head.
bool is_made_head_by_head(const Array& row) {
    return row.heads == Heads::each && (row.columns == Axis::key_tokens || row.columns == Axis::model);
}

} // namespace

std::size_t Trace::lay_out(std::shared_ptr<const Layer> layer, Index most_kept) {
    layer_ = std::move(layer);
    sizes_ = sizes_of(*layer_);
    addresses_ = Addresses(*layer_, sizes_);
    structure_ = Structure(*layer_, addresses_);
    std::size_t next = 0;
    for (const Array& row : stages()) {
        const Extent extent = blocks_of(row.id);
        const Index group = row.heads == Heads::kv ? sizes_.queries_per_kv : 1;
        placements_[static_cast<std::size_t>(row.id)] = {next, extent.items == 1 ? 0 : extent.heads,
                                                         extent.heads == 1 ? 0 : group};
        const Shape shape = shape_of(sizes_, row.id);
        const bool is_small = shape.rows * shape.columns * extent.items * extent.heads <= most_kept;
        kept_[static_cast<std::size_t>(row.id)] = row.keep == Keep::always && (is_small || !is_made_head_by_head(row));
        if (has(row.id))
            next += static_cast<std::size_t>(extent.items * extent.heads);
    }
    on_demand_.reset();
    return next;
}

bool Trace::has_layout_of(const Trace& other) const {
    return sizes_ == other.sizes_ && addresses_ == other.addresses_ && structure_ == other.structure_ &&
           kept_ == other.kept_;
}

bool Trace::makes_alike(const Trace& other, ArrayId stage) const {
    return has(stage) && other.has(stage) && (keeps(stage) || !other.keeps(stage)) &&
           extent(stage) == other.extent(stage) && recipe(stage) == other.recipe(stage) &&
           std::ranges::all_of(recipe(stage).operands,
                               [&](const Operand& operand) { return has(operand.array) == other.has(operand.array); });
}

Trace Trace::laid_out_as(const Trace& other, std::size_t blocks) const {
    Trace laid_out = other;
    laid_out.layer_ = layer_;
    laid_out.make_on_demand_cache();
    laid_out.blocks_.assign(blocks, {});
    for (const Array& row : stages())
        if (makes_alike(other, row.id))
            for_each_block(row.id, [&](Address block) {
                laid_out.at(block) = at(block);
                if (!other.keeps(row.id))
                    laid_out.at(block).buffer.reset();
            });
    return laid_out;
}

void Trace::make_on_demand_cache() {
    on_demand_ = std::make_shared<OnDemandCache>();
}

std::shared_ptr<Trace::OnDemandCache> Trace::on_demand_but(const std::vector<PlannedSlot>& slots,
                                                           std::shared_ptr<OnDemandCache> room) const {
    if (is_sole_owner(on_demand_))
        return nullptr;
    auto kept = is_sole_owner(room) ? std::move(room) : std::make_shared<OnDemandCache>();
    kept->make_room_of([](Address, const OnDemandCache::Entry&) { return true; });
    const std::lock_guard lock(on_demand_->mutex);
    for (const auto& [slot, entry] : on_demand_->entries)
        if (slots[place(slot)].stale.empty() && at(slot).version == entry.version)
            kept->take(slot, entry);
    return kept;
}

void Trace::forget_on_demand(const std::vector<PlannedSlot>& slots) noexcept {
    on_demand_->make_room_of([&](Address slot, const OnDemandCache::Entry& entry) {
        return !slots[place(slot)].stale.empty() || at(slot).version != entry.version;
    });
}

std::size_t Trace::place(Address block) const {
    assert(has(block.array) && (block.layer == layer_->number || block.layer == addresses_.layer_of(block.array)));
    const Placement& stage = placements_[static_cast<std::size_t>(block.array)];
    const Index heads = stage.heads_a_block;
    const Index head = heads == 0 ? 0 : heads == 1 ? block.head : block.head / heads;
    assert(block.item >= 0 && block.item < sizes_.B && head >= 0 && head < std::max<Index>(1, sizes_.H));
    return stage.first + static_cast<std::size_t>(block.item * stage.item_step + head);
}

View Trace::stored(Address block) const {
    if (!is_in_blocks(block.array))
        return at(block).buffer->view();
    const View whole = at({block.layer, block.array, block.item, 0}).buffer->view();
    return {whole.data + block.head * sizes_.d_v, whole.rows, sizes_.d_v, whole.stride};
}

Matrix Trace::matrix(Address slot) const {
    if (is_parameter(slot.array))
        return parameter(*layer_, slot.array, slot.head);
    const Address own = canonical(slot);
    if (keeps(slot.array))
        return matrix_of(at(own).buffer);
    const std::uint64_t present = version(own);
    OnDemandCache::Entry room;
    {
        const std::lock_guard lock(on_demand_->mutex);
        const auto found = on_demand_->entries.find(own);
        if (found != on_demand_->entries.end()) {
            found->second.is_unused = false;
            found->second.looked_at = ++on_demand_->looks;
            if (found->second.version == present)
                return matrix_of(found->second.buffer);
            room = found->second;
            on_demand_->drop(found);
        }
    }
    const std::shared_ptr<Buffer> numbers = computed(own, std::move(room.buffer), room.version);
    const std::lock_guard lock(on_demand_->mutex);
    on_demand_->take(own, {present, numbers, false, ++on_demand_->looks});
    return matrix_of(numbers);
}

std::optional<Trace> Trace::completed_by(const Trace& earlier) const {
    if (!has_layout_of(earlier))
        return std::nullopt;
    Trace completed = *this;
    for (const Array& row : stages()) {
        if (!has(row.id))
            continue;
        // Blocks of columns share their storage, so either all of them are current or none.
        const bool in_blocks = is_in_blocks(row.id);
        for_each_block(row.id, [&](Address block) {
            const std::uint64_t done = in_blocks ? oldest_of_blocks(block) : at(block).version;
            if (done != 0)
                return;
            completed.at(block) = earlier.at(block);
            completed.at(block).is_earlier = true;
        });
    }
    return completed;
}

/// The lowest version of the heads' blocks; 0 if one of them has to be computed.
std::uint64_t Trace::oldest_of_blocks(Address slot) const {
    std::uint64_t oldest = at({slot.layer, slot.array, slot.item, 0}).version;
    for (Index head = 1; head < sizes_.H; ++head)
        oldest = std::min(oldest, at({slot.layer, slot.array, slot.item, head}).version);
    return oldest;
}

bool Trace::is_current(Address slot) const {
    return is_parameter(slot.array) ||
           !at(is_in_blocks(slot.array) ? Address{slot.layer, slot.array, slot.item, 0} : slot).is_earlier;
}

Matrix Trace::compute_uncached(Address slot) const {
    if (is_parameter(slot.array) || keeps(slot.array))
        return matrix(slot);
    return matrix_of(computed(slot));
}

Matrix Trace::compute_rows_uncached(Address slot, IndexRange rows) const {
    if (is_parameter(slot.array) || keeps(slot.array))
        return matrix(slot);
    const Region region = computable(recipe(slot.array), {rows, {}}, shape_of(sizes_, slot.array));
    return matrix_of(computed(slot, region, nullptr));
}

std::shared_ptr<Buffer> Trace::computed(Address slot, std::shared_ptr<Buffer> room, std::uint64_t of_room) const {
    const std::optional<Region> moved = is_sole_owner(room) ? moved_since(slot, of_room) : std::nullopt;
    return computed(slot, moved.value_or(Region::everything(shape_of(sizes_, slot.array))), std::move(room));
}

std::shared_ptr<Buffer> Trace::computed(Address slot, const Region& region, std::shared_ptr<Buffer> room) const {
    Scratch scratch;
    scratch.begin(slot.item, slot.head);
    {
        // A cached matrix is read instead of computed.
        const std::lock_guard lock(on_demand_->mutex);
        for (const Array& row : stages()) {
            const auto known = on_demand_->entries.find(canonical(Address{slot.layer, row.id, slot.item, slot.head}));
            if (known != on_demand_->entries.end() && known->second.version == version(known->first))
                scratch.lend(row.id, known->second.buffer);
        }
    }
    const Shape shape = shape_of(sizes_, slot.array);
    scratch.buffer(slot.array) = std::move(room);
    scratch.prepare(slot.array, shape);
    const View result = scratch.buffer(slot.array)->view();
    const auto compute = [&](Submatrix part) {
        SlotOperands operands(*this, scratch, slot, part);
        compute_slot(*layer_, slot, recipe(slot.array), operands, part, result);
    };
    if (!region.rows.empty())
        compute({region.rows, {0, shape.columns}});
    if (!region.columns.empty() && region.rows.count() < shape.rows)
        compute({{0, shape.rows}, region.columns});
    return scratch.buffer(slot.array);
}

std::optional<Address> Trace::slot_of(const Matrix& matrix) const {
    const auto is_in = [&](const std::shared_ptr<Buffer>& buffer) {
        return buffer && buffer->view().data == matrix.view().data && buffer->shape() == matrix.shape();
    };
    std::optional<Address> slot;
    for (const Array& row : stages())
        if (keeps(row.id) && has(row.id) && shape_of(sizes_, row.id) == matrix.shape())
            for_each_block(row.id, [&](Address block) {
                if (!slot && is_in(at(block).buffer))
                    slot = canonical(block);
            });
    if (slot)
        return slot;
    const std::lock_guard lock(on_demand_->mutex);
    const auto found = std::ranges::find_if(on_demand_->entries, [&](const auto& entry) {
        return entry.second.version == version(entry.first) && is_in(entry.second.buffer);
    });
    return found == on_demand_->entries.end() ? std::nullopt : std::optional(found->first);
}

Matrix Trace::array(ArrayId array, Index item, Index head) const {
    return matrix({layer_->number, array, item, head});
}

float Trace::value(const CellId& cell) const {
    assert(contains(cell));
    assert(is_current(canonical(Address{cell.layer, cell.array, cell.item, cell.head})));
    return array(cell.array, cell.item, cell.head)(cell.row, cell.column);
}

bool Trace::contains(const CellId& cell) const {
    if (cell.layer != addresses_.layer_of(cell.array) || cell.item < 0 || cell.item >= sizes_.B || cell.head < 0 ||
        cell.head >= sizes_.H)
        return false;
    if (!has(cell.array))
        return false;
    const Shape shape = shape_of(sizes_, cell.array);
    return cell.row >= 0 && cell.row < shape.rows && cell.column >= 0 && cell.column < shape.columns;
}

std::uint64_t Trace::version(Address slot) const {
    if (!is_in_blocks(slot.array))
        return at(slot).version;
    std::uint64_t latest = 0;
    for (Index head = 0; head < sizes_.H; ++head)
        latest = std::max(latest, at({slot.layer, slot.array, slot.item, head}).version);
    return latest;
}

std::optional<Region> Trace::Block::moved_since(std::uint64_t present, std::uint64_t earlier) const {
    Region moved;
    for (const Step& step : steps) {
        if (present == earlier || present == 0)
            break;
        moved = united(moved, step.moved);
        present = step.from;
    }
    return present == earlier && present != 0 ? std::optional(moved) : std::nullopt;
}

void Trace::Block::advance(std::uint64_t from, std::uint64_t to, Region moved) {
    version = to;
    steps = {Step{from, moved}, steps[0]};
}

std::optional<Region> Trace::moved_since(Address slot, std::uint64_t earlier) const {
    const Address own = canonical(slot);
    if (is_in_blocks(own.array))
        return moved_since_in_blocks(own, earlier);
    const Block& block = at(own);
    return block.moved_since(block.version, earlier);
}

/// moved_since() for all blocks of a matrix, from only the last step of each: the version of all blocks together is
/// that of the block that changed last.
std::optional<Region> Trace::moved_since_in_blocks(Address slot, std::uint64_t earlier) const {
    const std::uint64_t present = version(slot);
    if (present == earlier)
        return Region();
    Region moved;
    std::uint64_t former = 0;
    for (Index head = 0; head < sizes_.H; ++head) {
        const Block& block = at({slot.layer, slot.array, slot.item, head});
        const Step& last = block.steps[0];
        if (block.version != present) {
            former = std::max(former, block.version);
            continue;
        }
        if (last.from == 0)
            return std::nullopt;
        former = std::max(former, last.from);
        moved.rows = united(moved.rows, last.moved.rows);
        if (const IndexRange columns = last.moved.columns; !columns.empty())
            moved.columns =
                united(moved.columns, {head * sizes_.d_v + columns.first, head * sizes_.d_v + columns.last});
    }
    return former == earlier ? std::optional(moved) : std::nullopt;
}

} // namespace attn
