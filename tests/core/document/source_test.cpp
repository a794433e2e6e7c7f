#include "core/document/sources/source.h"
#include "tests/folders.h"

#include "core/files/file.h"
#include "core/files/npz.h"
#include "tests/array_files.h"
#include "tests/core/document/sessions.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <limits>
#include <numeric>

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// An array of any shape with the numbers 0, 1, 2 …
NdArray counted(std::vector<Index> shape) {
    std::vector<float> values(
        static_cast<std::size_t>(std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>())));
    std::iota(values.begin(), values.end(), 0.0F);
    return NdArray::of(std::move(shape), std::move(values));
}

/// Weights with D 4, two heads, d_k 3, d_v 1, and an input of two items with three tokens.
class WeightsSource : public testing::Test {
protected:
    void SetUp() override {
        arrays_ = {{"W_Q", counted({4, 6})}, {"W_K", counted({4, 6})}, {"W_V", counted({4, 2})},
                   {"W_O", counted({2, 4})}, {"b_Q", counted({6})},    {"b_O", counted({1, 4})}};
        write_array("x.npy", counted({2, 3, 4}));
        source_.weights = folder_ / "w.npz";
        source_.input = folder_ / "x.npy";
        source_.heads = 2;
    }

    void write_array(const char* name, const NdArray& array) {
        ASSERT_TRUE(write_npy(folder_ / name, array.shape, array.values));
    }
    Result<Session> open() {
        EXPECT_TRUE(write_npz(folder_ / "w.npz", arrays_));
        return open_source(source_, "");
    }
    Session opened() {
        auto session = open();
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        return session ? *session : test::small_session();
    }
    std::string refusal() {
        const auto session = open();
        EXPECT_FALSE(session);
        return session ? "" : session.error().message;
    }

    TemporaryFolder folder_;
    NdArrays arrays_;
    Source source_;
};

TEST_F(WeightsSource, AGateWithoutWeightsIsSaidToBeHalfOpen) {
    source_.options.push_back({OptionId::gate, 1});
    const Session session = opened();
    ASSERT_EQ(session.layer().caveats.size(), 1U);
    EXPECT_EQ(session.layer().caveats[0].from, ArrayId::gate);
    EXPECT_EQ(session.layer().caveats[0].says,
              "there are no numbers for W_G, which an option asks for; it is taken as 0, so each gate is 0.5 and lets "
              "half of every number through");
    EXPECT_THAT(session.about, Not(HasSubstr("Take care"))) << "an author's text is the author's";
    EXPECT_THAT(about_with_caveats(session), HasSubstr("Take care, from {name gate} on: there are no numbers for W_G"));
    arrays_.emplace("W_G", counted({4, 2}));
    EXPECT_TRUE(opened().layer().caveats.empty());
}

TEST_F(WeightsSource, AreCutIntoHeadsByColumnsAndShareThePackedMatrix) {
    const Session session = opened();
    const Layer& layer = session.layer();
    EXPECT_EQ(sizes_of(layer), (Sizes{2, 3, 3, 4, 4, 2, 3, 1}));
    EXPECT_EQ(layer.heads[1].W_Q(0, 0), 3);
    EXPECT_EQ(layer.heads[1].W_Q(1, 0), 9);
    EXPECT_EQ(layer.heads[1].W_Q.view().stride, 6);
    EXPECT_EQ(layer.heads[1].W_O(0, 0), 4);
    EXPECT_EQ(layer.heads[1].b_Q(0, 2), 5);
    EXPECT_TRUE(layer.heads[1].b_K.empty());
    EXPECT_EQ(layer.b_O(0, 3), 3);
    EXPECT_EQ(token_label(layer.sequence, 1, 2), "3");
    EXPECT_EQ(layer.given.at({0, ArrayId::X, 1, 0})(0, 0), 12);
}

TEST_F(WeightsSource, OfPyTorchAreTransposed) {
    arrays_ = {{"encoder.0.attn.in_proj_weight", counted({12, 4})},
               {"encoder.0.attn.in_proj_bias", counted({12})},
               {"encoder.0.attn.out_proj.weight", counted({4, 4})},
               {"encoder.0.attn.out_proj.bias", counted({4})}};
    source_.layer = "encoder.0.attn";
    const Session session = opened();
    const HeadWeights& second = session.layer().heads[1];
    // Row r, column c of in_proj_weight is 4 r + c; K of head 2 begins in row 4 + 2.
    EXPECT_EQ(second.W_K(3, 0), 4 * 6 + 3);
    EXPECT_EQ(second.W_V(0, 1), 4 * 11);
    EXPECT_EQ(second.b_K(0, 1), 7);
    EXPECT_EQ(second.W_O(0, 3), 4 * 3 + 2);
    source_.layer = std::nullopt;
    EXPECT_EQ(opened().layer().name, "encoder.0.attn");
    source_.layer = "encoder.1.attn";
    EXPECT_THAT(refusal(), HasSubstr("no layer called “encoder.1.attn”; there is: encoder.0.attn"));
}

