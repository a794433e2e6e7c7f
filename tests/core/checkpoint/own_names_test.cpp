// Layers whose tensors have a user's own names, in any orientation.

#include "core/checkpoint/layer_weights.h"
#include "core/checkpoint/layers.h"
#include "core/checkpoint/own_names.h"
#include "core/files/safetensors.h"
#include "core/tensor/compose.h"
#include "core/tensor/eigen.h"
#include "tests/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

constexpr Index D = 4, H = 2, d = 3;

/// A matrix of consecutive numbers, which tell their places.
Matrix numbered(Index first, Index rows, Index columns) {
    return filled(rows, columns, [&](Index i, Index j) { return first + i * columns + j; });
}

NdArray array_of(const Matrix& matrix, std::vector<Index> shape = {}) {
    std::vector<float> values;
    for (Index i = 0; i < matrix.rows(); ++i)
        values.insert(values.end(), matrix.row(i).begin(), matrix.row(i).end());
    return NdArray::of(shape.empty() ? std::vector<Index>{matrix.rows(), matrix.columns()} : shape, std::move(values));
}

bool are_equal(const Matrix& left, const Matrix& right) {
    return left.shape() == right.shape() && eigen(left) == eigen(right);
}

class OwnNames : public testing::Test {
protected:
    const Matrix Q = numbered(0, D, H*d), K = numbered(100, D, H*d), V = numbered(200, D, H*d),
                 O = numbered(300, H*d, D);

    Result<FoundLayer> layer(const NdArrays& arrays, const std::string& names) {
        EXPECT_TRUE(write_safetensors(folder_ / "m.safetensors", arrays));
        checkpoint_ = with_layers_apart(*Checkpoint::open(folder_ / "m.safetensors"), names);
        return choose_layer(*checkpoint_, find_layers(*checkpoint_, {H, Packing::one_behind_the_other, true, names}),
                            layer_);
    }
    void expect_read(const NdArrays& arrays, const std::string& names) {
        const auto found = layer(arrays, names);
        ASSERT_TRUE(found) << names << ": " << found.error().message;
        const auto read = read_layer(*checkpoint_, *found, *share_out(*checkpoint_, *found, H));
        ASSERT_TRUE(read) << read.error().message;
        for (Index head = 0; head < H; ++head) {
            const HeadWeights& own = read->heads[static_cast<std::size_t>(head)];
            EXPECT_TRUE(are_equal(own.W_Q, Q.column_block(head * d, d)) &&
                        are_equal(own.W_K, K.column_block(head * d, d)) &&
                        are_equal(own.W_V, V.column_block(head * d, d)) && are_equal(own.W_O, O.row_block(head * d, d)))
                << names << ": " << found->orientation();
        }
    }
    std::string refusal(const NdArrays& arrays, const std::string& names) {
        const auto found = layer(arrays, names);
        EXPECT_FALSE(found) << names;
        return found ? "" : found.error().message;
    }

    TemporaryFolder folder_;
    Result<Checkpoint> checkpoint_ = error("not opened");
    std::optional<std::string> layer_;
};

TEST_F(OwnNames, OpenMatricesHoweverTheyLie) {
    expect_read({{"h.0.att.A.weight", array_of(Q.transposed())},
                 {"h.0.att.B.weight", array_of(K.transposed())},
                 {"h.0.att.C.weight", array_of(V.transposed())},
                 {"h.0.out.weight", array_of(O.transposed())}},
                "q=att.A k=att.B v=att.C o=out");
    const NdArrays plain{{"x.A", array_of(Q)}, {"x.B", array_of(K)}, {"x.C", array_of(V)}, {"x.D", array_of(O)}};
    expect_read(plain, "q=A k=B v=C o=D order=in-out");
    EXPECT_THAT(refusal(plain, "q=A k=B v=C o=D"), testing::HasSubstr("does not say how the matrices lie"));
}

TEST_F(OwnNames, OpenWhatIsFusedOrCutByHeads) {
    const Matrix keys_and_values = stacked(std::array{K.transposed(), V.transposed()});
    expect_read({{"to_qkv.weight", array_of(stacked(std::array{Q.transposed(), keys_and_values}))},
                 {"to_out.weight", array_of(O.transposed())}},
                "qkv=to_qkv o=to_out");
    expect_read({{"to_q.weight", array_of(Q.transposed())},
                 {"to_kv.weight", array_of(keys_and_values)},
                 {"to_out.weight", array_of(O.transposed())}},
                "q=to_q kv=to_kv o=to_out");
    expect_read({{"mha.q.kernel", array_of(Q, {D, H, d})},
                 {"mha.k.kernel", array_of(K, {D, H, d})},
                 {"mha.v.kernel", array_of(V, {D, H, d})},
                 {"mha.o.kernel", array_of(O, {H, d, D})}},
                "q=q k=k v=v o=o");
}

/// The arrays of a second layer behind those of a first, whose numbers are 0.
NdArray second_of_two(const NdArray& layer) {
    std::vector<float> values(layer.values.size());
    values.insert(values.end(), layer.values.begin(), layer.values.end());
    std::vector<Index> shape = layer.shape;
    shape.insert(shape.begin(), 2);
    return NdArray::of(shape, std::move(values));
}

