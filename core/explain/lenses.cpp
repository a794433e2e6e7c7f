#include "core/explain/lenses.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attn {

namespace {

float dot(ConstView left, Index i, ConstView right, Index j) {
    double sum = 0;
    for (Index k = 0; k < left.columns; ++k)
        sum += static_cast<double>(left(i, k)) * static_cast<double>(right(j, k));
    return static_cast<float>(sum);
}

const HeadWeights& weights_of(const Trace& trace, Index head) {
    return trace.layer().heads.at(static_cast<std::size_t>(head));
}

/// The head's weights, with those of keys and values that it may share.
HeadWeights read_weights(const Trace& trace, Index head) {
    const Layer& layer = trace.layer();
    HeadWeights weights = weights_of(trace, head);
    weights.W_K = parameter(layer, ArrayId::W_K, head);
    weights.W_V = parameter(layer, ArrayId::W_V, head);
    weights.b_K = parameter(layer, ArrayId::b_K, head);
    weights.b_V = parameter(layer, ArrayId::b_V, head);
    return weights;
}

/// What keys and values are made from.
Matrix read_by_keys(const Trace& trace, Index item) {
    return trace.matrix({trace.has(ArrayId::context) ? ArrayId::context : ArrayId::X, item, 0});
}

Matrix softmax(const Matrix& scores, float factor, ConstView mask) {
    std::vector<float> values;
    for (Index i = 0; i < scores.rows(); ++i) {
        std::vector<double> row;
        auto largest = static_cast<double>(minus_infinity);
        for (Index j = 0; j < scores.columns(); ++j) {
            row.push_back(static_cast<double>(scores(i, j) * factor + (mask.data == nullptr ? 0 : mask(i, j))));
            largest = std::max(largest, row.back());
        }
        double sum = 0;
        for (double& score : row) {
            score = std::isinf(largest) ? 0 : std::exp(score - largest);
            sum += score;
        }
        for (const double share : row)
            values.push_back(sum > 0 ? static_cast<float>(share / sum) : 0);
    }
    return Matrix::adopt(std::move(values), scores.rows(), scores.columns());
}

} // namespace

bool has_bilinear_form(const Trace& trace, Index item, Index head) {
    const Layer& layer = trace.layer();
    // Turned by their places, queries and keys have another form for every distance.
    const auto operands = product_operands(trace.structure(), ArrayId::scores);
    const bool is_of_Q_and_K = operands && operands->left == ArrayId::Q && operands->right == ArrayId::K;
    if (!trace.has(ArrayId::X) || layer.heads.empty() || !is_of_Q_and_K ||
        parameter(layer, ArrayId::W_Q, head).empty() || parameter(layer, ArrayId::W_K, head).empty())
        return false;
    constexpr std::array on_the_way{ArrayId::Q, ArrayId::K, ArrayId::scores};
    return std::ranges::none_of(on_the_way, [&](ArrayId stage) {
        const Address slot = trace.canonical(Address{stage, item, head});
        return layer.given.contains(slot) || std::ranges::any_of(layer.pins, [&](const auto& pin) {
                   const CellId& cell = pin.first;
                   return Address{cell.array, cell.item, cell.head} == slot;
               });
    });
}

HeadAsking head_asking(const Trace& trace, Index head) {
    const HeadWeights weights = read_weights(trace, head);
    HeadAsking asking{multiplied(weights.W_Q, weights.W_K.transposed())};
    const Matrix& M = asking.M;
    if (M.rows() == M.columns())
        for (Index r = 0; r < M.rows(); ++r)
            for (Index c = 0; c < r; ++c)
                asking.largest_asymmetry = std::max(asking.largest_asymmetry, std::abs(M(r, c) - M(c, r)));
    return asking;
}

Bilinear bilinear_form(const Trace& trace, const HeadAsking& asking, Index item, Index head, Index i, Index j) {
    const HeadWeights weights = read_weights(trace, head);
    const Matrix X = trace.matrix({ArrayId::X, item, 0});
    const Matrix read = read_by_keys(trace, item);
    Bilinear form;
    const Matrix x_i = X.row_block(i, 1);
    const Matrix x_j = read.row_block(j, 1);
    form.product = dot(multiplied(x_i, asking.M), 0, x_j, 0);
    const Matrix q = multiplied(x_i, weights.W_Q);
    const Matrix k = multiplied(x_j, weights.W_K);
    form.has_biases = !weights.b_Q.empty() || !weights.b_K.empty();
    if (!weights.b_Q.empty())
        form.query_bias = dot(weights.b_Q, 0, k, 0);
    if (!weights.b_K.empty())
        form.key_bias = dot(q, 0, weights.b_K, 0);
    if (!weights.b_Q.empty() && !weights.b_K.empty())
        form.both_biases = dot(weights.b_Q, 0, weights.b_K, 0);
    return form;
}

