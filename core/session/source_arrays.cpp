#include "core/session/source_arrays.h"

#include "core/io/npy.h"
#include "core/io/printable.h"
#include "core/session/limits.h"

#include <cmath>
#include <fmt/ranges.h>
#include <limits>

namespace attn {

namespace {

/// A sequence of numbers, (B, S, D) or (S, D), as one matrix for each item.
struct Rows {
    std::vector<Matrix> items;
    Index tokens = 0;
    Index width = 0;
};

/// The place of a number in an array, counted from 1: "2, 5".
std::string cell_text(std::size_t number, const std::vector<Index>& shape) {
    auto rest = static_cast<Index>(number);
    std::vector<Index> place(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        place[axis] = rest % shape[axis] + 1;
        rest /= shape[axis];
    }
    return fmt::format("{}", fmt::join(place, ", "));
}

Result<Rows> read_rows(const std::filesystem::path& path) {
    auto array = read_npy(path);
    if (!array)
        return array.error();
    const auto& shape = array->shape;
    const bool empty = array->values.empty();
    if ((shape.size() != 2 && shape.size() != 3) || empty)
        return error("{}: the array has shape {}, expected (B, S, D) or (S, D)", printable_path(path),
                     shape_text(shape));
    for (std::size_t i = 0; i < array->values.size(); ++i)
        if (!std::isfinite(array->values[i]))
            return error("{}: the number at [{}] is {}; expected a real number", printable_path(path),
                         cell_text(i, shape), array->values[i]);
    Rows rows{{}, shape[shape.size() - 2], shape.back()};
    const Index items = shape.size() == 3 ? shape[0] : 1;
    if (auto fits = check_limits({items, rows.tokens, rows.tokens, rows.width, rows.width, 1, 0, 0}); !fits)
        return error("{}: {}", printable_path(path), fits.error().message);
    for (Index item = 0; item < items; ++item)
        rows.items.push_back(shape.size() == 3 ? array->matrix_at({item}) : array->matrix());
    return rows;
}

/// Tokens of which only the numbers are known.
Sequence without_words(const Rows& rows) {
    Sequence sequence;
    sequence.items.assign(rows.items.size(), std::vector<std::string>(static_cast<std::size_t>(rows.tokens)));
    return sequence;
}

void give(Layer& layer, ArrayId stage, const Rows& rows) {
    for (std::size_t item = 0; item < rows.items.size(); ++item)
        layer.given[{stage, static_cast<Index>(item), 0}] = rows.items[item];
}

/// A mask from a file: numbers that are added, so neither truth values, nor NaN, nor +∞.
Result<NdArray> read_mask(const std::filesystem::path& path) {
    auto array = read_npy(path);
    if (!array)
        return array.error();
    const std::string name = printable_path(path);
    if (array->stored == DataType::boolean)
        return error("{}: this mask is boolean; expected floats that are added (0 or −inf), because ONNX hides where a "
                     "boolean mask is false and PyTorch where it is true",
                     name);
    const bool floats = array->stored >= DataType::float16;
    if (!floats)
        return error("{}: this mask is {}; expected floats that are added (0 or −inf)", name,
                     data_type_name(array->stored));
    for (std::size_t i = 0; i < array->values.size(); ++i)
        if (std::isnan(array->values[i]) || array->values[i] == std::numeric_limits<float>::infinity())
            return error("{}: number {} of this mask is {}; expected a real number or −inf", name, i + 1,
                         array->values[i]);
    return array;
}

} // namespace

namespace {

Result<void> read_sequence(Layer& layer, const std::filesystem::path& path, ArrayId stage) {
    const auto input = read_rows(path);
    if (!input)
        return input.error();
    layer.sequence = without_words(*input);
    give(layer, stage, *input);
    return {};
}

} // namespace

Result<void> read_input(Layer& layer, const std::filesystem::path& path) {
    return read_sequence(layer, path, ArrayId::X);
}

Result<void> read_resid_pre(Layer& layer, const std::filesystem::path& path) {
    return read_sequence(layer, path, ArrayId::resid_pre);
}

Result<void> read_context(Layer& layer, const std::filesystem::path& path) {
    const auto context = read_rows(path);
    if (!context)
        return context.error();
    if (static_cast<Index>(context->items.size()) != layer.sequence.item_count())
        return error("{}: there are {} items, expected {} as in X", printable_path(path), context->items.size(),
                     layer.sequence.item_count());
    layer.context = std::make_shared<const Sequence>(without_words(*context));
    give(layer, ArrayId::context, *context);
    return {};
}

Result<void> read_padding(Layer& layer, const std::filesystem::path& path, const Sizes& sizes) {
    auto array = read_mask(path);
    if (!array)
        return array.error();
    if (!array->has_shape({sizes.B, sizes.S_k}))
        return error("{}: the padding has shape {}, expected ({}, {})", printable_path(path), shape_text(array->shape),
                     sizes.B, sizes.S_k);
    const Matrix all = array->matrix();
    for (Index item = 0; item < sizes.B; ++item)
        layer.mask.padding.push_back(all.row_block(item, 1));
    return {};
}

Result<void> read_given_mask(Layer& layer, const std::filesystem::path& path, const Sizes& sizes) {
    auto array = read_mask(path);
    if (!array)
        return array.error();
    if (array->has_shape({sizes.S_q, sizes.S_k})) {
        layer.mask.given = {array->matrix()};
        return {};
    }
    const bool for_each_item = array->has_shape({sizes.B, 1, sizes.S_q, sizes.S_k});
    if (!for_each_item && !array->has_shape({sizes.B, sizes.H, sizes.S_q, sizes.S_k}))
        return error("{}: the mask has shape {}, expected ({}, {}), ({}, 1, {}, {}) or ({}, {}, {}, {})",
                     printable_path(path), shape_text(array->shape), sizes.S_q, sizes.S_k, sizes.B, sizes.S_q,
                     sizes.S_k, sizes.B, sizes.H, sizes.S_q, sizes.S_k);
    for (Index item = 0; item < sizes.B; ++item)
        for (Index head = 0; head < (for_each_item ? 1 : sizes.H); ++head)
            layer.mask.given.push_back(array->matrix_at({item, head}));
    return {};
}

} // namespace attn