TEST_F(WeightsSource, ThatDoNotFitAreNamedWithTheShapeExpected) {
    arrays_["W_K"] = counted({4, 5});
    EXPECT_THAT(refusal(), HasSubstr("w.npz: W_K has a width of 5, expected 6 as W_Q has"));
    arrays_["W_K"] = counted({4, 6});
    arrays_["b_Q"] = counted({5});
    EXPECT_THAT(refusal(), HasSubstr("b_Q has shape (5,), expected (6,)"));
    arrays_["b_Q"] = counted({6});
    arrays_.erase("W_O");
    EXPECT_THAT(refusal(), HasSubstr("W_O is missing; W_Q, W_K, W_V and W_O belong together"));
    arrays_.erase("W_Q");
    EXPECT_THAT(refusal(), AllOf(HasSubstr("one of W_Q, in_proj_weight"), HasSubstr("W_K, W_V")));
}

TEST_F(WeightsSource, NeedANumberOfHeadsThatDividesThem) {
    source_.heads = 4;
    EXPECT_THAT(
        refusal(),
        HasSubstr("W_Q has a width of 6 for all heads, which 4 heads do not divide; heads that fit: 1, 2, 3, 6"));
    source_.heads = 0;
    EXPECT_THAT(refusal(), HasSubstr("--heads is 0"));
    source_.heads = std::nullopt;
    EXPECT_THAT(refusal(), HasSubstr("--heads"));
}

TEST_F(WeightsSource, TakeMasksOfEveryShape) {
    const std::pair<std::vector<Index>, std::size_t> shapes[] = {{{3, 3}, 1}, {{2, 1, 3, 3}, 2}, {{2, 2, 3, 3}, 4}};
    for (const auto& [shape, count] : shapes) {
        write_array("m.npy", counted(shape));
        source_.mask_file = folder_ / "m.npy";
        const Session session = opened();
        ASSERT_EQ(session.layer().mask.given.size(), count);
        EXPECT_EQ(session.layer().mask.given.back()(2, 2), static_cast<float>(count * 9 - 1));
    }
    write_array("m.npy", counted({3, 4}));
    EXPECT_THAT(
        refusal(),
        HasSubstr("m.npy: the mask has shape (3, 4), expected (3, 3), (2, 1, 3, 3), (2, 2, 3, 3) or (4, 3, 3)"));
}

TEST_F(WeightsSource, RefuseMasksThatMeanTwoThings) {
    // A boolean npy written by hand: 2 x 3.
    std::string header = "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3), }";
    header.append(118 - header.size() - 1, ' ').append("\n");
    const std::string file =
        std::string("\x93NUMPY\x01\0", 8) + std::string("\x76\0", 2) + header + std::string(6, '\1');
    ASSERT_TRUE(write_text_file(folder_ / "p.npy", file));
    source_.padding = folder_ / "p.npy";
    EXPECT_THAT(refusal(), AllOf(HasSubstr("boolean"), HasSubstr("ONNX"), HasSubstr("PyTorch")));
    for (const float value : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        write_array("p.npy", NdArray::of({2, 3}, {0, 0, value, 0, 0, 0}));
        EXPECT_THAT(refusal(), HasSubstr("p.npy: number 3 of this mask is "));
    }
    write_array("p.npy", counted({3, 2}));
    EXPECT_THAT(refusal(), HasSubstr("the padding has shape (3, 2), expected (2, 3)"));
    write_array("p.npy", NdArray::of({2, 3}, {0, 0, -std::numeric_limits<float>::infinity(), 0, 0, 0}));
    EXPECT_EQ(opened().layer().mask.padding.size(), 2U);
}

TEST_F(WeightsSource, RefuseInputsThatAreNoRealNumbers) {
    for (const float value : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        std::vector<float> values(24, 1);
        values[17] = values[20] = value;
        write_array("x.npy", NdArray::of({2, 3, 4}, values));
        EXPECT_THAT(refusal(),
                    AllOf(HasSubstr("x.npy: the number at [2, 2, 2] is "), HasSubstr("expected a real number")));
    }
}

