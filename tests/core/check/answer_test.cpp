// Arrays of all shapes as the matrices of stages.

#include "core/check/answer.h"

#include "core/check/check.h"
#include "core/engine/engine.h"
#include "core/files/npy_header.h"
#include "core/files/npz.h"
#include "tests/array_files.h"
#include "tests/core/check/naive_student.h"
#include "tests/random_layer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>

namespace attn {
namespace {

Trace trace_of(const Sizes& sizes) {
    std::mt19937 random(1);
    test::LayerKind kind;
    kind.sizes = sizes;
    Engine engine(1);
    return engine.compute(test::random_layer(random, kind));
}

// B 2, S 5, D 8, H 3, d_k 4, d_v 2.
const Sizes usual{2, 5, 5, 8, 8, 3, 4, 2};
// One item and one head.
const Sizes single{1, 5, 5, 8, 8, 1, 4, 2};

/// An array with the numbers 0, 1, 2 … in C order.
NdArray counting(std::vector<Index> shape) {
    Index count = 1;
    for (const Index length : shape)
        count *= length;
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0F);
    return NdArray::of(std::move(shape), std::move(values));
}

Answer read(const std::string& stage, const NdArray& array, const Sizes& sizes) {
    auto answer = answer_of({{stage, array}}, trace_of(sizes), "mine.npz");
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? *answer : Answer();
}

std::string message(const NdArrays& arrays, const Sizes& sizes) {
    const auto answer = answer_of(arrays, trace_of(sizes), "mine.npz");
    return answer ? "no error" : answer.error().message;
}

TEST(Answer, TakesTheShapesOfTraces) {
    const Answer answer = read("Q", counting({2, 3, 5, 4}), usual);
    EXPECT_EQ(answer.stages.at(0).matrix(1, 2)(4, 3), 119);
    EXPECT_EQ(answer.stages.at(0).matrix(0, 1)(0, 0), 20);
    EXPECT_TRUE(answer.notices.empty());
}

TEST(Answer, TakesHeadsSideBySide) {
    const Answer answer = read("Q", counting({2, 5, 12}), usual);
    EXPECT_EQ(answer.stages.at(0).matrix(0, 1)(1, 2), 12 + 4 + 2);
    EXPECT_EQ(answer.stages.at(0).matrix(1, 0)(0, 0), 60);
    EXPECT_TRUE(answer.notices.empty());
}

TEST(Answer, TakesItemsAndHeadsInOneAxis) {
    const Answer answer = read("scores", counting({6, 5, 5}), usual);
    EXPECT_EQ(answer.stages.at(0).matrix(1, 2)(4, 4), 149);
}

TEST(Answer, TakesTheLastRowsOfADecodeStep) {
    const Answer answer = read("A", counting({2, 3, 1, 5}), usual);
    EXPECT_EQ(answer.stages.at(0).rows().first, 4);
    EXPECT_EQ(answer.stages.at(0).row(1, 2, 4)[3], 28);
    EXPECT_EQ(answer.notices.at(0), "A is read as the last 1 of 5 tokens: its shape is (2, 3, 1, 5)");
    EXPECT_EQ(read("Y", counting({2, 3, 8}), usual).stages.at(0).rows().first, 2);
    EXPECT_EQ(read("Q", counting({2, 2, 12}), usual).stages.at(0).row(0, 1, 4)[0], 12 + 4);
}

TEST(Answer, TakesMatricesWhereThereIsOneItemAndOneHead) {
    EXPECT_EQ(read("Q", counting({5, 4}), single).stages.at(0).matrix(0, 0)(4, 3), 19);
    EXPECT_EQ(read("Q", counting({1, 5, 4}), single).stages.at(0).matrix(0, 0)(4, 3), 19);
    EXPECT_EQ(read("row_max", counting({5}), single).stages.at(0).matrix(0, 0)(4, 0), 4);
    EXPECT_EQ(read("row_max", counting({1, 1, 5, 1}), single).stages.at(0).matrix(0, 0)(4, 0), 4);
    EXPECT_EQ(read("Y", counting({5, 8}), single).stages.at(0).matrix(0, 0)(4, 7), 39);
}

TEST(Answer, SaysWhereHeadsStandBehindTokens) {
    const Answer answer = read("Q", counting({2, 5, 3, 4}), usual);
    EXPECT_EQ(answer.stages.at(0).matrix(0, 1)(2, 3), 2 * 12 + 4 + 3);
    ASSERT_EQ(answer.notices.size(), 1U);
    EXPECT_EQ(answer.notices[0], "Q is read as (B, S, H, d): its shape is (2, 5, 3, 4)");
}

TEST(Answer, SaysWhereTokensStandBeforeItems) {
    const Answer answer = read("Y", counting({5, 2, 8}), usual);
    EXPECT_EQ(answer.stages.at(0).matrix(1, 0)(3, 2), 3 * 16 + 8 + 2);
    EXPECT_EQ(answer.notices.size(), 1U);
}

TEST(Answer, OneMaskMayBeForAll) {
    for (const std::vector<Index>& shape :
         {std::vector<Index>{5, 5}, {1, 5, 5}, {1, 1, 5, 5}, {2, 1, 5, 5}, {2, 5, 5}, {2, 3, 5, 5}})
        EXPECT_EQ(read("mask", counting(shape), usual).stages.at(0).matrix(0, 0)(1, 1), 6);
}

TEST(Answer, RefusesOtherShapesWithThoseAccepted) {
    EXPECT_EQ(message({{"Q", counting({5, 4})}}, usual),
              "mine.npz: Q has shape (5, 4), expected (2, 3, 5, 4), (6, 5, 4) or (2, 5, 12)");
    EXPECT_EQ(message({{"K", counting({2, 3, 4, 5})}}, usual),
              "mine.npz: K has shape (2, 3, 4, 5), expected (2, 3, 5, 4), (6, 5, 4) or (2, 5, 12); this one is "
              "transposed");
    EXPECT_EQ(message({{"scores", counting({2, 5, 5})}}, usual),
              "mine.npz: scores has shape (2, 5, 5), expected (2, 3, 5, 5) or (6, 5, 5); this one has a single matrix "
              "for all heads, an average perhaps");
    EXPECT_EQ(
        message({{"A", counting({5, 3, 2, 2})}}, usual),
        "mine.npz: A has shape (5, 3, 2, 2), expected (2, 3, 5, 5) or (6, 5, 5); here the axes of batch and tokens "
        "are taken for each other: is batch_first=True missing?");
    EXPECT_EQ(message({{"Y", counting({})}}, usual), "mine.npz: Y has shape (), expected (2, 5, 8)");
}

/// The numbers of every matrix of a stage, in the order of traces.
std::vector<float> numbers_of(const Trace& trace, ArrayId stage) {
    std::vector<float> numbers;
    for (const Address slot : trace.slots(stage)) {
        const Matrix matrix = trace.matrix(slot);
        for (Index i = 0; i < matrix.rows(); ++i)
            numbers.insert(numbers.end(), matrix.row(i).begin(), matrix.row(i).end());
    }
    return numbers;
}

TEST(Answer, TakesTheAverageOverHeadsForWhatItIs) {
    const Trace trace = trace_of(usual);
    const std::vector<float> all = numbers_of(trace, ArrayId::A);
    std::vector<float> mean(50);
    for (std::size_t n = 0; n < all.size(); ++n)
        mean[n / 75 * 25 + n % 25] += all[n] / 3;
    const auto right = answer_of({{"A", NdArray::of({2, 5, 5}, mean)}}, trace, "mine.npz");
    ASSERT_TRUE(right) << right.error().message;
    EXPECT_EQ(right->notices.at(0), "A is read as the average over heads: its shape is (2, 5, 5)");
    EXPECT_TRUE(check(trace, *right).agrees());
    // The mean over heads of a layer with a bug shows that bug.
    Layer unscaled = trace.layer();
    unscaled.scale.kind = Scale::Kind::one;
    const Check found = check(Engine(1).compute(unscaled), *right);
    ASSERT_FALSE(found.agrees());
    ASSERT_FALSE(found.known_bugs.empty());
    EXPECT_EQ(found.known_bugs.front().known_bug->id, "divided-by-sqrt-d_k");
}

TEST(Answer, TakesTheNamesOfTransformerLens) {
    const NdArray Q = counting({2, 5, 3, 4});
    const auto answer = answer_of({{"attn.hook_q", Q},
                                   {"attn.hook_pattern", counting({2, 3, 5, 5})},
                                   {"hook_attn_out", counting({2, 5, 8})},
                                   {"attn.hook_z", counting({2, 5, 3, 2})},
                                   {"ln2.hook_normalized", counting({2, 5, 8})}},
                                  trace_of(usual), "cache.npz");
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->find(ArrayId::Q)->matrix(1, 2)(4, 3), 119);
    EXPECT_EQ(answer->find(ArrayId::Q)->matrix(0, 1)(0, 0), 4);
    EXPECT_NE(answer->find(ArrayId::A), nullptr);
    EXPECT_NE(answer->find(ArrayId::O), nullptr);
    EXPECT_NE(answer->find(ArrayId::Y), nullptr);
    EXPECT_EQ(answer->notices.at(0), "passed over, as no stage of this layer has such a name: ln2.hook_normalized");
}

