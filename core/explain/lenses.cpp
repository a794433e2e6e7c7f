#include "core/explain/lenses.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/tensor/compose.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attn {

namespace {

/// The weights of a head, including those that it shares with other heads.
HeadWeights read_weights(const Layer& layer, Index head) {
    HeadWeights weights = layer.heads.at(static_cast<std::size_t>(head));
    weights.W_K = parameter(layer, ArrayId::W_K, head);
    weights.W_V = parameter(layer, ArrayId::W_V, head);
    weights.b_K = parameter(layer, ArrayId::b_K, head);
    weights.b_V = parameter(layer, ArrayId::b_V, head);
    return weights;
}

/// The rows from which keys and values are computed: S_k x D_c.
Matrix read_by_keys(const Trace& trace, Index item) {
    return trace.array(trace.has(ArrayId::context) ? ArrayId::context : ArrayId::X, item, 0);
}

/// The output weights of all heads, one below the other; they must exist.
Matrix output_weights(const Layer& layer) { // H·d_v x D
    std::vector<Matrix> blocks;
    for (const HeadWeights& head : layer.heads)
        blocks.push_back(head.W_O);
    return stacked(blocks);
}

/// joined · W_O + b_O.
Eigen::MatrixXd output_of(const Layer& layer, const Eigen::MatrixXd& joined) { // S_q x H·d_v -> S_q x D
    Eigen::MatrixXd Y = joined * doubles(output_weights(layer));
    if (!layer.b_O.empty())
        Y.rowwise() += eigen(layer.b_O).row(0).cast<double>();
    return Y;
}

/// Softmax of each row of factor · scores + mask, with a soft cap if `cap` is not 0. Rows with all keys masked become
/// zeros.
Matrix softmax(ConstView scores, double factor, double cap, ConstView mask) {
    Eigen::ArrayXXd shares = doubles(scores).array() * factor;
    if (cap != 0)
        shares = cap * (shares / cap).tanh();
    if (mask.data != nullptr)
        shares += doubles(mask).array();
    for (auto row : shares.rowwise()) {
        const double largest = row.maxCoeff<Eigen::PropagateNumbers>();
        row = (row - largest).exp().eval();
        const double sum = row.sum();
        if (std::isinf(largest) || !(sum > 0))
            row.setZero();
        else
            row /= sum;
    }
    return matrix_of(shares.matrix());
}

/// True if the stage is nothing but a product with weights.
bool is_made_by_weights(const Trace& trace, ArrayId stage) {
    return trace.recipe(stage).operation == OperationId::affine;
}

bool has_weights_of_values(const Layer& layer) {
    return !layer.heads.empty() && !layer.heads.front().W_V.empty() && !layer.heads.front().W_O.empty();
}

/// The largest difference between the cells of two matrices of equal shape.
float largest_gap(const Matrix& left, const Matrix& right) {
    return (eigen(left) - eigen(right)).cwiseAbs().maxCoeff<Eigen::PropagateNumbers>();
}

} // namespace

Result<void> has_bilinear_form(const Trace& trace, Index item, Index head) {
    const Layer& layer = trace.layer();
    if (!trace.has(ArrayId::X) || layer.heads.empty() || parameter(layer, ArrayId::W_Q, head).empty() ||
        parameter(layer, ArrayId::W_K, head).empty())
        return error("this layer has no weights that make its queries and keys of an input");
    const auto operands = product_operands(trace.structure(), ArrayId::scores);
    if (!operands)
        return error("the scores of this layer are no product of queries and keys");
    // With rotated queries and keys, the form depends on their distance.
    if (operands->left == ArrayId::Q_rotated || operands->right == ArrayId::K_rotated)
        return error("queries and keys are rotated by their places, and have another form for every distance");
    if (operands->left != ArrayId::Q || operands->right != ArrayId::K)
        return error("queries and keys are normed, and scores are no form of the input any more");
    constexpr std::array on_the_way{ArrayId::Q, ArrayId::K, ArrayId::scores};
    for (const ArrayId stage : on_the_way) {
        const Address slot = trace.canonical(Address{trace.layer().number, stage, item, head});
        if (layer.given.contains(slot))
            return error("{} of this head is given, and not what its weights make", named(stage));
        const auto is_of_slot = [&](const auto& pin) {
            const CellId& cell = pin.first;
            return Address{cell.layer, cell.array, cell.item, cell.head} == slot;
        };
        if (std::ranges::any_of(layer.pins, is_of_slot))
            return error("a number of {} of this head is pinned", named(stage));
    }
    return {};
}

HeadAsking head_asking(const Layer& layer, Index head) {
    const HeadWeights weights = read_weights(layer, head);
    HeadAsking asking{matrix_of(doubles(weights.W_Q) * doubles(weights.W_K).transpose())};
    const EigenConstView M = eigen(asking.M);
    if (M.rows() == M.cols())
        asking.largest_asymmetry = (M - M.transpose()).cwiseAbs().maxCoeff<Eigen::PropagateNumbers>();
    return asking;
}

