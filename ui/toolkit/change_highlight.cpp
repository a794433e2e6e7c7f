#include "ui/toolkit/change_highlight.h"

#include "core/figure/theme.h"
#include "core/model/arrays.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace attn {

namespace {

constexpr float duration = 0.8F; // seconds
constexpr float glow_line_width = 2.5F;
constexpr float strongest = 0.75F;

bool same_bits(float left, float right) {
    return std::bit_cast<std::uint32_t>(left) == std::bit_cast<std::uint32_t>(right);
}

/// True if the array exists in both traces, in one shape.
bool is_comparable(ArrayId array, Index head, const Trace& before, const Trace& now) {
    if (is_stage(array))
        return before.has(array) && now.has(array) && before.extent(array) == now.extent(array) &&
               shape_of(before.sizes(), array) == shape_of(now.sizes(), array);
    if (before.sizes().H != now.sizes().H || before.sizes().queries_per_kv != now.sizes().queries_per_kv)
        return false;
    const Matrix& matrix = parameter(now.layer(), array, head);
    return !matrix.empty() && parameter(before.layer(), array, head).shape() == matrix.shape();
}

/// Returns a cell's corner in half pixels, which is the same for neighbouring cells although their coordinates were
/// rounded.
std::pair<long, long> place_of(float x, float y) {
    constexpr float off = 0.25F;
    return {rounded_to<long>(2 * x + off), rounded_to<long>(2 * y + off)};
}

} // namespace

void ChangeHighlight::give_way(std::uint64_t gesture) {
    if (!goes_on(gesture))
        end();
}

void ChangeHighlight::begin(Trace before, const Trace& now, std::uint64_t gesture) {
    if (!goes_on(gesture))
        before_ = std::move(before);
    gesture_ = gesture;
    blocks_.clear();
    matrices_.clear();
    on_demand_.clear();
    find_matrices(now);
    if (matrices_.empty())
        end();
    else
        left_ = duration;
}

void ChangeHighlight::end() {
    left_ = 0;
    before_ = Trace();
    blocks_.clear();
    matrices_.clear();
    on_demand_.clear();
}

void ChangeHighlight::pass(float seconds) {
    if (!is_on())
        return;
    left_ -= seconds;
    if (!is_on())
        end();
}

/// Finds the arrays whose version differs, and the parameters that are stored at another address. Matrices that are
/// computed on demand are compared only when they are on the screen.
void ChangeHighlight::find_matrices(const Trace& now) {
    for (const Array& row : stages()) {
        if (!now.has(row.id) || !is_comparable(row.id, 0, before_, now))
            continue;
        for (const Address slot : now.slots(row.id)) {
            if (now.version(slot) == before_.version(slot))
                continue;
            if (now.keeps(row.id))
                matrices_.insert_or_assign(now.matrix(slot).view().data,
                                           CellId{slot.layer, row.id, slot.item, slot.head, 0, 0});
            else
                on_demand_[slot] = now.version(slot);
        }
    }
    for (const Array& row : parameters())
        for (const Index head : now.addresses().heads(row.id)) {
            const ArrayId id = row.id;
            const Matrix& matrix = parameter(now.layer(), id, head);
            if (is_comparable(id, head, before_, now) && !matrix.is_same_as(parameter(before_.layer(), id, head)))
                matrices_.insert_or_assign(matrix.view().data, CellId{now.layer().number, id, 0, head, 0, 0});
        }
}

/// Returns the first cell of a shown matrix that may have changed; nullopt if the matrix cannot have changed. The old
/// numbers of a matrix that is computed on demand usually still exist, because it was on the screen at that time.
std::optional<CellId> ChangeHighlight::find_moved(const Matrix& matrix, const Trace& now) const {
    if (const auto known = matrices_.find(matrix.view().data); known != matrices_.end())
        return known->second;
    const std::optional<Address> slot = now.slot_of(matrix);
    const auto found = slot ? on_demand_.find(*slot) : on_demand_.end();
    if (found == on_demand_.end() || found->second != now.version(*slot))
        return std::nullopt;
    return CellId{slot->layer, slot->array, slot->item, slot->head, 0, 0};
}

