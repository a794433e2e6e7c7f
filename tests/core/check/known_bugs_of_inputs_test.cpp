// Bugs in the norm before a layer, in a packed tensor and in windows, made by loops in double precision.

#include "core/check/check.h"
#include "core/check/report.h"
#include "core/files/npz.h"
#include "core/model/arrays.h"
#include "tests/array_files.h"
#include "tests/random_layer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

using testing::HasSubstr;

constexpr Index tokens_of_input = 6;
constexpr Index width_of_input = 8;

Layer normed_layer() {
    test::Random random(11);
    test::LayerKind kind;
    kind.sizes = {1, tokens_of_input, tokens_of_input, width_of_input, width_of_input, 2, 4, 4};
    kind.biases = true;
    kind.norm = true;
    return test::random_layer(random, kind);
}

Trace trace_of(const Layer& layer) {
    return Engine(1).compute(layer);
}

std::vector<std::string> bugs_named(const Layer& layer, const NdArrays& arrays) {
    const Trace trace = trace_of(layer);
    const auto answer = answer_of(arrays, trace, "mine.npz");
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
    std::vector<std::string> ids;
    for (const FoundSlip& found : check(trace, *answer).known_bugs)
        ids.emplace_back(found.known_bug->id);
    return ids;
}

/// The student's norm of a row.
struct OtherNorm {
    bool takes_mean = true;
    double epsilon = 0.25;
    double more_gain = 0;
    bool norms = true;
};

NdArrays normed_otherwise(const Layer& layer, const OtherNorm& way) {
    const Trace trace = trace_of(layer);
    const Matrix resid = trace.matrix({0, ArrayId::resid_pre, 0, 0});
    std::vector<float> values;
    for (Index i = 0; i < resid.rows(); ++i) {
        double mean = 0;
        double squares = 0;
        for (const float value : resid.row(i))
            mean += way.takes_mean ? static_cast<double>(value) / width_of_input : 0;
        for (const float value : resid.row(i))
            squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean) / width_of_input;
        for (Index d = 0; d < width_of_input; ++d) {
            const double centred = (static_cast<double>(resid(i, d)) - mean) / std::sqrt(squares + way.epsilon);
            const double gain = static_cast<double>(layer.norm.gain(0, d)) + way.more_gain;
            values.push_back(way.norms ? static_cast<float>(centred * gain + static_cast<double>(layer.norm.bias(0, d)))
                                       : resid(i, d));
        }
    }
    return {{"X", NdArray::of({1, tokens_of_input, width_of_input}, std::move(values))}};
}

TEST(SlipsOfInputs, InTheNormAreNamed) {
    const Layer layer = normed_layer();
    EXPECT_THAT(bugs_named(layer, normed_otherwise(layer, {.norms = false})), testing::ElementsAre("no-norm"));
    EXPECT_THAT(bugs_named(layer, normed_otherwise(layer, {.takes_mean = false})), testing::ElementsAre("other-norm"));
    EXPECT_THAT(bugs_named(layer, normed_otherwise(layer, {.epsilon = 1e-5})), testing::ElementsAre("epsilon"));
    EXPECT_THAT(bugs_named(layer, normed_otherwise(layer, {.more_gain = 1})), testing::ElementsAre("gain-from-one"));
    EXPECT_THAT(bugs_named(layer, normed_otherwise(layer, {})), testing::IsEmpty());
}

/// An epsilon of 1e-6 instead of 1e-5, which rounding to float16 would hide.
TEST(SlipsOfInputs, AnEpsilonOfAnotherModelIsNoRounding) {
    Layer layer = normed_layer();
    layer.norm.epsilon = 1e-5F;
    EXPECT_THAT(bugs_named(layer, normed_otherwise(layer, {.epsilon = 1e-12})), testing::ElementsAre("epsilon"));
}

/// The student cuts the outputs of one tensor head by head, although all queries come first.
TEST(SlipsOfInputs, APackedTensorThatIsCutHeadByHeadIsNamed) {
    const Layer layer = normed_layer();
    const Trace trace = trace_of(layer);
    constexpr Index heads = 2;
    constexpr Index width = 4;
    NdArrays arrays;
    const std::array parts{ArrayId::Q, ArrayId::K, ArrayId::V};
    // The outputs of X W + b are packed like the weights.
    const auto output = [&](Index i, Index at) {
        const ArrayId part = parts.at(static_cast<std::size_t>(at / (heads * width)));
        return trace.value({0, part, 0, at / width % heads, i, at % width});
    };
    for (std::size_t part = 0; part < parts.size(); ++part) {
        std::vector<float> values;
        for (Index head = 0; head < heads; ++head)
            for (Index i = 0; i < tokens_of_input; ++i)
                for (Index c = 0; c < width; ++c)
                    values.push_back(output(i, head * 3 * width + static_cast<Index>(part) * width + c));
        arrays[std::string(array_name(parts.at(part)))] = NdArray::of({1, heads, tokens_of_input, width}, values);
    }
    EXPECT_THAT(bugs_named(layer, arrays), testing::Contains("packed-by-head"));
}

