#include "core/check/axes.h"

#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <span>

namespace attn {

namespace {

/// The meaning of an axis of an array, e.g. heads.
enum class Along : std::uint8_t { none, one, items, heads, items_and_heads, rows, columns, heads_and_columns };

using Order = std::array<Along, 4>;

using enum Along;

constexpr std::array orders_with_heads{Order{items, heads, rows, columns}, Order{heads, rows, columns},
                                       Order{items, rows, columns}, Order{items_and_heads, rows, columns},
                                       Order{rows, columns}};
constexpr std::array orders_side_by_side{Order{items, rows, heads_and_columns}, Order{rows, heads_and_columns}};
constexpr std::array orders_without_heads{Order{items, rows, columns}, Order{rows, columns}};
constexpr std::array orders_of_positions{Order{rows, columns}, Order{one, rows, columns}, Order{items, rows, columns}};
constexpr std::array orders_of_masks{Order{rows, columns},
                                     Order{items, rows, columns},
                                     Order{one, rows, columns},
                                     Order{items, heads, rows, columns},
                                     Order{items, one, rows, columns},
                                     Order{one, heads, rows, columns},
                                     Order{one, one, rows, columns}};

// Orders of axes that other programs use: with einsum, and in nn.MultiheadAttention without batch_first.
constexpr std::array unusual_with_heads{Order{items, rows, heads, columns}, Order{rows, heads, columns},
                                        Order{rows, items, heads, columns}, Order{rows, items, heads_and_columns}};
constexpr std::array<Order, 1> unusual_without_heads{{{rows, items, columns}}};

/// The lengths of the axes of one stage.
struct Lengths {
    Index items = 1;
    Index heads = 1;
    Index rows = 0;
    Index columns = 0;
    bool broadcast = false; ///< true: an array without an axis of items or heads has one matrix for all of them

