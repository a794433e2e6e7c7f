#include "core/document/session/rearrange.h"

#include "core/model/arrays.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <set>

namespace attn {

namespace {

bool stays(const Origins& origins, Index before) {
    return origins == places_kept(before, before);
}

bool has_new(const Origins& origins) {
    return std::ranges::find(origins, new_token) != origins.end();
}

/// The matrix with rows and columns taken from their former indices; new ones are zeros. Null: rows or columns stay.
Matrix gathered(const Matrix& matrix, const Origins* rows, const Origins* columns) {
    if (rows != nullptr && stays(*rows, matrix.rows()))
        rows = nullptr;
    if (columns != nullptr && stays(*columns, matrix.columns()))
        columns = nullptr;
    if (matrix.empty() || (rows == nullptr && columns == nullptr))
        return matrix;
    const Index row_count = rows != nullptr ? static_cast<Index>(rows->size()) : matrix.rows();
    const Index column_count = columns != nullptr ? static_cast<Index>(columns->size()) : matrix.columns();
    return filled(row_count, column_count, [&](Index i, Index j) {
        const Index row = rows != nullptr ? (*rows)[static_cast<std::size_t>(i)] : i;
        const Index column = columns != nullptr ? (*columns)[static_cast<std::size_t>(j)] : j;
        return row == new_token || column == new_token ? 0.0F : matrix(row, column);
    });
}

/// The moves of rows and columns of a layer's matrices.
class ArrayDiff {
public:
    ArrayDiff(const Layer& layer, Side side, const std::vector<Origins>& origins)
        : origins_(origins), query_(side == Side::sequence), key_(side == Side::context || !layer.context),
          mask_items_(mask_extent(layer).items) {
        const Sizes sizes = sizes_of(layer);
        shared_ = sizes.B == 1 ? origins.front()
                               : places_kept(side == Side::sequence ? sizes.S_q : sizes.S_k,
                                             static_cast<Index>(origins.front().size()));
        places_ = places_kept(sizes.S_q, static_cast<Index>(origins.front().size()));
    }

    const Origins* rows(const Address& slot) const { return moves(row_of(slot.array).rows) ? &of(slot) : nullptr; }
    const Origins* columns(const Address& slot) const {
        return moves(row_of(slot.array).columns) ? &of(slot) : nullptr;
    }

    /// The origins of the rows and columns of a mask; `origins` are those of its item, or of all. Null: they stay.
    const Origins* mask_rows(const Origins& origins) const { return query_ ? &origins : nullptr; }
    const Origins* mask_columns(const Origins& origins) const { return key_ ? &origins : nullptr; }

    const Origins& shared() const { return shared_; }
    const Origins& of_item(Index item) const { return origins_[static_cast<std::size_t>(item)]; }

private:
    bool moves(Axis axis) const { return (axis == Axis::query_tokens && query_) || (axis == Axis::key_tokens && key_); }
    const Origins& of(const Address& slot) const {
        if (slot.array == ArrayId::P)
            return places_; // positions do not move with tokens
        return slot.array == ArrayId::mask && mask_items_ == 1 ? shared_ : of_item(slot.item);
    }

    const std::vector<Origins>& origins_;
    bool query_;
    bool key_;
    Index mask_items_;
    Origins shared_;
    Origins places_;
};

/// The new index of a row or column; nullopt if its token was removed.
std::optional<Index> destination(const Origins* origins, Index before) {
    if (origins == nullptr)
        return before;
    const auto found = std::ranges::find(*origins, before);
    return found == origins->end() ? std::nullopt : std::optional<Index>(found - origins->begin());
}

std::size_t move_pins(Layer& layer, const ArrayDiff& diff) {
    std::map<CellId, float> moved;
    for (const auto& [cell, value] : layer.pins) {
        const Address slot{cell.layer, cell.array, cell.item, cell.head};
        const auto row = destination(diff.rows(slot), cell.row);
        const auto column = destination(diff.columns(slot), cell.column);
        if (row && column)
            moved[{cell.layer, cell.array, cell.item, cell.head, *row, *column}] = value;
    }
    const std::size_t lost = layer.pins.size() - moved.size();
    layer.pins = std::move(moved);
    return lost;
}

/// Moves rows and columns of given matrices. Returns the stages that got rows or columns of zeros.
std::set<ArrayId> move_given(Layer& layer, const ArrayDiff& diff) {
    std::set<ArrayId> extended;
    for (auto& [slot, matrix] : layer.given) {
        const Origins* rows = diff.rows(slot);
        const Origins* columns = diff.columns(slot);
        matrix = gathered(matrix, rows, columns);
        if ((rows != nullptr && has_new(*rows)) || (columns != nullptr && has_new(*columns)))
            extended.insert(slot.array);
    }
    return extended;
}

Index painted_cells(const Mask& mask) {
    Index count = 0;
    for (Index i = 0; i < mask.painted.rows(); ++i)
        count += std::ranges::count_if(mask.painted.row(i), [](float number) { return number != 0; });
    return count;
}

/// Moves the masks. Returns a sentence if painted cells were lost.
std::string move_mask(Layer& layer, const ArrayDiff& diff) {
    Mask& mask = layer.mask;
    const Index painted = painted_cells(mask);
    const auto moved = [&](const Matrix& matrix, const Origins& origins) {
        return gathered(matrix, diff.mask_rows(origins), diff.mask_columns(origins));
    };
    mask.painted = moved(mask.painted, diff.shared());
    for (std::size_t item = 0; item < mask.padding.size(); ++item)
        mask.padding[item] =
            gathered(mask.padding[item], nullptr, diff.mask_columns(diff.of_item(static_cast<Index>(item))));
    const auto items = static_cast<std::size_t>(layer.sequence.item_count());
    const std::size_t for_each_item = std::max<std::size_t>(1, mask.given.size() / items);
    for (std::size_t i = 0; i < mask.given.size(); ++i) {
        const bool one_for_all = mask.given.size() == 1;
        mask.given[i] =
            moved(mask.given[i], one_for_all ? diff.shared() : diff.of_item(static_cast<Index>(i / for_each_item)));
    }
    const Index left = painted_cells(mask);
    if (left == 0)
        mask.painted = Matrix();
    return left == painted ? std::string()
           : left == 0     ? "The painted mask was removed with its tokens."
                           : "Part of the painted mask was removed with its tokens.";
}

NamedWords joined(const std::set<ArrayId>& arrays) {
    NamedWords words;
    for (const ArrayId array : arrays)
        words += (words.empty() ? "" : ", ") + NamedWords::array(array);
    return words;
}

} // namespace

NamedWords rearrange(Layer& layer, Side side, const std::vector<Origins>& origins) {
    const ArrayDiff diff(layer, side, origins);
    const std::size_t lost = move_pins(layer, diff);
    const auto extended = move_given(layer, diff);
    const std::string lost_of_mask = move_mask(layer, diff);
    NamedWords notice;
    if (lost > 0)
        notice = fmt::format("{} removed with {} token.", lost == 1 ? "A pin was" : fmt::format("{} pins were", lost),
                             lost == 1 ? "its" : "their");
    if (!lost_of_mask.empty())
        notice += (notice.empty() ? "" : " ") + lost_of_mask;
    if (!extended.empty())
        notice += (notice.empty() ? "" : " ") + joined(extended) + (extended.size() == 1 ? " is" : " are") +
                  " given: what belongs to new tokens is zeros.";
    return notice;
}

} // namespace attn
