#include "core/document/files/trace_file.h"

#include "core/engine/model_engine.h"
#include "core/files/npz.h"
#include "core/model/arrays.h"

#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

std::vector<Index> array_shape(const Trace& trace, const Array& row) {
    const Sizes& sizes = trace.sizes();
    const Extent extent = trace.extent(row.id);
    std::vector<Index> shape;
    const bool differs = row.items == PerItem::as_mask && extent != Extent{1, 1};
    if (row.items == PerItem::each || differs)
        shape.push_back(extent.items);
    if (row.heads != Heads::none || differs)
        shape.push_back(extent.heads);
    shape.push_back(length_of(sizes, row.rows));
    if (row.columns != Axis::one)
        shape.push_back(length_of(sizes, row.columns));
    return shape;
}

/// True if files of whole models do not contain the array.
bool is_detail(const Array& row) {
    const bool is_of_softmax = row.columns == Axis::one || row.items == PerItem::as_mask;
    const bool is_of_sum = is_in_blocks(row.id) || (row.heads != Heads::none && row.columns == Axis::model);
    return row.keep != Keep::always || is_of_softmax || is_of_sum;
}

void write_slots(NpzWriter& file, const Trace& trace, const Array& row) {
    for (const Address slot : trace.slots(row.id))
        if (!file.failed())
            file.append(trace.compute_uncached(slot).view());
}

void write_arrays_of_model(NpzWriter& file, const Trace& trace, const std::optional<std::set<Index>>& blocks) {
    const Index number = trace.layer().number;
    for (const Array& row : stages()) {
        const bool is_of_block = row.part == ModelPart::block;
        if (!trace.has(row.id) || is_detail(row) || (is_of_block && blocks && !blocks->contains(number)))
            continue;
        std::vector<Index> shape = array_shape(trace, row);
        if (trace.sizes().B == 1 && row.items == PerItem::each)
            shape.erase(shape.begin());
        file.begin(is_of_block ? fmt::format("layers.{}.{}", number, row.name) : std::string(row.name), shape);
        write_slots(file, trace, row);
    }
}

} // namespace

Result<void> write_model_trace(const Model& model, const std::optional<std::set<Index>>& blocks,
                               const std::filesystem::path& path) {
    NpzWriter file(path);
    ModelEngine engine(0, 0);
    engine.compute(model, {}, [&](const Trace& trace) { write_arrays_of_model(file, trace, blocks); });
    return file.commit();
}

Result<void> write_trace(const Trace& trace, const std::filesystem::path& path) {
    NpzWriter file(path);
    for (const Array& row : stages()) {
        if (!trace.has(row.id))
            continue;
        file.begin(row.name, array_shape(trace, row));
        write_slots(file, trace, row);
    }
    return file.commit();
}

} // namespace attn
