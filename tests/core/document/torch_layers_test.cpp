// Layers of PyTorch made by tests/data/make_torch_layers.py: cross-attention, padding, a mask for each head.

#include "core/engine/engine.h"
#include "core/files/npz.h"
#include "tests/folders.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

class TorchLayer : public testing::TestWithParam<const char*> {};

Matrix found(const NdArrays& arrays, const char* name) {
    const auto array = arrays.find(name);
    return array == arrays.end() ? Matrix() : array->second.matrix();
}

Matrix columns_of_head(const Matrix& packed, Index head, Index heads) {
    const Index width = packed.columns() / heads;
    return packed.empty() ? Matrix() : packed.column_block(head * width, width);
}

Sequence without_words(const NdArray& rows) {
    Sequence sequence;
    sequence.items.assign(static_cast<std::size_t>(rows.shape[0]),
                          std::vector<std::string>(static_cast<std::size_t>(rows.shape[1])));
    return sequence;
}

Layer layer_of(const NdArrays& arrays) {
    Layer layer;
    const NdArray& X = arrays.at("X");
    const auto heads = static_cast<Index>(arrays.at("heads").values.front());
    layer.sequence = without_words(X);
    for (Index item = 0; item < X.shape[0]; ++item)
        layer.given[{0, ArrayId::X, item, 0}] = X.matrix_at({item});
    if (const auto context = arrays.find("context"); context != arrays.end()) {
        layer.context = std::make_shared<const Sequence>(without_words(context->second));
        for (Index item = 0; item < X.shape[0]; ++item)
            layer.given[{0, ArrayId::context, item, 0}] = context->second.matrix_at({item});
    }
    for (Index head = 0; head < heads; ++head) {
        HeadWeights weights;
        weights.W_Q = columns_of_head(found(arrays, "W_Q"), head, heads);
        weights.W_K = columns_of_head(found(arrays, "W_K"), head, heads);
        weights.W_V = columns_of_head(found(arrays, "W_V"), head, heads);
        weights.b_Q = columns_of_head(found(arrays, "b_Q"), head, heads);
        weights.b_K = columns_of_head(found(arrays, "b_K"), head, heads);
        weights.b_V = columns_of_head(found(arrays, "b_V"), head, heads);
        const Matrix W_O = found(arrays, "W_O");
        weights.W_O = W_O.row_block(head * (W_O.rows() / heads), W_O.rows() / heads);
        layer.heads.push_back(std::move(weights));
    }
    layer.b_O = found(arrays, "b_O");
    if (const auto padding = arrays.find("padding"); padding != arrays.end())
        for (Index item = 0; item < X.shape[0]; ++item)
            layer.mask.padding.push_back(padding->second.matrix().row_block(item, 1));
    if (const auto mask = arrays.find("mask"); mask != arrays.end())
        for (Index item = 0; item < X.shape[0]; ++item)
            for (Index head = 0; head < heads; ++head)
                layer.mask.given.push_back(mask->second.matrix_at({item, head}));
    return layer;
}

float largest(const NdArray& array) {
    float result = 0;
    for (const float value : array.values)
        result = std::max(result, std::abs(value));
    return result;
}

TEST_P(TorchLayer, AgreesInSharesAndOutput) {
    const auto arrays = read_npz((source_folder() / "tests/data/torch/").string() + GetParam() + ".npz");
    ASSERT_TRUE(arrays) << arrays.error().message;
    const Layer layer = layer_of(*arrays);
    ASSERT_TRUE(validate(layer)) << validate(layer).error().message;
    Engine engine(2, 0);
    const Trace& trace = engine.compute(layer);
    const Sizes& sizes = trace.sizes();
    const NdArray& A = arrays->at("A");
    const NdArray& Y = arrays->at("Y");
    for (Index item = 0; item < sizes.B; ++item) {
        for (Index head = 0; head < sizes.H; ++head)
            for (Index i = 0; i < sizes.S_q; ++i)
                for (Index j = 0; j < sizes.S_k; ++j)
                    ASSERT_NEAR(trace.value({0, ArrayId::A, item, head, i, j}), A.matrix_at({item, head})(i, j), 1e-5);
        for (Index i = 0; i < sizes.S_q; ++i)
            for (Index d = 0; d < sizes.D; ++d)
                ASSERT_NEAR(trace.value({0, ArrayId::Y, item, 0, i, d}), Y.matrix_at({item})(i, d),
                            1.5e-5F * largest(Y));
    }
}

INSTANTIATE_TEST_SUITE_P(Files, TorchLayer, testing::Values("cross", "cross_padded", "mask_for_each_head", "long"),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace attn
