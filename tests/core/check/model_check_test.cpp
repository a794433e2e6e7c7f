// Answers to whole models: each array is compared with its layer, or said to be left over.

#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include "core/check/model_check.h"
#include "core/check/report.h"
#include "core/document/files/trace_file.h"
#include "core/document/sources/weights_source.h"
#include "core/files/npz.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Two layers called h.0 and h.1.
class ModelChecks : public testing::Test {
protected:
    void SetUp() override {
        Source source;
        source.weights = source_folder() / "tests/data/models/gpt2";
        source.ids = {"3 1 4 1"};
        const auto opened = open_model(source);
        ASSERT_TRUE(opened) << opened.error().message;
        model_ = opened->model;
        ASSERT_TRUE(write_model_trace(model_, {}, folder_ / "right.npz"));
        right_ = *read_npz(folder_ / "right.npz");
    }

    static std::vector<ListedArray> listed(const NdArrays& arrays) {
        std::vector<ListedArray> all;
        for (const auto& [name, array] : arrays)
            all.push_back({name, array.shape, [array = array]() -> Result<NdArray> { return array; }});
        return all;
    }
    Result<ModelCheck> checked(const NdArrays& arrays) const { return check_model(model_, listed(arrays), "mine.npz"); }

    TemporaryFolder folder_;
    Model model_;
    NdArrays right_;
};

TEST_F(ModelChecks, CountWhatWasCompared) {
    const auto all = checked(right_);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->arrays, std::ssize(right_));
    EXPECT_THAT(report_text(*all), HasSubstr("arrays of 2 layers agree (largest difference 0 of"));
    const auto some = checked({{"layers.1.A", right_.at("layers.1.A")}, {"ids", right_.at("layers.1.A")}});
    ASSERT_TRUE(some) << some.error().message;
    EXPECT_THAT(report_text(*some), StartsWith("1 arrays of 1 of 2 layers agree"));
    EXPECT_THAT(report_text(*some), HasSubstr("note      passed over, as no stage has such a name: ids\n"));
}

TEST_F(ModelChecks, NameWhatTheyCannotCompare) {
    const NdArray& A = right_.at("layers.1.A");
    EXPECT_THAT(checked({{"layers.1.A", A}, {"layers.2.A", A}, {"layers.0.mlp_gate", A}, {"A", A}}).error().message,
                "mine.npz: 1 arrays agree, and this model has nothing to compare with A (names no layer), layers.2.A "
                "(no such layer), layers.0.mlp_gate (not computed)");
    NdArray wrong = A;
    std::vector<float> values(A.values.begin(), A.values.end());
    values.front() += 0.5F;
    const auto found = checked({{"layers.1.A", NdArray::of(A.shape, values)}, {"layers.2.A", A}});
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_FALSE(found->agrees());
    EXPECT_THAT(report_text(*found), StartsWith("layers.1: A\ndiffers   by 0.5"));
    EXPECT_THAT(report_text(*found), HasSubstr("note      not compared: layers.2.A (no such layer)\n"));
    EXPECT_THAT(table_line("mine.npz", *found), StartsWith("mine.npz,layers.1.A,0.5,"));
}

TEST_F(ModelChecks, KnowLayersByTheNamesOfOtherPrograms) {
    const NdArray& first = right_.at("layers.0.A");
    const NdArray& second = right_.at("layers.1.A");
    const std::vector<NdArrays> answers{{{"blocks.0.attn.hook_pattern", first}, {"blocks.1.attn.hook_pattern", second}},
                                        {{"attentions.0", first}, {"attentions.1", second}},
                                        {{"transformer.h.0.A", first}, {"transformer.h.1.A", second}}};
    for (const NdArrays& answer : answers) {
        const auto found = checked(answer);
        ASSERT_TRUE(found) << found.error().message;
        EXPECT_EQ(found->arrays, 2) << answer.begin()->first;
    }
    std::vector<float> both(first.values.begin(), first.values.end());
    both.insert(both.end(), second.values.begin(), second.values.end());
    const Index heads = first.shape.front();
    const Index tokens = first.shape.back();
    const auto stacked = checked({{"A", NdArray::of({2, 1, heads, tokens, tokens}, both)}});
    ASSERT_TRUE(stacked) << stacked.error().message;
    EXPECT_EQ(stacked->arrays, 2) << "one array of all layers";
    EXPECT_THAT(checked({{"layers.1.A", second}, {"attentions.1", second}}).error().message,
                HasSubstr("A is there under two names (layer 1)"));
}

} // namespace
} // namespace attn