TEST_F(OwnNames, OpenWhatIsFusedAndHasAnAxisOfHeads) {
    const Matrix out_in = stacked(std::array{Q.transposed(), K.transposed(), V.transposed()}); // 3Hd x D
    const Matrix in_out = out_in.transposed();
    expect_read({{"self.qkv.kernel", array_of(in_out, {D, 3, H, d})}, {"self.out.kernel", array_of(O, {H, d, D})}},
                "qkv=qkv o=out");
    expect_read({{"att.qkv", array_of(out_in, {3, H, d, D})}, {"att.out", array_of(O.transposed(), {D, H, d})}},
                "qkv=qkv o=out order=out-in");
    const Matrix keys_and_values = stacked(std::array{K.transposed(), V.transposed()}).transposed();
    expect_read({{"q.kernel", array_of(Q, {D, H, d})},
                 {"kv.kernel", array_of(keys_and_values, {D, 2, H, d})},
                 {"out.kernel", array_of(O, {H, d, D})}},
                "q=q kv=kv o=out");
    // As MaxText scans its layers.
    layer_ = "1";
    expect_read({{"layers.qkv.kernel", second_of_two(array_of(in_out, {D, 3, H, d}))},
                 {"layers.out.kernel", second_of_two(array_of(O, {H, d, D}))}},
                "qkv=qkv o=out");
}

TEST_F(OwnNames, OpenALayerOfThoseStackedInEachTensor) {
    layer_ = "1";
    const Matrix packed = stacked(std::array{Q.transposed(), K.transposed(), V.transposed()});
    expect_read({{"dec.layers.qkv.weight", second_of_two(array_of(packed))},
                 {"dec.layers.out.weight", second_of_two(array_of(O.transposed()))},
                 {"dec.norm", array_of(Q)}},
                "qkv=qkv o=out");
    expect_read({{"dec.q.kernel", second_of_two(array_of(Q, {D, H, d}))},
                 {"dec.k.kernel", second_of_two(array_of(K, {D, H, d}))},
                 {"dec.v.kernel", second_of_two(array_of(V, {D, H, d}))},
                 {"dec.o.kernel", second_of_two(array_of(O, {H, d, D}))}},
                "q=q k=k v=v o=o");
    const auto transposed = [](const Matrix& matrix) { return second_of_two(array_of(matrix.transposed())); };
    expect_read({{"A", transposed(Q)}, {"B", transposed(K)}, {"C", transposed(V)}, {"D", transposed(O)}},
                "layers=first order=out-in q=A k=B v=C o=D");
}

/// The array with a first layer of zeros and a second with these numbers, along the second axis.
NdArray along_second_axis(const NdArray& layer) {
    std::vector<float> values;
    const std::size_t row = layer.values.size() / static_cast<std::size_t>(layer.shape[0]);
    for (std::size_t first = 0; first < layer.values.size(); first += row) {
        values.resize(values.size() + row);
        values.insert(values.end(), layer.values.begin() + static_cast<std::ptrdiff_t>(first),
                      layer.values.begin() + static_cast<std::ptrdiff_t>(first + row));
    }
    std::vector<Index> shape = layer.shape;
    shape.insert(shape.begin() + 1, 2);
    return NdArray::of(shape, std::move(values));
}

TEST_F(OwnNames, OpenALayerOfThoseStackedAlongTheSecondAxis) {
    layer_ = "1";
    NdArrays arrays{{"params.q.kernel", along_second_axis(array_of(Q, {D, H, d}))},
                    {"params.k.kernel", along_second_axis(array_of(K, {D, H, d}))},
                    {"params.v.kernel", along_second_axis(array_of(V, {D, H, d}))},
                    {"params.o.kernel", along_second_axis(array_of(O, {H, d, D}))}};
    expect_read(arrays, "q=q k=k v=v o=o");
    arrays = {{"a", along_second_axis(array_of(Q))},
              {"b", along_second_axis(array_of(K))},
              {"c", along_second_axis(array_of(V))},
              {"e", along_second_axis(array_of(O))}};
    expect_read(arrays, "q=a k=b v=c o=e layers=second order=in-out");
    layer_ = "2";
    EXPECT_THAT(refusal(arrays, "q=a k=b v=c o=e layers=second order=in-out"),
                testing::HasSubstr("there is no layer called “2”; there are: 0, 1"));
    layer_.reset();
    EXPECT_THAT(refusal(arrays, "q=a k=b v=c o=e layers=third"), testing::HasSubstr("layers=first"));
}

TEST_F(OwnNames, SayWhatIsMissing) {
    const NdArrays some{{"A.weight", array_of(Q.transposed())}, {"D.weight", array_of(O.transposed())}};
    EXPECT_THAT(refusal(some, "q=A o=D"), testing::HasSubstr("expected q=, k=, v= and o="));
    EXPECT_THAT(refusal(some, "q=A k=B v=C o=D"), testing::HasSubstr("B is missing"));
    EXPECT_THAT(refusal(some, "query=A"), testing::HasSubstr("“query=A” is none of"));
    EXPECT_THAT(refusal(some, "q=X k=Y v=Z o=W"), testing::HasSubstr("no tensor is called"));
}

} // namespace
} // namespace attn
