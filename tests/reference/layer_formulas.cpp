#include "tests/reference/layer_formulas.h"

#include "tests/reference/formulas.h"

#include <cmath>
#include <limits>

namespace attn::test {

using Eigen::MatrixXd;

namespace {

/// The numbers in the range of single precision: larger ones become infinite, smaller ones 0.
MatrixXd within_range(const MatrixXd& numbers) {
    constexpr double largest = std::numeric_limits<float>::max();
    constexpr double smallest = std::numeric_limits<float>::denorm_min() / 2.0;
    return numbers.unaryExpr([](double number) {
        if (std::abs(number) > largest)
            return std::copysign(std::numeric_limits<double>::infinity(), number);
        return std::abs(number) < smallest ? 0 : number;
    });
}

double scale(const Layer& layer, Index d_k) {
    switch (layer.scale.kind) {
    case Scale::Kind::one:
        return 1;
    case Scale::Kind::value:
        return static_cast<double>(layer.scale.value);
    case Scale::Kind::inverse_sqrt_d_k:
        break;
    }
    return 1 / std::sqrt(static_cast<double>(d_k));
}

} // namespace

bool LayerFormulas::exists(ArrayId stage) const {
    switch (stage) {
    case ArrayId::resid_pre:
        if (layer_.norm.kind != Norm::Kind::off && layer_.sequence.embeddings)
            return true;
        break;
    case ArrayId::context:
        return layer_.context != nullptr;
    case ArrayId::Q_normed:
    case ArrayId::K_normed:
        if (layer_.head_norm.kind != Norm::Kind::off)
            return true;
        break;
    case ArrayId::V_normed:
        if (layer_.V_norm.kind != Norm::Kind::off)
            return true;
        break;
    case ArrayId::Q_rotated:
    case ArrayId::K_rotated:
        if (layer_.rotary.pairs != Rotary::Pairs::off)
            return true;
        break;
    case ArrayId::capped:
        if (layer_.soft_cap > 0)
            return true;
        break;
    case ArrayId::bias:
        if (layer_.alibi)
            return true;
        break;
    case ArrayId::gate:
    case ArrayId::O_gated:
        if (!layer_.heads.front().W_G.empty())
            return true;
        break;
    default:
        return true;
    }
    for (Index item = 0; item < layer_.sequence.item_count(); ++item)
        for (Index head = 0; head < head_count(); ++head)
            if (!layer_.given.contains(slot(stage, item, head)))
                return false;
    return true;
}

ArrayId LayerFormulas::queries_read() const {
    return exists(ArrayId::Q_rotated) ? ArrayId::Q_rotated : exists(ArrayId::Q_normed) ? ArrayId::Q_normed : ArrayId::Q;
}

ArrayId LayerFormulas::keys_read() const {
    return exists(ArrayId::K_rotated) ? ArrayId::K_rotated : exists(ArrayId::K_normed) ? ArrayId::K_normed : ArrayId::K;
}

ArrayId LayerFormulas::values_read() const {
    return exists(ArrayId::V_normed) ? ArrayId::V_normed : ArrayId::V;
}

Address LayerFormulas::slot(ArrayId id, Index item, Index head) const {
    using enum ArrayId;
    const std::size_t masks = layer_.mask.given.size();
    const bool mask_has_heads = masks > 1 && masks != layer_.sequence.items.size();
    const bool mask_has_items = masks > 1 || !layer_.mask.padding.empty() || layer_.mask.pad_tokens;
    switch (id) {
    case E:
    case resid_pre:
    case X:
    case context:
    case concat:
    case Y:
        return {0, id, item, 0};
    case P:
    case b_O:
    case norm_gain:
    case norm_bias:
        return {0, id, 0, 0};
    case mask:
        return {0, id, mask_has_items ? item : 0, mask_has_heads ? head : 0};
    case bias:
    case W_Q:
    case b_Q:
    case W_O:
    case W_G:
    case Q_norm_gain:
    case Q_norm_bias:
        return {0, id, 0, head};
    case W_K:
    case W_V:
    case b_K:
    case b_V:
    case K_norm_gain:
    case K_norm_bias:
    case V_norm_gain:
        return {0, id, 0, holder(head)};
    case K:
    case V:
    case K_normed:
    case V_normed:
    case K_rotated:
        return {0, id, item, holder(head)};
    default:
        return {0, id, item, head};
    }
}

const MatrixXd& LayerFormulas::array(ArrayId id, Index item, Index head) {
    const Address at = slot(id, item, head);
    if (const auto known = arrays_.find(at); known != arrays_.end())
        return known->second;
    const auto given = layer_.given.find(at);
    MatrixXd numbers = is_parameter(id)              ? learnt(id, at.head)
                       : given != layer_.given.end() ? doubles(given->second)
                                                     : within_range(computed(id, at.item, at.head));
    for (const auto& [cell, value] : layer_.pins)
        if (Address{0, cell.array, cell.item, cell.head} == at)
            numbers(cell.row, cell.column) = static_cast<double>(value);
    return arrays_.emplace(at, std::move(numbers)).first->second;
}

MatrixXd LayerFormulas::computed(ArrayId stage, Index item, Index head) {
    using enum ArrayId;
    namespace f = formulas;
    const auto of = [&](ArrayId id) -> const MatrixXd& { return array(id, item, head); };
    const HeadWeights& own = weights(head);
    const HeadWeights& shared = weights(holder(head));
    switch (stage) {
    case E:
        return f::embeddings(layer_.sequence, item);
    case P:
        return f::positions(layer_.sequence.positions, layer_.sequence.token_count(), of(E).cols());
    case resid_pre:
        return of(E) + of(P);
    case X:
        return exists(resid_pre) ? f::normed(layer_.norm, of(resid_pre)) : MatrixXd(of(E) + of(P));
    case context: {
        const MatrixXd words = f::embeddings(*layer_.context, item);
        return words + f::positions(layer_.context->positions, words.rows(), words.cols());
    }
    case Q:
        return f::with_bias(of(X) * of(W_Q), own.b_Q);
    case K:
        return f::with_bias(of(source()) * of(W_K), shared.b_K);
    case V:
        return f::with_bias(of(source()) * of(W_V), shared.b_V);
    case Q_normed:
        return f::with_bias(f::with_gain(standardised_head(layer_.head_norm, Q, item, head, 1), own.Q_norm_gain),
                            own.Q_norm_bias);
    case K_normed:
        return f::with_bias(
            f::with_gain(standardised_head(layer_.head_norm, K, item, head, layer_.queries_per_kv), shared.K_norm_gain),
            shared.K_norm_bias);
    case V_normed: {
        const MatrixXd rows = standardised_head(layer_.V_norm, V, item, head, layer_.queries_per_kv);
        return shared.V_norm_gain.empty() ? rows : f::with_gain(rows, shared.V_norm_gain);
    }
    case Q_rotated:
        return f::rotated(layer_.rotary, of(exists(Q_normed) ? Q_normed : Q));
    case K_rotated:
        return f::rotated(layer_.rotary, of(exists(K_normed) ? K_normed : K));
    case scores:
        return of(queries_read()) * of(keys_read()).transpose();
    case scaled:
        return of(scores) * scale(layer_, of(Q).cols()) / static_cast<double>(layer_.temperature);
    case capped: {
        const auto cap = static_cast<double>(layer_.soft_cap);
        return cap * (of(scaled).array() / cap).tanh();
    }
    case bias:
        return f::linear_bias(head, head_count(), of(scores).rows(), of(scores).cols());
    case mask:
        return f::mask(layer_, item, head);
    case masked: {
        const MatrixXd sum = of(exists(capped) ? capped : scaled) + of(mask);
        return exists(bias) ? sum + of(bias) : sum;
    }
    case row_max:
        return f::row_maxima(of(masked));
    case exp:
        return f::exponentials(of(masked), of(row_max));
    case row_sum:
        return of(exp).rowwise().sum();
    case A:
        return f::shares(of(exp), of(row_sum), of(masked));
    case O:
        return own.on ? MatrixXd(of(A) * of(values_read())) : MatrixXd::Zero(of(A).rows(), of(V).cols());
    case gate:
        return (1 + (-(of(X) * of(W_G))).array().exp()).inverse();
    case O_gated:
        return of(gate).cwiseProduct(of(O));
    case concat: {
        std::vector<MatrixXd> outputs;
        for (Index h = 0; h < head_count(); ++h)
            outputs.push_back(array(outputs_read(), item, h));
        return f::side_by_side(outputs);
    }
    case parts: {
        const Index d_v = of(W_O).rows();
        return of(concat).middleCols(head * d_v, d_v) * of(W_O);
    }
    case Y: {
        MatrixXd sum = array(parts, item, 0);
        for (Index h = 1; h < head_count(); ++h)
            sum += array(parts, item, h);
        return f::with_bias(sum, layer_.b_O);
    }
    default:
        return {};
    }
}

MatrixXd LayerFormulas::standardised_head(const HeadNorm& norm, ArrayId stage, Index item, Index head,
                                          Index heads_that_share) {
    if (!norm.across_heads)
        return formulas::standardised(norm.kind, static_cast<double>(norm.epsilon), array(stage, item, head));
    std::vector<MatrixXd> heads;
    for (Index h = 0; h < head_count(); h += heads_that_share)
        heads.push_back(array(stage, item, h));
    const Index d_k = heads.front().cols();
    return formulas::standardised(norm.kind, static_cast<double>(norm.epsilon), formulas::side_by_side(heads))
        .middleCols(head / heads_that_share * d_k, d_k);
}

MatrixXd LayerFormulas::learnt(ArrayId id, Index head) const {
    using enum ArrayId;
    const HeadWeights& of_head = weights(head);
    switch (id) {
    case W_Q:
        return doubles(of_head.W_Q);
    case W_K:
        return doubles(of_head.W_K);
    case W_V:
        return doubles(of_head.W_V);
    case W_O:
        return doubles(of_head.W_O);
    case b_Q:
        return doubles(of_head.b_Q);
    case b_K:
        return doubles(of_head.b_K);
    case b_V:
        return doubles(of_head.b_V);
    case b_O:
        return doubles(layer_.b_O);
    case W_G:
        return doubles(of_head.W_G);
    case Q_norm_gain:
        return doubles(of_head.Q_norm_gain);
    case Q_norm_bias:
        return doubles(of_head.Q_norm_bias);
    case K_norm_gain:
        return doubles(of_head.K_norm_gain);
    case K_norm_bias:
        return doubles(of_head.K_norm_bias);
    case V_norm_gain:
        return doubles(of_head.V_norm_gain);
    case norm_gain:
        return doubles(layer_.norm.gain);
    case norm_bias:
        return doubles(layer_.norm.bias);
    default:
        return {};
    }
}

} // namespace attn::test
