#include "core/document/files/trace_file.h"

#include "core/files/npz.h"
#include "core/model/arrays.h"

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

} // namespace

Result<void> write_trace(const Trace& trace, const std::filesystem::path& path) {
    NpzWriter file(path);
    for (const Array& row : stages()) {
        if (!trace.has(row.id))
            continue;
        file.begin(row.name, array_shape(trace, row));
        for (const Address slot : trace.slots(row.id))
            if (!file.failed())
                file.append(trace.compute_uncached(slot).view());
    }
    return file.commit();
}

} // namespace attn