TEST_F(WeightsSource, NameTheHeadsOfAConfigThatCannotBe) {
    ASSERT_TRUE(write_text_file(folder_ / "config.json", R"({"num_attention_heads": "two"})"));
    source_.heads = std::nullopt;
    EXPECT_THAT(refusal(), HasSubstr("config.json: num_attention_heads: this is a text, expected a whole number"));
}

TEST_F(WeightsSource, TakeAContextOfItsOwnWidth) {
    write_array("c.npy", counted({2, 5, 7}));
    source_.context = folder_ / "c.npy";
    arrays_["W_K"] = counted({7, 6});
    arrays_["W_V"] = counted({7, 2});
    EXPECT_EQ(sizes_of(opened().layer()), (Sizes{2, 3, 5, 4, 7, 2, 3, 1}));
    write_array("c.npy", counted({5, 7}));
    EXPECT_THAT(refusal(), HasSubstr("c.npy: it has 1 item, expected 2"));
}

TEST_F(WeightsSource, TakeScaleAndTemperatureThatAreNumbers) {
    source_.options = {{OptionId::scale, 0.5}};
    EXPECT_EQ(opened().layer().scale, (Scale{Scale::Kind::value, 0.5F}));
    source_.options = {{OptionId::temperature, -1}};
    EXPECT_THAT(refusal(), HasSubstr("temperature"));
    source_.options.clear();
    write_array("x.npy", counted({2, 2, 3, 4}));
    EXPECT_THAT(refusal(), HasSubstr("x.npy: the array has shape (2, 2, 3, 4), expected (B, S, D) or (S, D)"));
    write_array("x.npy", counted({3, 0}));
    EXPECT_THAT(refusal(), HasSubstr("(3, 0)"));
}

TEST_F(WeightsSource, OpenedSessionsSurviveSaving) {
    source_.options.push_back({OptionId::mask, 1});
    const Session session = opened();
    ASSERT_TRUE(save_session(session, folder_ / "s.json"));
    const auto again = load_session(folder_ / "s.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::equal_sessions(session, *again));
}

TEST_F(WeightsSource, TextsNameTheRowsThatAreGiven) {
    source_.tokens = {"the cat sat", "on a mat"};
    const auto items = opened().layer().sequence.items;
    EXPECT_EQ(items[0], (std::vector<std::string>{"the", "cat", "sat"}));
    EXPECT_EQ(items[1], (std::vector<std::string>{"on", "a", "mat"}));
    source_.tokens = {"the cat", "on a mat"};
    EXPECT_THAT(refusal(), HasSubstr("--tokens names 2 tokens in “the cat”, and item 1 has 3 rows"));
    source_.tokens = {"the cat sat"};
    EXPECT_THAT(refusal(), HasSubstr("--tokens gives 1 texts, and there are 2 items"));
}

TEST(Sources, TextsTakeThePlaceOfASentence) {
    Source source;
    source.preset = "who-and-where";
    source.tokens = {"a cat is a cat"};
    const auto session = open_source(source, source_folder() / "assets");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->layer().sequence.items[0], (std::vector<std::string>{"a", "cat", "is", "a", "cat"}));
}

TEST(Sources, AreOneAtATime) {
    const std::filesystem::path assets = source_folder() / "assets";
    EXPECT_TRUE(open_source({}, assets));
    Source source;
    source.preset = "by-hand";
    EXPECT_TRUE(open_source(source, assets));
    source.options.push_back({OptionId::mask, 1});
    EXPECT_EQ(open_source(source, assets).error().message, "--mask goes with --weights only");
    source.options.clear();
    Source missing;
    missing.session = "no-such-model";
    missing.ids = {"2 0 1"};
    missing.options.push_back({OptionId::temperature, 2});
    EXPECT_THAT(open_source(missing, assets).error().message, HasSubstr("no-such-model: cannot be read: No such file"));
    source.session = "s.json";
    EXPECT_THAT(open_source(source, assets).error().message, HasSubstr("several sources"));
    Source alone;
    alone.weights = "w.npz";
    EXPECT_THAT(open_source(alone, assets).error().message, HasSubstr("w.npz"));
    alone.input = "missing.npy";
    alone.heads = 1;
    EXPECT_THAT(open_source(alone, assets).error().message, HasSubstr("w.npz"));
}

} // namespace
} // namespace attn
