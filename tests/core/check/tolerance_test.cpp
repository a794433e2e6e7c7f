// Agreement at any size of numbers and in any precision: right answers agree, noise, zeros and other layers never do.

#include "core/check/check.h"
#include "core/check/report.h"
#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "core/model/rotary.h"
#include "core/tensor/compose.h"
#include "core/tensor/eigen.h"
#include "tests/random_layer.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <tuple>

namespace attn {
namespace {

using enum ArrayId;

float power_of_ten(test::Random& random, Index low, Index high) {
    return std::pow(10.0F, static_cast<float>(test::random_index(random, low, high)));
}

Matrix times(const Matrix& matrix, float factor) {
    return matrix.empty() ? matrix : matrix_of(eigen(matrix) * factor);
}

/// A layer whose heads have numbers of very different sizes.
Layer layer_of_any_size(test::Random& random, std::uint32_t sizes_seed) {
    test::Random sizes(sizes_seed);
    test::LayerKind kind;
    kind.sizes = {.B = 1, .S_q = 9, .S_k = 9, .D = 12, .D_context = 12, .H = 3, .d_k = 4, .d_v = 4};
    kind.biases = test::random_index(sizes, 0, 1) == 1;
    if (test::random_index(sizes, 0, 1) == 1)
        kind.rotary = {Rotary::Pairs::halves, 0, 100};
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = test::random_index(sizes, 0, 1) == 1;
    for (HeadWeights& head : layer.heads) {
        for (const auto& [weights, bias] :
             {std::pair(&head.W_Q, &head.b_Q), {&head.W_K, &head.b_K}, {&head.W_V, &head.b_V}}) {
            const float factor = power_of_ten(sizes, -4, 4);
            *weights = times(*weights, factor);
            *bias = times(*bias, factor);
        }
    }
    return layer;
}

/// The trace's numbers of a stage, with those of one head replaced.
NdArray with_head(const Trace& trace, ArrayId stage, Index head,
                  const std::function<float(Index i, Index j, float here)>& number) {
    const Shape shape = shape_of(trace.sizes(), stage);
    const Extent& extent = trace.extent(stage);
    std::vector<float> values;
    for (const Address slot : trace.slots(stage)) {
        const Matrix matrix = trace.matrix(slot);
        for (Index i = 0; i < shape.rows; ++i)
            for (Index j = 0; j < shape.columns; ++j)
                values.push_back(slot.head == head ? number(i, j, matrix(i, j)) : matrix(i, j));
    }
    return NdArray::of({extent.items, extent.heads, shape.rows, shape.columns}, std::move(values));
}

/// True if a person would see that the head's numbers differ.
bool is_visible(const Trace& trace, ArrayId stage, Index head, const NdArray& array) {
    const Matrix right = trace.matrix({0, stage, 0, head});
    const auto cells = static_cast<std::size_t>(right.rows() * right.columns());
    double largest = 0;
    double apart = 0;
    for (std::size_t n = 0; n < cells; ++n) {
        const float here = right(static_cast<Index>(n) / right.columns(), static_cast<Index>(n) % right.columns());
        if (!std::isfinite(here))
            continue;
        largest = std::max(largest, static_cast<double>(std::abs(here)));
        apart = std::max(
            apart, static_cast<double>(std::abs(array.values[static_cast<std::size_t>(head) * cells + n] - here)));
    }
    return apart > 0.05 * largest;
}

RC_GTEST_PROP(Tolerance, NeverCountsNoiseZerosOrAnotherLayerAsEqual, (std::uint32_t seed)) {
    test::Random random(seed);
    const Trace trace = test::computed(layer_of_any_size(random, seed));
    const Trace other = test::computed(layer_of_any_size(random, seed));
    const Index head = test::random_index(random, 0, 2);
    for (const ArrayId stage : {Q, K, V, Q_rotated, K_rotated, scores, scaled, masked, A, O}) {
        if (!trace.has(stage))
            continue;
        const auto largest = static_cast<float>(largest_entry(trace, stage));
        const auto of_noise = [&](Index, Index, float here) {
            const auto drawn = static_cast<float>(test::random_index(random, -1000, 1000)) / 1000;
            return std::isfinite(here) ? here * (1 + drawn) : here;
        };
        const Matrix another = other.matrix({0, stage, 0, head});
        for (const NdArray& wrong :
             {with_head(trace, stage, head, [](Index, Index, float) { return 0.0F; }),
              with_head(trace, stage, head, of_noise),
              with_head(trace, stage, head, [&](Index i, Index j, float) { return another(i, j); }),
              with_head(trace, stage, head, [&](Index, Index, float) { return largest; })})
            for (const DataType stored : {DataType::float32, DataType::float16, DataType::bfloat16}) {
                if (!is_visible(trace, stage, head, wrong))
                    continue;
                NdArray array = wrong;
                array.stored = stored;
                const auto answer = answer_of({{std::string(array_name(stage)), array}}, trace, "mine.npz");
                RC_ASSERT(answer);
                if (compare(trace, *answer, stage).agrees())
                    RC_FAIL(std::string(array_name(stage)) + " agrees as " + std::string(data_type_name(stored)));
            }
    }
}

TEST(Tolerance, OfAWideLayerIsNoMoreThanThatOfANarrowOne) {
    test::Random random(3);
    test::LayerKind kind;
    kind.sizes = {.B = 1, .S_q = 12, .S_k = 12, .D = 1024, .D_context = 1024, .H = 8, .d_k = 128, .d_v = 128};
    kind.given_X = true;
    const Trace trace = test::computed(test::random_layer(random, kind));
    for (const ArrayId stage : {Q, scores, A, O, concat, Y}) {
        const Shape shape = shape_of(trace.sizes(), stage);
        const Extent& extent = trace.extent(stage);
        const std::vector<float> zeros(static_cast<std::size_t>(extent.heads * shape.rows * shape.columns));
        const NdArray array =
            NdArray::of(extent.heads == 1 ? std::vector<Index>{1, shape.rows, shape.columns}
                                          : std::vector<Index>{1, extent.heads, shape.rows, shape.columns},
                        zeros);
        const Agreement found =
            compare(trace, *answer_of({{std::string(array_name(stage)), array}}, trace, "mine.npz"), stage);
        EXPECT_LE(found.tolerance, 1e-3 * std::max(1e-30, found.largest_entry)) << array_name(stage);
    }
}

/// The bits of fraction to which somebody rounds each computed number: 23 for float32, more for float64, of which an
/// answer keeps 23.
struct Precision {
    int bits = 23;
    int lowest = -126;
    DataType stored = DataType::float32;