TEST(Answer, SaysThatThereIsAKeyMoreThanTokens) {
    for (const auto& [name, shape] :
         {std::pair<std::string, std::vector<Index>>("A", {2, 3, 5, 6}), {"K", {2, 3, 6, 4}}})
        EXPECT_NE(
            message({{name, counting(shape)}}, usual).find("a key more than tokens: add_zero_attn or add_bias_kv"),
            std::string::npos)
            << name;
}

TEST(Answer, KnowsThatTokensStandFirstInTransformerLensWhereLengthsDoNotTell) {
    const Sizes alike{1, 3, 3, 8, 8, 3, 4, 4};
    EXPECT_EQ(read("Q", counting({1, 3, 3, 4}), alike).stages.at(0).matrix(0, 1)(0, 0), 12);
    EXPECT_EQ(read("attn.hook_q", counting({1, 3, 3, 4}), alike).stages.at(0).matrix(0, 1)(0, 0), 4);
}

TEST(Answer, TakesOneLayerOfAModelsAttentions) {
    Trace trace = trace_of(usual);
    Layer third = trace.layer();
    third.name = "transformer.h.2";
    trace = Engine(1).compute(third);
    const TemporaryFolder folder;
    const NdArrays arrays{{"attentions.0", counting({2, 3, 5, 5})},
                          {"attentions.2", NdArray::of({2, 3, 5, 5}, numbers_of(trace, ArrayId::A))}};
    ASSERT_TRUE(write_npz(folder / "all.npz", arrays));
    const auto answer = read_answer(folder / "all.npz", trace);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_TRUE(check(trace, *answer).agrees());
    // All layers stacked: (layers, B, H, S, S).
    std::vector<float> stacked(3 * 150);
    std::ranges::copy(numbers_of(trace, ArrayId::A), stacked.begin() + 300);
    ASSERT_TRUE(write_npz(folder / "stacked.npz", {{"attentions", NdArray::of({3, 2, 3, 5, 5}, stacked)}}));
    const auto of_stack = read_answer(folder / "stacked.npz", trace);
    ASSERT_TRUE(of_stack) << of_stack.error().message;
    EXPECT_TRUE(check(trace, *of_stack).agrees());
    EXPECT_NE(message({{"attentions", counting({3, 2, 3, 5, 5})}}, usual).find("of 3 layers"), std::string::npos);
}

