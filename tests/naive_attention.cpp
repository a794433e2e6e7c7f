#include "tests/naive_attention.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <limits>

namespace attn::test {

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

Table product(const Table& left, const Table& right) {
    Table result(left.rows, right.columns);
    for (Index i = 0; i < left.rows; ++i)
        for (Index j = 0; j < right.columns; ++j)
            for (Index k = 0; k < left.columns; ++k)
                result(i, j) += left(i, k) * right(k, j);
    return result;
}

Table affine(const Table& left, const Matrix& weights, const Matrix& bias) {
    Table result = product(left, table_of(weights));
    for (Index i = 0; i < result.rows; ++i)
        for (Index j = 0; j < result.columns && !bias.empty(); ++j)
            result(i, j) += static_cast<double>(bias(0, j));
    return result;
}

double position(const Positions& positions, Index p, Index count, Index d, Index width) {
    switch (positions.kind) {
    case Positions::Kind::none:
        return 0;
    case Positions::Kind::one_hot:
        return p == d ? 1 : 0;
    case Positions::Kind::given:
        return p < positions.rows.rows() ? static_cast<double>(positions.rows(p, d)) : 0;
    case Positions::Kind::both_ends:
        return static_cast<double>(positions.rows(p, d)) + static_cast<double>(positions.from_end(count - 1 - p, d));
    case Positions::Kind::sinusoidal:
        break;
    }
    const Index even = d - d % 2;
    const double angle =
        static_cast<double>(p) * std::exp(-std::log(10000.0) * static_cast<double>(even) / static_cast<double>(width));
    return d % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

Table embedded(const Sequence& sequence, Index item, Index width) {
    const auto& tokens = sequence.items[static_cast<std::size_t>(item)];
    Table result(static_cast<Index>(tokens.size()), width);
    for (Index i = 0; i < result.rows; ++i)
        for (Index d = 0; d < width; ++d)
            result(i, d) =
                static_cast<double>(sequence.embeddings->find(tokens[static_cast<std::size_t>(i)])->second(0, d)) +
                position(sequence.positions, i, result.rows, d, width);
    return result;
}

Table source(const Layer& layer, ArrayId stage, const Sequence& sequence, Index item, Index width) {
    const auto given = layer.given.find({stage, item, 0});
    return given != layer.given.end() ? table_of(given->second) : embedded(sequence, item, width);
}

double mask_value(const Layer& layer, Index item, Index head, Index i, Index j) {
    const Mask& mask = layer.mask;
    double value = 0;
    if (mask.causal && i < j)
        value = hidden;
    if (mask.window > 0 && std::max(i - j, j - i) >= mask.window)
        value = hidden;
    const Sequence& keys = layer.context ? *layer.context : layer.sequence;
    if (mask.pad_tokens && keys.items[static_cast<std::size_t>(item)][static_cast<std::size_t>(j)] == "[pad]")
        value = hidden;
    if (!mask.padding.empty())
        value += static_cast<double>(mask.padding[static_cast<std::size_t>(item)](0, j));
    if (!mask.painted.empty())
        value += static_cast<double>(mask.painted(i, j));
    const auto items = layer.sequence.items.size();
    if (mask.given.size() == 1)
        value += static_cast<double>(mask.given[0](i, j));
    else if (mask.given.size() == items)
        value += static_cast<double>(mask.given[static_cast<std::size_t>(item)](i, j));
    else if (!mask.given.empty())
        value += static_cast<double>(
            mask.given[static_cast<std::size_t>(item) * layer.heads.size() + static_cast<std::size_t>(head)](i, j));
    return value;
}

double scale_of(const Layer& layer, Index d_k) {
    if (layer.scale.kind == Scale::Kind::one)
        return 1;
    return layer.scale.kind == Scale::Kind::value ? static_cast<double>(layer.scale.value)
                                                  : 1 / std::sqrt(static_cast<double>(d_k));
}

void softmax(NaiveHead& head) {
    const Table& masked = head.masked;
    head.row_max = head.row_sum = Table(masked.rows, 1);
    head.exp = head.A = Table(masked.rows, masked.columns);
    for (Index i = 0; i < masked.rows; ++i) {
        double largest = hidden;
        for (Index j = 0; j < masked.columns; ++j)
            largest = std::max(largest, masked(i, j));
        head.row_max(i, 0) = largest;
        for (Index j = 0; j < masked.columns; ++j)
            head.exp(i, j) = largest == hidden ? 0 : std::exp(masked(i, j) - largest);
        for (Index j = 0; j < masked.columns; ++j)
            head.row_sum(i, 0) += head.exp(i, j);
        for (Index j = 0; j < masked.columns; ++j)
            head.A(i, j) = largest == hidden ? 0 : head.exp(i, j) / head.row_sum(i, 0);
    }
}

/// The scale of a table's errors. At least 1, the size of the numbers that its cells are sums of: in a table of one
/// cell they may cancel.
double largest_finite(const Table& table) {
    double largest = 1;
    for (const double value : table.values)
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest;
}

double tolerance(ArrayId stage, const Table& expected) {
    switch (stage) {
    case ArrayId::A:
    case ArrayId::exp:
        return 1e-5;
    case ArrayId::row_sum:
    case ArrayId::O:
    case ArrayId::O_gated:
    case ArrayId::concat:
    case ArrayId::parts:
    case ArrayId::Y:
        return 1.5e-5 * largest_finite(expected);
    default:
        return 2e-6 * largest_finite(expected);
    }
}

/// A bound makes scores small, not their errors.
double tolerance(ArrayId stage, const NaiveHead& expected) {
    const bool bounded = stage == ArrayId::capped || stage == ArrayId::masked || stage == ArrayId::row_max;
    return std::max(tolerance(stage, expected.stage(stage)), bounded ? tolerance(ArrayId::scaled, expected.scaled) : 0);
}

void expect_near(const std::string& name, const Table& expected, const Matrix& found, double allowed) {
    ASSERT_EQ(expected.rows, found.rows()) << name;
    ASSERT_EQ(expected.columns, found.columns()) << name;
    for (Index i = 0; i < expected.rows; ++i)
        for (Index j = 0; j < expected.columns; ++j) {
            const double value = static_cast<double>(found(i, j));
            if (std::isfinite(expected(i, j)))
                ASSERT_NEAR(expected(i, j), value, allowed) << name << " [" << i + 1 << "," << j + 1 << "]";
            else
                ASSERT_EQ(expected(i, j), value) << name << " [" << i + 1 << "," << j + 1 << "]";
        }
}

/// The slopes of linear biases as the paper's own program finds them: a geometric series for a power of two, else those
/// of the power below, and then every second one of twice as many. (Press et al. 2022)
std::vector<double> slopes(std::size_t heads) {
    std::size_t power = 1;
    while (power * 2 <= heads)
        power *= 2;
    std::vector<double> all;
    const double ratio = std::pow(2.0, -8.0 / static_cast<double>(power));
    for (std::size_t h = 0; h < power; ++h)
        all.push_back(ratio * std::pow(ratio, static_cast<double>(h)));
    if (power < heads) {
        const std::vector<double> finer = slopes(2 * power);
        for (std::size_t h = 0; all.size() < heads; h += 2)
            all.push_back(finer[h]);
    }
    return all;
}

/// As a complex number a pair of columns is multiplied by e^{ipθ}.
Table rotated(const Rotary& rotary, const Table& rows) {
    Table result = rows;
    const Index turning = rotary.pairs == Rotary::Pairs::off ? 0
                          : rotary.dimensions == 0           ? rows.columns
                                                             : rotary.dimensions;
    for (Index p = 0; p < rows.rows; ++p)
        for (Index i = 0; i < turning / 2; ++i) {
            const bool halves = rotary.pairs == Rotary::Pairs::halves;
            const Index first = halves ? i : 2 * i;
            const Index second = halves ? i + turning / 2 : 2 * i + 1;
            const double theta = std::exp(-2.0 * static_cast<double>(i) / static_cast<double>(turning) *
                                          std::log(static_cast<double>(rotary.base)));
            const auto rotated =
                std::complex<double>(rows(p, first), rows(p, second)) * std::polar(1.0, static_cast<double>(p) * theta);
            result(p, first) = rotated.real();
            result(p, second) = rotated.imag();
        }
    return result;
}

Table normalised(const Norm& norm, const Table& rows) {
    Table result = rows;
    if (norm.kind == Norm::Kind::off)
        return result;
    const auto width = static_cast<double>(rows.columns);
    for (Index i = 0; i < rows.rows; ++i) {
        double sum = 0;
        double squares = 0;
        for (Index d = 0; d < rows.columns; ++d)
            sum += norm.kind == Norm::Kind::layer ? rows(i, d) : 0;
        for (Index d = 0; d < rows.columns; ++d)
            squares += (rows(i, d) - sum / width) * (rows(i, d) - sum / width);
        const double deviation = std::sqrt(squares / width + static_cast<double>(norm.epsilon));
        for (Index d = 0; d < rows.columns; ++d)
            result(i, d) = (rows(i, d) - sum / width) / deviation * static_cast<double>(norm.gain(0, d)) +
                           (norm.bias.empty() ? 0 : static_cast<double>(norm.bias(0, d)));
    }
    return result;
}

/// The rows of one head, normed by themselves or as a part of the rows of all heads side by side.
template <class OfHead>
Table head_normed(const Layer& layer, const Table& own, const Matrix& gain, const Matrix& bias, const OfHead& of_head,
                  Index step) {
    const HeadNorm& norm = layer.head_norm;
    Table result = own;
    if (norm.kind == Norm::Kind::off)
        return result;
    std::vector<Table> heads{own};
    if (norm.across_heads) {
        heads.clear();
        for (Index h = 0; h < static_cast<Index>(layer.heads.size()); h += step)
            heads.push_back(of_head(h));
    }
    for (Index i = 0; i < own.rows; ++i) {
        std::vector<double> row;
        for (const Table& head : heads)
            for (Index c = 0; c < own.columns; ++c)
                row.push_back(head(i, c));
        double mean = 0;
        double squares = 0;
        for (const double value : row)
            mean += norm.kind == Norm::Kind::layer ? value / static_cast<double>(row.size()) : 0;
        for (const double value : row)
            squares += (value - mean) * (value - mean) / static_cast<double>(row.size());
        for (Index c = 0; c < own.columns; ++c)
            result(i, c) = (own(i, c) - mean) / std::sqrt(squares + static_cast<double>(norm.epsilon)) *
                               static_cast<double>(gain(0, c)) +
                           (bias.empty() ? 0 : static_cast<double>(bias(0, c)));
    }
    return result;
}

} // namespace

Table table_of(ConstView view) {
    Table result(view.rows, view.columns);
    for (Index i = 0; i < view.rows; ++i)
        for (Index j = 0; j < view.columns; ++j)
            result(i, j) = static_cast<double>(view(i, j));
    return result;
}

const Table& NaiveHead::stage(ArrayId id) const {
    switch (id) {
    case ArrayId::X:
        return X;
    case ArrayId::context:
        return context;
    case ArrayId::Q:
        return Q;
    case ArrayId::K:
        return K;
    case ArrayId::V:
        return V;
    case ArrayId::resid_pre:
        return resid_pre;
    case ArrayId::Q_normed:
        return Q_normed;
    case ArrayId::K_normed:
        return K_normed;
    case ArrayId::capped:
        return capped;
    case ArrayId::Q_rotated:
        return Q_rotated;
    case ArrayId::K_rotated:
        return K_rotated;
    case ArrayId::scores:
        return scores;
    case ArrayId::scaled:
        return scaled;
    case ArrayId::bias:
        return bias;
    case ArrayId::mask:
        return mask;
    case ArrayId::masked:
        return masked;
    case ArrayId::row_max:
        return row_max;
    case ArrayId::exp:
        return exp;
    case ArrayId::row_sum:
        return row_sum;
    case ArrayId::A:
        return A;
    case ArrayId::O:
        return O;
    case ArrayId::gate:
        return gate;
    case ArrayId::O_gated:
        return O_gated;
    default:
        return parts;
    }
}

NaiveHead naive_head(const Layer& layer, Index item, Index head) {
    const HeadWeights& weights = layer.heads[static_cast<std::size_t>(head)];
    NaiveHead result;
    const HeadWeights& shared = layer.heads[static_cast<std::size_t>(head - head % layer.queries_per_kv)];
    result.X = source(layer, ArrayId::X, layer.sequence, item, weights.W_Q.rows());
    if (!layer.given.contains({ArrayId::X, item, 0})) {
        result.resid_pre = result.X;
        result.X = normalised(layer.norm, result.resid_pre);
    }
    result.context =
        layer.context ? source(layer, ArrayId::context, *layer.context, item, shared.W_K.rows()) : result.X;
    result.Q = affine(result.X, weights.W_Q, weights.b_Q);
    result.K = affine(result.context, shared.W_K, shared.b_K);
    result.V = affine(result.context, shared.W_V, shared.b_V);
    result.Q_normed = head_normed(
        layer, result.Q, weights.Q_norm_gain, weights.Q_norm_bias,
        [&](Index h) {
            const HeadWeights& other = layer.heads[static_cast<std::size_t>(h)];
            return affine(result.X, other.W_Q, other.b_Q);
        },
        1);
    result.K_normed = head_normed(
        layer, result.K, shared.K_norm_gain, shared.K_norm_bias,
        [&](Index h) {
            const HeadWeights& other = layer.heads[static_cast<std::size_t>(h)];
            return affine(result.context, other.W_K, other.b_K);
        },
        layer.queries_per_kv);
    result.Q_rotated = rotated(layer.rotary, result.Q_normed);
    result.K_rotated = rotated(layer.rotary, result.K_normed);
    result.scores = result.scaled = result.capped = result.bias = result.mask = result.masked =
        Table(result.Q.rows, result.K.rows);
    for (Index i = 0; i < result.scores.rows; ++i)
        for (Index j = 0; j < result.scores.columns; ++j) {
            for (Index c = 0; c < result.Q.columns; ++c)
                result.scores(i, j) += result.Q_rotated(i, c) * result.K_rotated(j, c);
            result.scaled(i, j) =
                result.scores(i, j) * scale_of(layer, result.Q.columns) / static_cast<double>(layer.temperature);
            const auto cap = static_cast<double>(layer.soft_cap);
            result.capped(i, j) = cap > 0 ? std::tanh(result.scaled(i, j) / cap) * cap : result.scaled(i, j);
            result.mask(i, j) = mask_value(layer, item, head, i, j);
            if (layer.alibi)
                result.bias(i, j) = -static_cast<double>(std::max(i - j, j - i)) *
                                    slopes(layer.heads.size()).at(static_cast<std::size_t>(head));
            result.masked(i, j) = result.capped(i, j) + result.bias(i, j) + result.mask(i, j);
        }
    softmax(result);
    result.O = weights.on ? product(result.A, result.V) : Table(result.A.rows, result.V.columns);
    result.O_gated = result.O;
    if (!weights.W_G.empty()) {
        result.gate = product(result.X, table_of(weights.W_G));
        for (std::size_t n = 0; n < result.gate.values.size(); ++n) {
            result.gate.values[n] = 1 / (1 + std::exp(-result.gate.values[n]));
            result.O_gated.values[n] *= result.gate.values[n];
        }
    }
    result.parts = product(result.O_gated, table_of(weights.W_O));
    return result;
}

Table naive_output(const Layer& layer, Index item) {
    Table result(layer.sequence.token_count(), layer.heads.front().W_O.columns());
    for (Index head = 0; head < static_cast<Index>(layer.heads.size()); ++head) {
        const Table part = naive_head(layer, item, head).parts;
        for (std::size_t n = 0; n < part.values.size(); ++n)
            result.values[n] += part.values[n];
    }
    for (Index i = 0; i < result.rows; ++i)
        for (Index j = 0; j < result.columns && !layer.b_O.empty(); ++j)
            result(i, j) += static_cast<double>(layer.b_O(0, j));
    return result;
}

void expect_matches_naive(const Layer& layer, const Trace& trace) {
    const Sizes sizes = sizes_of(layer);
    for (Index item = 0; item < sizes.B; ++item) {
        for (Index head = 0; head < sizes.H; ++head) {
            const NaiveHead expected = naive_head(layer, item, head);
            for (const Array& row : stages()) {
                if (!trace.has(row.id) || row.id == ArrayId::E || row.id == ArrayId::P || row.id == ArrayId::Y ||
                    row.id == ArrayId::concat)
                    continue;
                expect_near(fmt::format("{} of item {}, head {}", row.name, item + 1, head + 1), expected.stage(row.id),
                            trace.matrix({row.id, item, head}), tolerance(row.id, expected));
            }
            const Matrix joined = trace.matrix({ArrayId::concat, item, 0});
            expect_near(fmt::format("concat of item {}, head {}", item + 1, head + 1), expected.O_gated,
                        joined.column_block(head * sizes.d_v, sizes.d_v), tolerance(ArrayId::concat, expected.O_gated));
        }
        const Table output = naive_output(layer, item);
        expect_near(fmt::format("Y of item {}", item + 1), output, trace.matrix({ArrayId::Y, item, 0}),
                    tolerance(ArrayId::Y, output));
    }
}

} // namespace attn::test