    bool is_double() const { return bits > 23; }
    float operator()(float value) const {
        if (bits >= 23 || value == 0 || !std::isfinite(value))
            return value;
        const float unit = std::ldexp(1.0F, std::max(std::ilogb(value), lowest) - bits);
        return std::nearbyint(value / unit) * unit;
    }
};
constexpr Precision float32{};
constexpr Precision float64{52, -1022, DataType::float64};
constexpr Precision float16{10, -14, DataType::float16};
constexpr Precision bfloat16{7, -126, DataType::bfloat16};

/// Stages of a layer with rotary positions, computed step by step in one precision: products are added from the first
/// term to the last in float32 or float64, and angles are computed in float32 or exactly.
class StepByStep {
public:
    StepByStep(const Trace& trace, const Precision& rounded) : trace_(trace), rounded_(rounded) {}

    NdArrays all() {
        const Sizes& n = trace_.sizes();
        for (Index head = 0; head < n.H; ++head) {
            const HeadWeights& weights = trace_.layer().heads[static_cast<std::size_t>(head)];
            const Matrix X_rows = trace_.matrix({0, X, 0, 0});
            const Matrix queries = add("Q", product(X_rows, weights.W_Q, &weights.b_Q));
            const Matrix keys = add("K", product(X_rows, weights.W_K, &weights.b_K));
            const Matrix values = add("V", product(X_rows, weights.W_V, &weights.b_V));
            const Matrix turned_keys = add("K_rotated", rotated(keys));
            const Matrix raw = add("scores", product(add("Q_rotated", rotated(queries)), turned_keys.transposed()));
            const Matrix shares = add("A", softmax(raw));
            add("O", product(shares, values));
        }
        NdArrays arrays;
        for (auto& [name, matrices] : stages_) {
            std::vector<float> numbers;
            for (const Matrix& matrix : matrices)
                for (Index i = 0; i < matrix.rows(); ++i)
                    numbers.insert(numbers.end(), matrix.row(i).begin(), matrix.row(i).end());
            arrays[name] = NdArray::of({1, n.H, matrices.front().rows(), matrices.front().columns()}, numbers);
            arrays[name].stored = rounded_.stored;
        }
        return arrays;
    }

private:
    Matrix add(const std::string& name, Matrix matrix) {
        stages_[name].push_back(matrix);
        return matrix;
    }
    Matrix product(const Matrix& left, const Matrix& right, const Matrix* bias = nullptr) const {
        return filled(left.rows(), right.columns(), [&](Index i, Index j) {
            float sum = 0;
            double exact = 0;
            for (Index c = 0; c < left.columns(); ++c) {
                sum += left(i, c) * right(c, j);
                exact += static_cast<double>(left(i, c)) * static_cast<double>(right(c, j));
            }
            if (rounded_.is_double())
                sum = static_cast<float>(exact);
            return rounded_(bias == nullptr || bias->empty() ? sum : sum + (*bias)(0, j));
        });
    }
    Matrix rotated(const Matrix& rows) const {
        const Rotary& rotary = trace_.layer().rotary;
        return filled(rows.rows(), rows.columns(), [&](Index i, Index c) {
            const Turn turn = turn_of(rotary, rows.columns(), i, c);
            if (rounded_.is_double())
                return static_cast<float>(static_cast<double>(rows(i, c)) * turn.cosine +
                                          static_cast<double>(rows(i, turn.partner)) * turn.sine);
            const auto pair = static_cast<float>(c % (rows.columns() / 2));
            const float frequency = 1 / std::pow(rotary.base, 2 * pair / static_cast<float>(rows.columns()));
            const float angle = static_cast<float>(i) * frequency;
            const float sine = turn.partner > c ? -std::sin(angle) : std::sin(angle);
            return rounded_(rows(i, c) * std::cos(angle) + rows(i, turn.partner) * sine);
        });
    }
    /// Softmax in float32, as libraries compute it, then rounded.
    Matrix softmax(const Matrix& raw) const {
        const float root = std::sqrt(static_cast<float>(trace_.sizes().d_k));
        return filled(raw.rows(), raw.columns(), [&](Index i, Index j) {
            float sum = 0;
            for (Index k = 0; k <= i; ++k)
                sum += std::exp(raw(i, k) / root - raw(i, i) / root);
            return j > i ? 0.0F : rounded_(std::exp(raw(i, j) / root - raw(i, i) / root) / sum);
        });
    }

