#include "core/document/sources/source_arrays.h"

#include "core/document/session/session_limits.h"
#include "core/files/npy.h"
#include "core/files/npz.h"
#include "core/files/printable.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <limits>

namespace attn {

namespace {

/// A sequence of rows from an array of (B, S, D) or (S, D), one matrix for each item.
struct Rows {
    std::vector<Matrix> items;
    Index tokens = 0;
    Index width = 0;
};

/// The indices of a number in an array, counted from 1: "2, 5".
std::string cell_text(std::size_t number, const std::vector<Index>& shape) {
    auto rest = static_cast<Index>(number);
    std::vector<Index> place(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        place[axis] = rest % shape[axis] + 1;
        rest /= shape[axis];
    }
    return fmt::format("{}", fmt::join(place, ", "));
}

/// Reads the rows of an array. Messages begin with `from`, which names the file and the array.
Result<Rows> rows_of(const Result<NdArray>& array, const std::string& from) {
    if (!array)
        return array.error();
    const auto& shape = array->shape;
    const bool empty = array->values.empty();
    if ((shape.size() != 2 && shape.size() != 3) || empty)
        return error("{}: the array has shape {}, expected (B, S, D) or (S, D)", from, shape_text(shape));
    for (std::size_t i = 0; i < array->values.size(); ++i)
        if (!std::isfinite(array->values[i]))
            return error("{}: the number at [{}] is {}; expected a real number", from, cell_text(i, shape),
                         array->values[i]);
    Rows rows{{}, shape[shape.size() - 2], shape.back()};
    const Index items = shape.size() == 3 ? shape[0] : 1;
    if (auto fits = check_limits({items, rows.tokens, rows.tokens, rows.width, rows.width, 1, 0, 0}); !fits)
        return error("{}: {}", from, fits.error().message);
    for (Index item = 0; item < items; ++item)
        rows.items.push_back(shape.size() == 3 ? array->matrix_at({item}) : array->matrix());
    return rows;
}

Result<Rows> read_rows(const std::filesystem::path& path) {
    return rows_of(read_npy(path), printable_path(path));
}

/// Reads the rows that enter a layer from a trace.
Result<Rows> read_rows_of_trace(const std::filesystem::path& path, Index number) {
    const auto file = NpzFile::open(path);
    if (!file)
        return file.error();
    std::vector<std::string> names{fmt::format("layers.{}.resid_pre", number),
                                   fmt::format("layers.{}.residual", number)};
    if (number > 0)
        names.push_back(fmt::format("layers.{}.resid_post", number - 1));
    const bool has_several =
        std::ranges::any_of(file->arrays(), [](const NpzArray& array) { return array.name.starts_with("layers."); });
    if (!has_several)
        names.insert(names.end(), {"resid_pre", "residual"});
    for (const std::string& name : names)
        if (const auto found = std::ranges::find(file->arrays(), name, &NpzArray::name); found != file->arrays().end())
            return rows_of(file->read(*found), printable_path(path) + ": " + name);
    return error("{}: there is none of {}", printable_path(path), fmt::join(names, ", "));
}

/// A sequence whose tokens have no text.
Sequence without_words(const Rows& rows) {
    Sequence sequence;
    sequence.items.assign(rows.items.size(), std::vector<std::string>(static_cast<std::size_t>(rows.tokens)));
    return sequence;
}

void give(Layer& layer, ArrayId stage, const Rows& rows) {
    for (std::size_t item = 0; item < rows.items.size(); ++item)
        layer.given[{layer.number, stage, static_cast<Index>(item), 0}] = rows.items[item];
}

/// Reads a mask that is added to the scores; boolean arrays, NaN and +∞ are errors.
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

/// Adds a caveat if all numbers are 0 or 1, since these are probably truth values, which must not be added.
void remark_on_truth_values(Layer& layer, const NdArray& mask, const std::filesystem::path& path) {
    const auto is_truth = [](float value) { return value == 0 || value == 1; };
    if (std::ranges::all_of(mask.values, is_truth) && std::ranges::find(mask.values, 1) != mask.values.end())
        layer.caveats.push_back({ArrayId::mask, fmt::format("{} holds nothing but 0 and 1, which are added to the "
                                                            "scores and hide nothing; −inf hides",
                                                            printable_path(path))});
}

} // namespace

Result<void> read_input(Layer& layer, const std::filesystem::path& path) {
    const auto rows = read_rows(path);
    if (!rows)
        return rows.error();
    layer.sequence = without_words(*rows);
    give(layer, ArrayId::X, *rows);
    return {};
}

Result<void> read_resid_pre(Layer& layer, const std::filesystem::path& path, Index number, bool is_X) {
    const auto rows = path.extension() == ".npz" ? read_rows_of_trace(path, number) : read_rows(path);
    if (!rows)
        return rows.error();
    layer.sequence = without_words(*rows);
    give(layer, is_X ? ArrayId::X : ArrayId::resid_pre, *rows);
    return {};
}

Result<void> read_context(Layer& layer, const std::filesystem::path& path) {
    const auto context = read_rows(path);
    if (!context)
        return context.error();
    if (static_cast<Index>(context->items.size()) != layer.sequence.item_count())
        return error("{}: it has {} {}, expected {} as in X", printable_path(path), context->items.size(),
                     noun_for(context->items.size(), "item"), layer.sequence.item_count());
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
    remark_on_truth_values(layer, *array, path);
    const Matrix all = array->matrix();
    for (Index item = 0; item < sizes.B; ++item)
        layer.mask.padding.push_back(all.row_block(item, 1));
    return {};
}

Result<void> read_given_mask(Layer& layer, const std::filesystem::path& path, const Sizes& sizes) {
    auto array = read_mask(path);
    if (!array)
        return array.error();
    remark_on_truth_values(layer, *array, path);
    if (array->has_shape({sizes.S_q, sizes.S_k})) {
        layer.mask.given = {array->matrix()};
        return {};
    }
    if (array->has_shape({sizes.B * sizes.H, sizes.S_q, sizes.S_k})) // as in nn.MultiheadAttention
        array->shape = {sizes.B, sizes.H, sizes.S_q, sizes.S_k};
    const bool for_each_item = array->has_shape({sizes.B, 1, sizes.S_q, sizes.S_k});
    if (!for_each_item && !array->has_shape({sizes.B, sizes.H, sizes.S_q, sizes.S_k}))
        return error("{}: the mask has shape {}, expected ({}, {}), ({}, 1, {}, {}), ({}, {}, {}, {}) or ({}, {}, {})",
                     printable_path(path), shape_text(array->shape), sizes.S_q, sizes.S_k, sizes.B, sizes.S_q,
                     sizes.S_k, sizes.B, sizes.H, sizes.S_q, sizes.S_k, sizes.B * sizes.H, sizes.S_q, sizes.S_k);
    for (Index item = 0; item < sizes.B; ++item)
        for (Index head = 0; head < (for_each_item ? 1 : sizes.H); ++head)
            layer.mask.given.push_back(array->matrix_at({item, head}));
    return {};
}

} // namespace attn