    Index of(Along along) const {
        switch (along) {
        case Along::items:
            return items;
        case Along::heads:
            return heads;
        case Along::items_and_heads:
            return items * heads;
        case Along::rows:
            return rows;
        case Along::columns:
            return columns;
        case Along::heads_and_columns:
            return heads * columns;
        case Along::none:
        case Along::one:
            break;
        }
        return 1;
    }
};

bool has_width(ArrayId id) {
    const Axis columns = row_of(id).columns;
    return columns == Axis::key_width || columns == Axis::value_width;
}

Lengths lengths_of(const Trace& trace, ArrayId id) {
    const Shape shape = shape_of(trace.sizes(), id);
    Lengths lengths{trace.extent(id).items, trace.extent(id).heads, shape.rows, shape.columns, false};
    const Array& row = row_of(id);
    if (row.items != PerItem::each) {
        lengths.items = trace.sizes().B;
        lengths.heads = row.items == PerItem::none && row.heads == Heads::none ? 1 : trace.sizes().H;
        lengths.broadcast = true;
    }
    return lengths;
}

std::vector<Order> usual_orders(ArrayId id) {
    const auto list = [](const auto& orders) { return std::vector<Order>(orders.begin(), orders.end()); };
    if (row_of(id).items == PerItem::as_mask)
        return list(orders_of_masks);
    if (row_of(id).items == PerItem::none && row_of(id).heads == Heads::none)
        return list(orders_of_positions);
    if (row_of(id).heads == Heads::none)
        return list(orders_without_heads);
    std::vector<Order> orders;
    for (Order order : orders_with_heads)
        if (row_of(id).columns == Axis::one) { // this axis may be left out
            std::ranges::replace(order, columns, none);
            orders.push_back(order);
        }
    orders.insert(orders.end(), orders_with_heads.begin(), orders_with_heads.end());
    if (has_width(id))
        orders.insert(orders.end(), orders_side_by_side.begin(), orders_side_by_side.end());
    return orders;
}

std::span<const Order> unusual_orders(ArrayId id) {
    if (row_of(id).items != PerItem::each)
        return {};
    if (row_of(id).heads == Heads::none)
        return unusual_without_heads;
    return has_width(id) ? std::span<const Order>(unusual_with_heads) : std::span<const Order>();
}

bool runs_through(const Order& order, Along wanted) {
    return std::ranges::any_of(order, [&](Along along) {
        return along == wanted || (along == items_and_heads && (wanted == items || wanted == heads)) ||
               (along == heads_and_columns && (wanted == heads || wanted == columns));
    });
}

/// True if the stage has length 1 along every axis that the order leaves out.
bool is_complete(const Order& order, const Lengths& lengths) {
    if (lengths.broadcast)
        return true;
    return std::ranges::all_of(std::array{items, heads, columns},
                               [&](Along along) { return runs_through(order, along) || lengths.of(along) == 1; });
}

std::vector<Index> shape_in(const Order& order, const Lengths& lengths) {
    std::vector<Index> shape;
    for (const Along along : order)
        if (along != none)
            shape.push_back(lengths.of(along));
    return shape;
}

bool fits(const NdArray& array, const Order& order, const Lengths& lengths) {
    return is_complete(order, lengths) && array.shape == shape_in(order, lengths);
}

/// The lengths with the array's number of rows instead of the stage's; nullopt if the array has as many rows or more,
/// or does not fit.
std::optional<Lengths> with_fewer_rows(const NdArray& array, const Order& order, Lengths lengths) {
    std::size_t axis = 0;
    for (std::size_t n = 0; n < order.size() && order.at(n) != rows; ++n)
        axis += order.at(n) == none ? 0 : 1;
    if (axis >= array.shape.size() || array.shape[axis] < 1 || array.shape[axis] >= lengths.rows)
        return std::nullopt;
    lengths.rows = array.shape[axis];
    return fits(array, order, lengths) ? std::optional(lengths) : std::nullopt;
}

AlignedArray lay(const NdArray& array, const Order& order, const Lengths& lengths) {
    Index item_stride = 0;
    Index head_stride = 0;
    Index row_stride = 0;
    Index stride = 1;
    std::for_each(order.rbegin(), order.rend(), [&](Along along) {
        if (along == items)
            item_stride = stride;
        if (along == heads || along == items_and_heads)
            head_stride = stride;
        if (along == items_and_heads)
            item_stride = stride * lengths.heads;
        if (along == heads_and_columns)
            head_stride = stride * lengths.columns;
        if (along == rows)
            row_stride = stride;
        stride *= lengths.of(along);
    });
    AlignedArray laid;
    laid.extent = {runs_through(order, items) ? lengths.items : 1, runs_through(order, heads) ? lengths.heads : 1};
    for (Index item = 0; item < laid.extent.items; ++item)
        for (Index head = 0; head < laid.extent.heads; ++head)
            laid.slots.emplace_back(array.owner,
                                    ConstView{array.values.data() + item * item_stride + head * head_stride,
                                              lengths.rows, lengths.columns, row_stride});
    return laid;
}

std::string order_text(const Order& order) {
    std::string text;
    for (const Along along : order) {
        constexpr std::array names{"", "1", "B", "H", "B·H", "S", "d", "H·d"};
        if (along != none)
            text += (text.empty() ? "(" : ", ") + std::string(names[static_cast<std::size_t>(along)]);
    }
    return text + ")";
}

} // namespace

std::optional<AlignedArray> lay_axes(const NdArray& array, const Trace& trace, ArrayId stage, bool tokens_first) {
    const Lengths lengths = lengths_of(trace, stage);
    if (tokens_first)
        for (const Order& order : {Order{items, rows, heads, columns}, Order{rows, heads, columns}})
            if (fits(array, order, lengths))
                return lay(array, order, lengths);
    for (const Order& order : usual_orders(stage))
        if (fits(array, order, lengths))
            return lay(array, order, lengths);
    for (const Order& order : unusual_orders(stage))
        if (fits(array, order, lengths)) {
            AlignedArray laid = lay(array, order, lengths);
            laid.unusual = order_text(order);
            return laid;
        }
    Lengths of_mean = lengths;
    of_mean.heads = 1;
    for (const Order& order : {Order{items, rows, columns}, Order{rows, columns}})
        if (stage == ArrayId::A && fits(array, order, of_mean)) {
            AlignedArray laid = lay(array, order, of_mean);
            laid.averaged = true;
            laid.unusual = "the average over heads";
            return laid;
        }
    if (row_of(stage).items != PerItem::none)
        for (const Order& order : usual_orders(stage))
            if (const auto fewer = with_fewer_rows(array, order, lengths)) {
                AlignedArray laid = lay(array, order, *fewer);
                laid.unusual = fmt::format("the last {} of {} tokens", fewer->rows, lengths.rows);
                return laid;
            }
    return std::nullopt;
}

std::string accepted_shapes(const Trace& trace, ArrayId stage) {
    const Lengths lengths = lengths_of(trace, stage);
    std::vector<std::string> shapes;
    for (const Order& order : usual_orders(stage)) {
        const std::string shape = shape_text(shape_in(order, lengths));
        if (is_complete(order, lengths) && std::ranges::find(shapes, shape) == shapes.end())
            shapes.push_back(shape);
    }
    std::string text;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        text += (i == 0 ? "" : i + 1 == shapes.size() ? " or " : ", ") + shapes[i];
    return text;
}

} // namespace attn