bool ChangeHighlight::has_moved(const CellId& cell, const Trace& now) const {
    return is_comparable(cell.array, cell.head, before_, now) && now.contains(cell) && before_.contains(cell) &&
           !same_bits(before_.value(cell), now.value(cell));
}

const std::optional<ChangeHighlight::Block>& ChangeHighlight::block_of(const CellId& first, const Trace& now) {
    const auto [entry, is_new] = blocks_.try_emplace({first.array, first.item, first.head});
    if (!is_new)
        return entry->second;
    const Matrix then = before_.array(first.array, first.item, first.head);
    const Matrix matrix = now.array(first.array, first.item, first.head);
    const IndexRange rows = different_rows(then, matrix);
    const IndexRange columns = different_columns(rows_of(then, rows), rows_of(matrix, rows));
    if (!rows.empty())
        entry->second = Block{rows.first, rows.count(), columns.first, columns.count()};
    return entry->second;
}

void ChangeHighlight::add(Scene& scene, const Theme& theme, const Trace& now) {
    if (!is_on())
        return;
    const Stroke stroke{faded(theme.ink, strongest * left_ / duration), glow_line_width};
    add_images(scene, stroke, now);
    add_cells(scene, stroke, now);
}

/// Neighbouring cells that changed get one outline.
void ChangeHighlight::add_cells(Scene& scene, Stroke stroke, const Trace& now) const {
    std::vector<Item> moved;
    for (const Item& item : scene.list.items)
        if (const auto* cell = std::get_if<CellId>(&item.target); cell != nullptr && has_moved(*cell, now))
            if (std::holds_alternative<Rectangle>(item.shape()))
                moved.push_back(item);
    std::set<std::pair<long, long>> corners;
    for (const Item& item : moved) {
        const Box& box = std::get<Rectangle>(item.shape()).box;
        corners.insert(place_of(box.x, box.y));
    }
    for (const Item& item : moved) {
        const Box& box = std::get<Rectangle>(item.shape()).box;
        const auto add_edge = [&](Point neighbour, Point from, Point to) {
            if (!corners.contains(place_of(neighbour.x, neighbour.y)))
                scene.list.add(line(from, to, stroke)).clip = item.clip;
        };
        add_edge({box.x, box.y - box.height}, {box.x, box.y}, {box.right(), box.y});
        add_edge({box.x, box.bottom()}, {box.x, box.bottom()}, {box.right(), box.bottom()});
        add_edge({box.x - box.width, box.y}, {box.x, box.y}, {box.x, box.bottom()});
        add_edge({box.right(), box.y}, {box.right(), box.y}, {box.right(), box.bottom()});
    }
}

/// A matrix that is drawn as one image gets a frame around the block of its changed cells.
void ChangeHighlight::add_images(Scene& scene, Stroke stroke, const Trace& now) {
    constexpr float least = 3; // pixels: the least side of a frame, so that one cell among many is seen
    std::vector<std::pair<Box, Clip>> frames;
    for (const Item& item : scene.list.items) {
        const auto* image = std::get_if<Image>(&item.shape());
        if (image == nullptr)
            continue;
        const std::optional<CellId> first = find_moved(image->matrix, now);
        if (!first)
            continue;
        const std::optional<Block>& block = block_of(*first, now);
        if (!block)
            continue;
        const float width = image->box.width / static_cast<float>(image->shown_columns());
        const float height = image->box.height / static_cast<float>(image->shown_rows());
        const auto scaled = [](Index count, float step) { return static_cast<float>(count) * step; };
        Box box = image->transposed ? Box{scaled(block->row, width), scaled(block->column, height),
                                          scaled(block->rows, width), scaled(block->columns, height)}
                                    : Box{scaled(block->column, width), scaled(block->row, height),
                                          scaled(block->columns, width), scaled(block->rows, height)};
        box = box.moved({image->box.x, image->box.y});
        box = box.grown(std::max(0.0F, (least - std::min(box.width, box.height)) / 2));
        frames.emplace_back(box, item.clip);
    }
    for (const auto& [box, clip] : frames) {
        Rectangle frame;
        frame.box = box;
        frame.stroke = stroke;
        frame.stroke.width = 2;
        scene.list.add(frame).clip = clip;
    }
}

} // namespace attn
