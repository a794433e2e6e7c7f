#include "core/checkpoint/layer_weights.h"

#include <array>
#include <map>
#include <string>

namespace attn {

namespace {

Matrix columns_of(const Matrix& packed, Index place, Index width) {
    return packed.empty() ? Matrix() : packed.column_block(place * width, width);
}

/// Tensors that were read whole, by name: Q, K and V may lie packed in one.
using WholeTensors = std::map<std::string, NdArray>;

Result<Matrix> read_parameter_once(const Checkpoint& checkpoint, const FoundLayer& layer, ArrayId parameter,
                                   WholeTensors& whole) {
    const Placement* const placement = layer.find(parameter);
    if (placement == nullptr)
        return Matrix();
    const Tensor& tensor = *checkpoint.find(placement->tensor);
    if (placement->transposed) {
        const auto rows = checkpoint.read_rows(tensor, placement->first, placement->count);
        return rows ? Result<Matrix>(rows->matrix().transposed()) : Result<Matrix>(rows.error());
    }
    auto found = whole.find(tensor.name);
    if (found == whole.end()) {
        auto all = checkpoint.read(tensor);
        if (!all)
            return all.error();
        found = whole.emplace(tensor.name, *std::move(all)).first;
    }
    return found->second.matrix().column_block(placement->first, placement->count);
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
        auto read = read_parameter_once(checkpoint, layer, static_cast<ArrayId>(i), whole);
        if (!read)
            return read.error();
        packed.at(i) = *std::move(read);
    }
    const auto all = [&](ArrayId parameter) -> const Matrix& {
        return packed.at(static_cast<std::size_t>(parameter));
    };
    LayerWeights weights;
    weights.queries_per_kv = counts.H / counts.H_kv;
    weights.b_O = all(ArrayId::b_O);
    for (Index head = 0; head < counts.H; ++head) {
        HeadWeights one;
        one.W_Q = columns_of(all(ArrayId::W_Q), head, counts.d_k);
        one.b_Q = columns_of(all(ArrayId::b_Q), head, counts.d_k);
        one.W_O = all(ArrayId::W_O).row_block(head * counts.d_v, counts.d_v);
        if (head % weights.queries_per_kv == 0) {
            const Index place = head / weights.queries_per_kv;
            one.W_K = columns_of(all(ArrayId::W_K), place, counts.d_k);
            one.b_K = columns_of(all(ArrayId::b_K), place, counts.d_k);
            one.W_V = columns_of(all(ArrayId::W_V), place, counts.d_v);
            one.b_V = columns_of(all(ArrayId::b_V), place, counts.d_v);
        }
        weights.heads.push_back(std::move(one));
    }
    return weights;
}

} // namespace attn
