#include "tests/reference/formulas.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace attn::test::formulas {

namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::VectorXd;

constexpr double hidden = -std::numeric_limits<double>::infinity();

/// The numbers 0, 1, 2 …
ArrayXd counted(Index count) {
    return ArrayXd::LinSpaced(count, 0, static_cast<double>(count - 1));
}

Eigen::RowVectorXd row(const Matrix& matrix) {
    return doubles(matrix).row(0);
}

/// The sinusoidal positions, S x D: sin(p · 10000^{−d/D}) in even columns d, the cosine of the same angle in the next
/// column.
MatrixXd sinusoidal(Index S, Index D) {
    const ArrayXd even = 2 * (counted(D) / 2).floor();
    const ArrayXd frequency = (-std::log(10000.0) * even / static_cast<double>(D)).exp();
    const ArrayXXd angle = counted(S).matrix() * frequency.matrix().transpose();
    const ArrayXXd is_odd = (counted(D) - even).transpose().replicate(S, 1);
    return (is_odd > 0).select(angle.cos(), angle.sin());
}

/// The angles θ_i = base^{−2i/n} of the n/2 pairs, divided by the scaling's factor as a whole, not at all, or in part.
ArrayXd angles_a_place(const Rotary& rotary, Index n) {
    const double base = std::log(static_cast<double>(rotary.base));
    const ArrayXd i = counted(n / 2);
    const ArrayXd theta = (-2 * base * i / static_cast<double>(n)).exp();
    const auto length = static_cast<double>(rotary.length);
    const auto slow = static_cast<double>(rotary.slow);
    const auto fast = static_cast<double>(rotary.fast);
    ArrayXd kept = ArrayXd::Ones(n / 2);
    switch (rotary.scaling) {
    case Rotary::Scaling::none:
        break;
    case Rotary::Scaling::linear: // Chen et al. 2023, equation 4
        kept.setZero();
        break;
    case Rotary::Scaling::llama3: // by how often a pair turns within the length
        kept = (length * theta / (2 * std::numbers::pi) - slow) / (fast - slow);
        break;
    case Rotary::Scaling::yarn: { // Peng et al. 2023, equations 17 and 18, and between them by the number of the pair
        const auto pair_that_turns = [&](double turns) {
            return static_cast<double>(n) * std::log(length / (2 * std::numbers::pi * turns)) / (2 * base);
        };
        const double first = std::max(std::floor(pair_that_turns(fast)), 0.0);
        const double last = std::min(std::ceil(pair_that_turns(slow)), static_cast<double>(n - 1));
        kept = 1 - (i - first) / (first == last ? 0.001 : last - first);
        break;
    }
    }
    kept = kept.max(0).min(1);
    return kept * theta + (1 - kept) * theta / static_cast<double>(rotary.factor);
}

/// ALiBi's slopes 2^{−8h/H} for h from 1 if H is a power of two; otherwise those of the next lower power, and then
/// every other one of twice that power.
std::vector<double> slopes(Index H) {
    Index power = 1;
    while (power * 2 <= H)
        power *= 2;
    std::vector<double> all;
    for (Index h = 1; h <= power; ++h)
        all.push_back(std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(power)));
    for (Index h = 1; power + (h - 1) / 2 < H; h += 2)
        all.push_back(std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(2 * power)));
    return all;
}

/// The matrix j − i, S_q x S_k.
ArrayXXd keys_ahead(Index S_q, Index S_k) {
    return counted(S_k).transpose().replicate(S_q, 1) - counted(S_q).replicate(1, S_k);
}

/// The given mask of an item and head; the layer has one for all, one for each item, or one for each item and head.
const Matrix& given_mask(const Layer& layer, Index item, Index head) {
    const std::vector<Matrix>& given = layer.mask.given;
    const std::size_t for_all = 0;
    const auto of_item = static_cast<std::size_t>(item);
    const std::size_t of_head = of_item * layer.heads.size() + static_cast<std::size_t>(head);
    return given[given.size() == 1 ? for_all : given.size() == layer.sequence.items.size() ? of_item : of_head];
}

} // namespace

MatrixXd embeddings(const Sequence& sequence, Index item) {
    const std::vector<std::string>& tokens = sequence.items[static_cast<std::size_t>(item)];
    MatrixXd E(std::ssize(tokens), sequence.embeddings->begin()->second.columns());
    for (Index i = 0; i < E.rows(); ++i)
        E.row(i) = row(sequence.embeddings->at(tokens[static_cast<std::size_t>(i)]));
    return E;
}

MatrixXd positions(const Positions& positions, Index S, Index D) {
    MatrixXd P = MatrixXd::Zero(S, D);
    switch (positions.kind) {
    case Positions::Kind::none:
        break;
    case Positions::Kind::sinusoidal:
        P = sinusoidal(S, D);
        break;
    case Positions::Kind::one_hot:
        P = MatrixXd::Identity(S, D);
        break;
    case Positions::Kind::given: {
        const Index known = std::min(S, positions.rows.rows());
        P.topRows(known) = doubles(positions.rows).topRows(known);
        break;
    }
    case Positions::Kind::both_ends:
        P = doubles(positions.rows).topRows(S) + doubles(positions.from_end).topRows(S).colwise().reverse();
        break;
    }
    return P;
}