bool has_head_writing(const Trace& trace) {
    const Layer& layer = trace.layer();
    return !layer.heads.empty() && !layer.heads.front().W_V.empty() && !layer.heads.front().W_O.empty();
}

HeadWriting head_writing(const Trace& trace, Index head) {
    const HeadWeights weights = read_weights(trace, head);
    HeadWriting writing;
    writing.W_VO = multiplied(weights.W_V, weights.W_O);
    if (!weights.b_V.empty())
        writing.constant = multiplied(weights.b_V, weights.W_O);
    return writing;
}

Matrix fused_weights(const Layer& layer, ArrayId weights) {
    std::vector<Matrix> blocks;
    for (const Index head : Addresses(layer).heads(weights))
        blocks.push_back(parameter(layer, weights, head));
    return side_by_side(blocks);
}

Matrix fused_stage(const Trace& trace, ArrayId stage, Index item) {
    std::vector<Matrix> blocks;
    for (const Index head : trace.addresses().heads(stage))
        blocks.push_back(trace.matrix({stage, item, head}));
    return side_by_side(blocks);
}

OneHead one_head(const Trace& trace, Index item) {
    const Sizes& sizes = trace.sizes();
    const Index heads = trace.extent(ArrayId::scores).heads;
    std::vector<Matrix> scores;
    for (Index head = 0; head < heads; ++head)
        scores.push_back(trace.matrix({ArrayId::scores, item, head}));
    OneHead one;
    one.scores = filled(sizes.S_q, sizes.S_k, [&](Index i, Index j) {
        double sum = 0;
        for (const Matrix& head : scores)
            sum += static_cast<double>(head(i, j));
        return static_cast<float>(sum);
    });
    const Layer& layer = trace.layer();
    double factor = score_factor(layer);
    // The width that the scale stands for is that of all heads together.
    if (layer.scale.kind == Scale::Kind::inverse_sqrt_d_k)
        factor /= std::sqrt(static_cast<double>(sizes.H));
    Matrix mask;
    if (trace.has(ArrayId::mask)) {
        const Extent extent = trace.extent(ArrayId::mask);
        mask = trace.matrix({ArrayId::mask, extent.items > 1 ? item : 0, 0});
    }
    one.A = softmax(one.scores, static_cast<float>(factor), mask);
    if (!has_head_writing(trace))
        return one;
    std::vector<Matrix> values;
    for (Index head = 0; head < heads; ++head)
        values.push_back(trace.matrix({ArrayId::V, item, head}));
    const Matrix V = side_by_side(values);      // S_k x H·d_v
    const Matrix joined = multiplied(one.A, V); // S_q x H·d_v
    one.Y = filled(sizes.S_q, sizes.D, [&](Index i, Index d) {
        double sum = layer.b_O.empty() ? 0 : static_cast<double>(layer.b_O(0, d));
        for (Index c = 0; c < joined.columns(); ++c) {
            const HeadWeights& head = weights_of(trace, c / sizes.d_v);
            sum += static_cast<double>(joined(i, c)) * static_cast<double>(head.W_O(c % sizes.d_v, d));
        }
        return static_cast<float>(sum);
    });
    return one;
}

Matrix softmax_over_queries(const Trace& trace, Index item, Index head) {
    return softmax(trace.matrix({ArrayId::masked, item, head}).transposed(), 1, {}).transposed();
}

float largest_difference_of_sums(const Trace& trace, Index item) {
    const Sizes& sizes = trace.sizes();
    const Matrix concat = trace.matrix({ArrayId::concat, item, 0});
    const Matrix Y = trace.matrix({ArrayId::Y, item, 0});
    const Layer& layer = trace.layer();
    float largest = 0;
    for (Index i = 0; i < sizes.S_q; ++i)
        for (Index d = 0; d < sizes.D; ++d) {
            double sum = layer.b_O.empty() ? 0 : static_cast<double>(layer.b_O(0, d));
            for (Index c = 0; c < concat.columns(); ++c)
                sum += static_cast<double>(concat(i, c)) *
                       static_cast<double>(weights_of(trace, c / sizes.d_v).W_O(c % sizes.d_v, d));
            largest = std::max(largest, std::abs(static_cast<float>(sum) - Y(i, d)));
        }
    return largest;
}

} // namespace attn