Bilinear bilinear_form(const Trace& trace, const HeadAsking& asking, Index item, Index head, Index i, Index j) {
    const HeadWeights weights = read_weights(trace.layer(), head);
    const Matrix X = trace.array(ArrayId::X, item, 0);
    const Matrix read = read_by_keys(trace, item);
    const Eigen::VectorXd x_i = eigen(X).row(i).cast<double>();    // D
    const Eigen::VectorXd x_j = eigen(read).row(j).cast<double>(); // D_c
    // evaluated row by row, without a copy of M in double precision
    const Eigen::VectorXd M_x_j = eigen(asking.M).cast<double>().lazyProduct(x_j); // D
    Bilinear form;
    form.product = static_cast<float>(x_i.dot(M_x_j));
    form.has_biases = !weights.b_Q.empty() || !weights.b_K.empty();
    if (!form.has_biases)
        return form;
    const auto bias = [](const Matrix& row, Index width) -> Eigen::VectorXd {
        return row.empty() ? Eigen::VectorXd(Eigen::VectorXd::Zero(width)) : doubles(row).row(0).transpose();
    };
    const Index width = weights.W_Q.columns();
    const Eigen::VectorXd q = doubles(weights.W_Q).transpose() * x_i; // d_k, without bias
    const Eigen::VectorXd k = doubles(weights.W_K).transpose() * x_j; // d_k
    const Eigen::VectorXd b_Q = bias(weights.b_Q, width);
    const Eigen::VectorXd b_K = bias(weights.b_K, width);
    form.query_bias = static_cast<float>(b_Q.dot(k));
    form.key_bias = static_cast<float>(q.dot(b_K));
    form.both_biases = static_cast<float>(b_Q.dot(b_K));
    return form;
}

ArrayId values_mixed(const Trace& trace) {
    return trace.recipe(ArrayId::O).operands[1].array;
}

bool has_head_writing(const Trace& trace) {
    return has_weights_of_values(trace.layer()) && is_made_by_weights(trace, values_mixed(trace));
}

HeadWriting head_writing(const Layer& layer, Index head) {
    const HeadWeights weights = read_weights(layer, head);
    HeadWriting writing;
    writing.W_VO = matrix_of(doubles(weights.W_V) * doubles(weights.W_O));
    if (!weights.b_V.empty())
        writing.constant = matrix_of(doubles(weights.b_V) * doubles(weights.W_O));
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
        blocks.push_back(trace.array(stage, item, head));
    return side_by_side(blocks);
}

OneHead one_head(const Trace& trace, Index item) {
    const Sizes& sizes = trace.sizes();
    const Index heads = trace.extent(ArrayId::scores).heads;
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(sizes.S_q, sizes.S_k);
    for (Index head = 0; head < heads; ++head)
        sum += doubles(trace.array(ArrayId::scores, item, head));
    OneHead one;
    one.scores = matrix_of(sum);
    const Layer& layer = trace.layer();
    double factor = score_factor(layer);
    // With a single head, d_k is the width of all heads together.
    if (layer.scale.kind == Scale::Kind::inverse_sqrt_d_k)
        factor /= std::sqrt(static_cast<double>(sizes.H));
    Matrix mask;
    for (const ArrayId added : {ArrayId::bias, ArrayId::mask})
        if (trace.has(added) && trace.extent(added).heads > 1)
            one.left_out.push_back(added);
        else if (trace.has(added))
            mask = trace.matrix(trace.canonical(Address{trace.layer().number, added, item, 0}));
    one.A = softmax(one.scores, factor, static_cast<double>(layer.soft_cap), mask);
    for (Index head = 0; head < heads && trace.has(ArrayId::A); ++head)
        one.largest_gap_of_shares =
            std::max(one.largest_gap_of_shares, largest_gap(one.A, trace.array(ArrayId::A, item, head)));
    if (!has_weights_of_values(layer))
        return one;
    std::vector<Matrix> values;
    for (Index head = 0; head < heads; ++head)
        values.push_back(trace.array(values_mixed(trace), item, head));
    const Matrix V = side_by_side(values);           // S_k x H·d_v
    Eigen::MatrixXd O = doubles(one.A) * doubles(V); // S_q x H·d_v
    if (trace.has(ArrayId::gate))
        O = O.cwiseProduct(doubles(fused_stage(trace, ArrayId::gate, item)));
    one.Y = matrix_of(output_of(layer, O));
    if (trace.has(ArrayId::Y)) {
        const Matrix Y = trace.array(ArrayId::Y, item, 0);
        one.largest_gap_of_outputs = largest_gap(one.Y, Y);
        one.largest_output = eigen(Y).cwiseAbs().maxCoeff<Eigen::PropagateNumbers>();
    }
    return one;
}

Matrix softmax_over_queries(const Trace& trace, Index item, Index head) {
    return softmax(trace.array(ArrayId::masked, item, head).transposed(), 1, 0, {}).transposed();
}

float largest_difference_of_sums(const Trace& trace, Index item) {
    const Matrix concat = trace.array(ArrayId::concat, item, 0);
    const Matrix Y = trace.array(ArrayId::Y, item, 0);
    const Matrix as_one = matrix_of(output_of(trace.layer(), doubles(concat))); // rounded to float32 like Y
    return largest_gap(as_one, Y);
}

} // namespace attn