TEST(Answer, ATextBesideTheNumbersIsPassedOver) {
    const TemporaryFolder folder;
    NpzWriter file(folder / "mine.npz");
    const std::vector<Index> shape{2, 5, 8};
    file.add("Y", shape, counting(shape).values);
    std::string text = npy_header(std::vector<Index>{2});
    const std::size_t type = text.find("<f4");
    text.replace(type, 3, "<U1");
    text += std::string(8, '\0');
    file.add_entry("words.npy", std::as_bytes(std::span(text)));
    ASSERT_TRUE(file.commit());
    const auto answer = read_answer(folder / "mine.npz", trace_of(usual));
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->stages.size(), 1U);
    EXPECT_EQ(answer->notices.at(0), "passed over, as no stage of this layer has such a name: words");
}

TEST(Answer, PassesOverOtherNamesAndSaysSo) {
    const auto answer = answer_of({{"Y", counting({2, 5, 8})}, {"loss", counting({})}}, trace_of(usual), "mine.npz");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->stages.size(), 1U);
    EXPECT_EQ(answer->notices.at(0), "passed over, as no stage of this layer has such a name: loss");
}

TEST(Answer, NeedsAStage) {
    EXPECT_EQ(message({{"q", counting({1})}}, usual),
              "mine.npz: no array is named after a stage of this layer (E P X Q K V scores scaled mask masked row_max "
              "exp row_sum A O concat parts Y); there is q");
    EXPECT_TRUE(message({}, usual).ends_with("there is nothing"));
}

TEST(Answer, RefusesTruthValuesForAMask) {
    NdArray mask = counting({5, 5});
    mask.stored = DataType::boolean;
    EXPECT_NE(message({{"mask", mask}}, usual).find("mask is boolean"), std::string::npos);
}

TEST(Answer, ReadsAFolderOfNpyAndASingleOne) {
    const TemporaryFolder folder;
    const Trace trace = trace_of(usual);
    const NdArray array = counting({2, 5, 8});
    ASSERT_TRUE(write_npy(folder / "Y.npy", array.shape, array.values));
    ASSERT_TRUE(write_npy(folder / "other.npy", array.shape, array.values));
    for (const auto& path : {folder.path(), folder / "Y.npy"}) {
        const auto answer = read_answer(path, trace);
        ASSERT_TRUE(answer) << answer.error().message;
        EXPECT_EQ(answer->stages.at(0).matrix(1, 0)(4, 7), 79);
    }
}

TEST(Answer, RefusesWhatIsNoFileOfArrays) {
    const TemporaryFolder folder;
    std::ofstream(folder / "mine.npz") << "hello";
    std::ofstream(folder / "mine.txt") << "hello";
    std::ofstream(folder / "Y.npy") << "hello";
    for (const char* const name : {"mine.npz", "mine.txt", "Y.npy", "nowhere.npz"}) {
        const auto answer = read_answer(folder / name, trace_of(usual));
        ASSERT_FALSE(answer);
        EXPECT_NE(answer.error().message.find(name), std::string::npos);
        EXPECT_EQ(answer.error().message.find('\n'), std::string::npos);
    }
}

} // namespace
} // namespace attn