MatrixXd standardised(Norm::Kind kind, double epsilon, const MatrixXd& rows) {
    if (kind == Norm::Kind::off)
        return rows;
    VectorXd mean = VectorXd::Zero(rows.rows());
    if (kind == Norm::Kind::layer)
        mean = rows.rowwise().mean();
    const MatrixXd centred = rows.colwise() - mean;
    const ArrayXd variance = centred.array().square().rowwise().mean();
    return centred.array().colwise() / (variance + epsilon).sqrt();
}

MatrixXd normed(const Norm& norm, const MatrixXd& rows) {
    if (norm.kind == Norm::Kind::off)
        return rows;
    return with_bias(with_gain(standardised(norm.kind, static_cast<double>(norm.epsilon), rows), norm.gain), norm.bias);
}

MatrixXd with_bias(const MatrixXd& rows, const Matrix& bias) {
    return bias.empty() ? rows : rows.rowwise() + row(bias);
}

MatrixXd with_gain(const MatrixXd& rows, const Matrix& gain) {
    return rows * row(gain).asDiagonal();
}

MatrixXd rotated(const Rotary& rotary, const MatrixXd& rows) {
    if (rotary.pairs == Rotary::Pairs::off)
        return rows;
    const bool halves = rotary.pairs == Rotary::Pairs::halves;
    const Index n = rotary.dimensions == 0 ? rows.cols() : rotary.dimensions;
    const ArrayXXd angle = counted(rows.rows()).matrix() * angles_a_place(rotary, n).matrix().transpose(); // S x n/2
    const ArrayXXd cosine = static_cast<double>(rotary.magnitude) * angle.cos();
    const ArrayXXd sine = static_cast<double>(rotary.magnitude) * angle.sin();
    MatrixXd result = rows;
    for (Index i = 0; i < n / 2; ++i) {
        const Index first = halves ? i : 2 * i;
        const Index second = halves ? i + n / 2 : 2 * i + 1;
        const ArrayXd re = rows.col(first);
        const ArrayXd im = rows.col(second);
        result.col(first) = re * cosine.col(i) - im * sine.col(i);
        result.col(second) = re * sine.col(i) + im * cosine.col(i);
    }
    return result;
}

MatrixXd linear_bias(Index head, Index H, Index S_q, Index S_k) {
    return -slopes(H)[static_cast<std::size_t>(head)] * keys_ahead(S_q, S_k).abs();
}

MatrixXd mask(const Layer& layer, Index item, Index head) {
    const Mask& mask = layer.mask;
    const Sequence& keys = layer.context ? *layer.context : layer.sequence;
    const std::vector<std::string>& words = keys.items[static_cast<std::size_t>(item)];
    const Index S_q = layer.sequence.token_count();
    const Index S_k = keys.token_count();
    const ArrayXXd ahead = keys_ahead(S_q, S_k);
    ArrayXXd M = ArrayXXd::Zero(S_q, S_k);
    if (mask.causal)
        M = (ahead > 0).select(hidden, M);
    if (mask.window > 0)
        M = (ahead.abs() >= static_cast<double>(mask.window)).select(hidden, M);
    for (Index j = 0; mask.pad_tokens && j < S_k; ++j)
        if (words[static_cast<std::size_t>(j)] == "[pad]")
            M.col(j) = hidden;
    if (!mask.padding.empty())
        M.rowwise() += row(mask.padding[static_cast<std::size_t>(item)]).array();
    if (!mask.painted.empty())
        M += doubles(mask.painted).array();
    if (!mask.given.empty())
        M += doubles(given_mask(layer, item, head)).array();
    return M;
}

MatrixXd row_maxima(const MatrixXd& scores) {
    VectorXd maxima(scores.rows());
    for (Index i = 0; i < scores.rows(); ++i)
        maxima(i) = scores.row(i).maxCoeff<Eigen::PropagateNaN>();
    return maxima;
}

MatrixXd exponentials(const MatrixXd& scores, const MatrixXd& maxima) {
    const ArrayXXd largest = maxima.replicate(1, scores.cols());
    return (largest == hidden).select(0, (scores.array() - largest).exp());
}

MatrixXd shares(const MatrixXd& exponentials, const MatrixXd& sums, const MatrixXd& scores) {
    const ArrayXXd sum = sums.replicate(1, exponentials.cols());
    const ArrayXXd largest = row_maxima(scores).replicate(1, exponentials.cols());
    return (largest == hidden && sum == 0).select(0, exponentials.array() / sum);
}

MatrixXd side_by_side(const std::vector<MatrixXd>& heads) {
    MatrixXd joined(heads.front().rows(), 0);
    for (const MatrixXd& head : heads) {
        joined.conservativeResize(Eigen::NoChange, joined.cols() + head.cols());
        joined.rightCols(head.cols()) = head;
    }
    return joined;
}

} // namespace attn::test::formulas