    const Trace& trace_;
    const Precision& rounded_;
    std::map<std::string, std::vector<Matrix>> stages_;
};

Layer long_layer(Index tokens) {
    test::Random random(static_cast<unsigned>(tokens));
    test::LayerKind kind;
    kind.sizes = {.B = 1, .S_q = tokens, .S_k = tokens, .D = 48, .D_context = 48, .H = 2, .d_k = 16, .d_v = 16};
    kind.biases = true;
    kind.rotary = {Rotary::Pairs::halves, 0, 10000};
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = true;
    for (HeadWeights& head : layer.heads) // as large as in trained models
        head.W_Q = times(head.W_Q, 0.3F);
    return layer;
}

/// The layouts in which programs store (1, H, S, d).
enum class Layout : std::uint8_t { heads_first, items_and_heads, tokens_first, side_by_side };

NdArray laid(const NdArray& array, Layout layout) {
    const auto [H, S, d] = std::tuple(array.shape[1], array.shape[2], array.shape[3]);
    const bool is_square = S == d; // scores have no other layout
    NdArray other = array;
    if (layout == Layout::items_and_heads)
        other.shape = {H, S, d};
    if (is_square || (layout != Layout::tokens_first && layout != Layout::side_by_side))
        return other;
    std::vector<float> values(array.values.size());
    for (Index h = 0; h < H; ++h)
        for (Index i = 0; i < S; ++i)
            for (Index c = 0; c < d; ++c)
                values[static_cast<std::size_t>((i * H + h) * d + c)] =
                    array.values[static_cast<std::size_t>((h * S + i) * d + c)];
    const bool is_joined = layout == Layout::side_by_side;
    other =
        NdArray::of(is_joined ? std::vector<Index>{1, S, H * d} : std::vector<Index>{1, S, H, d}, std::move(values));
    other.stored = array.stored;
    return other;
}

TEST(Tolerance, TakesForRightWhatIsComputedInAnyPrecisionAndLaidOutInAnyWay) {
    for (const Index tokens : {7, 40, 160})
        for (const Precision& precision : {float32, float64, float16, bfloat16})
            for (const Layout layout :
                 {Layout::heads_first, Layout::items_and_heads, Layout::tokens_first, Layout::side_by_side}) {
                const Trace trace = test::computed(long_layer(tokens));
                NdArrays arrays = StepByStep(trace, precision).all();
                for (auto& [name, array] : arrays)
                    array = laid(array, layout);
                const Check found = check(trace, *answer_of(arrays, trace, "mine.npz"));
                EXPECT_TRUE(found.agrees()) << tokens << " tokens, " << data_type_name(precision.stored) << "\n"
                                            << report_text(found, trace);
                const bool says_stored = std::ranges::any_of(found.notices, [&](const std::string& notice) {
                    return notice.find(fmt::format("stored as {}", data_type_name(precision.stored))) !=
                           std::string::npos;
                });
                EXPECT_EQ(says_stored, precision.bits < 23);
            }
}

TEST(Tolerance, TakesForRightWhatIsComputedInAnyPrecision) {
    for (const Index tokens : {7, 40, 160})
        for (const Precision& precision : {float32, float64, float16, bfloat16}) {
            const Trace trace = test::computed(long_layer(tokens));
            const NdArrays arrays = StepByStep(trace, precision).all();
            const Check found = check(trace, *answer_of(arrays, trace, "mine.npz"));
            EXPECT_TRUE(found.agrees()) << tokens << " tokens, " << data_type_name(precision.stored) << "\n"
                                        << report_text(found, trace);
            const bool says_angles = std::ranges::any_of(found.notices, [](const std::string& notice) {
                return notice.find("angles of rotary positions are those of float32") != std::string::npos;
            });
            EXPECT_EQ(says_angles, tokens == 160 && precision.stored == DataType::float32) << tokens;
            // Any stage alone agrees as well.
            for (const auto& [name, array] : arrays)
                EXPECT_TRUE(check(trace, *answer_of({{name, array}}, trace, "mine.npz")).agrees())
                    << name << " of " << tokens << " tokens, " << data_type_name(precision.stored);
        }
}

TEST(Tolerance, AnglesInFloat32HideNoSlip) {
    const Layer layer = long_layer(160);
    const Trace trace = test::computed(layer);
    Layer slipped = layer;
    slipped.mask.causal = false;
    const Trace wrong = test::computed(slipped);
    NdArrays arrays = StepByStep(trace, float32).all();
    arrays["A"] = with_head(wrong, A, 0, [](Index, Index, float here) { return here; });
    const Check found = check(trace, *answer_of(arrays, trace, "mine.npz"));
    ASSERT_FALSE(found.agrees());
    EXPECT_EQ(found.first_difference().stage, A);
    ASSERT_EQ(found.known_bugs.size(), 1U) << report_text(found, trace);
    EXPECT_EQ(found.known_bugs.front().known_bug->id, "causal-forgotten");
}

} // namespace
} // namespace attn