NdArrays with_mask(const Layer& layer, const std::function<bool(Index i, Index j)>& hides) {
    const Trace trace = trace_of(layer);
    const Sizes& sizes = trace.sizes();
    std::vector<float> values;
    for (Index head = 0; head < sizes.H; ++head)
        for (Index i = 0; i < sizes.S_q; ++i)
            for (Index j = 0; j < sizes.S_k; ++j)
                values.push_back(hides(i, j) ? minus_infinity : trace.value({0, ArrayId::scaled, 0, head, i, j}));
    return {{"masked", NdArray::of({1, sizes.H, sizes.S_q, sizes.S_k}, std::move(values))}};
}

TEST(SlipsOfMasks, WindowsOffByOneAndAHiddenDiagonalAreNamed) {
    Layer layer = normed_layer();
    EXPECT_THAT(bugs_named(layer, with_mask(layer, [](Index i, Index j) { return i == j; })),
                testing::Contains("diagonal-hidden"));
    layer.mask.causal = true;
    layer.mask.window = 3;
    for (const Index window : {2, 4})
        EXPECT_THAT(bugs_named(layer, with_mask(layer, [&](Index i, Index j) { return j > i || i - j >= window; })),
                    testing::Contains("window-off-by-one"));
}

TEST(SlipsOfInputs, GivenPositionsThatBeginWithTheSecondRowAreNamed) {
    Layer layer = normed_layer();
    layer.norm = {};
    test::Random random(3);
    layer.sequence.positions = {Positions::Kind::given,
                                test::random_matrix(random, tokens_of_input + 2, width_of_input)};
    Layer shifted = layer;
    shifted.sequence.positions.rows = layer.sequence.positions.rows.row_block(1, tokens_of_input);
    const Matrix X = trace_of(shifted).matrix({0, ArrayId::X, 0, 0});
    std::vector<float> values;
    for (Index i = 0; i < X.rows(); ++i)
        values.insert(values.end(), X.row(i).begin(), X.row(i).end());
    EXPECT_THAT(bugs_named(layer, {{"X", NdArray::of({1, tokens_of_input, width_of_input}, std::move(values))}}),
                testing::Contains("positions-from-one"));
}

/// A model's own recorder writes every layer's stages into one file.
TEST(Answers, AreFoundBehindTheNameOfTheirLayer) {
    Layer layer = normed_layer();
    layer.name = "model.layers.3.self_attn";
    const Trace trace = trace_of(layer);
    const TemporaryFolder folder;
    const std::vector<float> zeros(static_cast<std::size_t>(tokens_of_input * width_of_input), 0.0F);
    const Matrix Y = trace.matrix({0, ArrayId::Y, 0, 0});
    std::vector<float> values;
    for (Index i = 0; i < Y.rows(); ++i)
        values.insert(values.end(), Y.row(i).begin(), Y.row(i).end());
    const auto write = [&](std::initializer_list<const char*> names) {
        NpzWriter file(folder / "mine.npz");
        for (const std::string_view name : names)
            file.add(std::string(name), std::array{tokens_of_input, width_of_input},
                     name == "layers.3.Y" || name == "mine.Y" ? values : zeros);
        EXPECT_TRUE(file.commit());
    };
    write({"layers.2.Y", "layers.3.Y", "logits"});
    auto answer = read_answer(folder / "mine.npz", trace);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_TRUE(check(trace, *answer).agrees());
    write({"mine.Y"});
    answer = read_answer(folder / "mine.npz", trace);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_TRUE(check(trace, *answer).agrees());
    write({"embedded", "layers.2.Y", "layers.3.Y", "logits"});
    answer = read_answer(folder / "mine.npz", trace);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->find(ArrayId::Y)->matrix(0, 0)(0, 0), Y(0, 0)) << "what enters a model has no layer";
    layer.name = "h.3";
    const Trace by_number = trace_of(layer);
    answer = read_answer(folder / "mine.npz", by_number);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_TRUE(check(by_number, *answer).agrees());
    write({"layers.0.Y", "layers.1.Y"});
    EXPECT_THAT(read_answer(folder / "mine.npz", trace).error().message,
                testing::AllOf(HasSubstr("stages of 2 layers"), HasSubstr("model.layers.3.self_attn")));
}

TEST(Reports, SayFirstWhatIsNotComputed) {
    Layer layer = normed_layer();
    layer.caveats = {{ArrayId::Q, "clip_qkv is not applied"}};
    const Trace trace = trace_of(layer);
    std::vector<float> values(static_cast<std::size_t>(tokens_of_input * width_of_input), 2.5F);
    const auto answer =
        answer_of({{"Y", NdArray::of({1, tokens_of_input, width_of_input}, std::move(values))}}, trace, "mine.npz");
    ASSERT_TRUE(answer);
    const std::string text = report_text(check(trace, *answer), trace);
    EXPECT_TRUE(text.starts_with("caution   from Q on this is not the model: clip_qkv is not applied\nY\n")) << text;
    EXPECT_THAT(text, HasSubstr("slip      none has to be: clip_qkv is not applied"));
}

} // namespace
} // namespace attn
