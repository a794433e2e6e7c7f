#include "core/checkpoint/layer_weights.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/tensor/compose.h"

#include <array>
#include <map>
#include <string>

namespace attn {

namespace {

/// Returns the part of a matrix of all heads that belongs to one head: columns, or rows of output weights.
Matrix part_of_head(const Matrix& packed, const Array& row, Index place, const HeadCounts& counts) {
    if (packed.empty())
        return {};
    if (row.rows == Axis::value_width)
        return packed.row_block(place * counts.d_v, counts.d_v);
    const Index width = row.columns == Axis::key_width ? counts.d_k : counts.d_v;
    return packed.column_block(place * width, width);
}

/// Tensors that were read as a whole, by name; Q, K and V may be packed into one of them.
using WholeTensors = std::map<std::string, NdArray>;

/// Returns the matrix of a tensor heads x inputs x outputs: the heads' columns side by side or, for output weights, the
/// heads' rows one below the other. A bias becomes one row.
Matrix from_heads_first(const NdArray& tensor, const Array& row) {
    if (row.rows == Axis::one) {
        const auto count = static_cast<Index>(tensor.values.size());
        return {tensor.owner, {tensor.values.data(), 1, count, count}};
    }
    const Index heads = tensor.shape[0];
    if (row.rows == Axis::value_width) {
        const Index columns = tensor.shape[2];
        return {tensor.owner, {tensor.values.data(), heads * tensor.shape[1], columns, columns}};
    }
    std::vector<Matrix> parts;
    for (Index head = 0; head < heads; ++head)
        parts.push_back(tensor.matrix_at({head}));
    return side_by_side(parts);
}

/// Returns the matrix of a tensor inputs x heads x outputs: the same numbers with the heads' columns side by side.
/// Output weights always have the heads as their first axis.
Matrix from_heads_second(const NdArray& tensor, const Array& row) {
    if (row.rows == Axis::one || row.rows == Axis::value_width)
        return from_heads_first(tensor, row);
    const Index columns = tensor.shape[1] * tensor.shape[2];
    return {tensor.owner, {tensor.values.data(), tensor.shape[0], columns, columns}};
}

/// Reads one tensor for each head and returns the matrix with the heads' columns side by side.
Result<Matrix> from_tensors_of_heads(const Checkpoint& checkpoint, const Placement& placement) {
    std::vector<Matrix> parts;
    std::vector<std::string> names{placement.tensor};
    names.insert(names.end(), placement.other_heads.begin(), placement.other_heads.end());
    for (const std::string& name : names) {
        const auto read = checkpoint.read(*checkpoint.find(name));
        if (!read)
            return read.error();
        parts.push_back(placement.transposed ? read->matrix().transposed() : read->matrix());
    }
    return side_by_side(parts);
}

Result<Matrix> read_parameter_once(const Checkpoint& checkpoint, const FoundLayer& layer, ArrayId parameter,
                                   WholeTensors& whole) {
    const Placement* const placement = layer.find(parameter);
    if (placement == nullptr)
        return Matrix();
    if (!placement->other_heads.empty())
        return from_tensors_of_heads(checkpoint, *placement);
    const Tensor& tensor = *checkpoint.find(placement->tensor);
    const Index block = placement->block == 0 ? placement->count : placement->block;
    if (placement->transposed) {
        std::vector<Matrix> blocks;
        for (Index number = 0; number < placement->count; number += block) {
            const auto rows = checkpoint.read_rows(tensor, placement->output(number), block);
            if (!rows)
                return rows.error();
            blocks.push_back(rows->matrix());
        }
        return (blocks.size() == 1 ? blocks.front() : stacked(blocks)).transposed();
    }
    auto found = whole.find(tensor.name);
    if (found == whole.end()) {
        auto all = checkpoint.read(tensor);
        if (!all)
            return all.error();
        found = whole.emplace(tensor.name, *std::move(all)).first;
    }
    if (placement->head_axis == HeadAxis::second)
        return from_heads_second(found->second, row_of(parameter));
    if (placement->head_axis == HeadAxis::first || (row_of(parameter).rows == Axis::one && tensor.shape.size() == 2))
        return from_heads_first(found->second, row_of(parameter));
    std::vector<Matrix> blocks;
    for (Index number = 0; number < placement->count; number += block)
        blocks.push_back(found->second.matrix().column_block(placement->output(number), block));
    return blocks.size() == 1 ? blocks.front() : side_by_side(blocks);
}

} // namespace

Result<Matrix> read_parameter(const Checkpoint& checkpoint, const FoundLayer& layer, ArrayId parameter) {
    WholeTensors none;
    return read_parameter_once(checkpoint, layer, parameter, none);
}

Result<LayerWeights> read_layer(const Checkpoint& checkpoint, const FoundLayer& layer, const HeadCounts& counts) {
    std::array<Matrix, static_cast<std::size_t>(parameter_count)> packed;
    WholeTensors whole;
    for (std::size_t i = 0; i < packed.size(); ++i) {
        auto read = read_parameter_once(checkpoint, layer, parameters()[i].id, whole);
        if (!read)
            return read.error();
        packed.at(i) = *std::move(read);
    }
    const auto all = [&](ArrayId parameter) -> const Matrix& {
        return packed.at(static_cast<std::size_t>(parameter) - stage_count);
    };
    LayerWeights weights;
    weights.queries_per_kv = counts.H / counts.H_kv;
    weights.b_O = all(ArrayId::b_O);
    for (Index head = 0; head < counts.H; ++head) {
        HeadWeights one;
        for (const Array& row : parameters())
            if (const auto* const own = std::get_if<Matrix HeadWeights::*>(&row.learnt))
                if (canonical_head(row.heads, weights.queries_per_kv, head) == head)
                    one.*(*own) = part_of_head(all(row.id), row,
                                               row.heads == Heads::kv ? head / weights.queries_per_kv : head, counts);
        weights.heads.push_back(std::move(one));
    }
    return weights;
}

} // namespace attn
