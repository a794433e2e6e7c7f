// A layer of many heads, in the commands that go through it head by head. At night it has more scores than a window
// holds, which takes minutes if every access is checked.

#include "core/files/npz.h"
#include "tests/app/program.h"
#include "tests/array_files.h"
#include "tests/thoroughness.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace attn {
namespace {

constexpr Index heads = 32;
constexpr Index width = heads * 8;

Index count_of_tokens() {
    return is_at_night() ? 4096 : 96;
}

class LargeLayer : public Program {
protected:
    void SetUp() override {
        NdArrays weights;
        for (const char* const name : {"W_Q", "W_K", "W_V", "W_O"})
            weights[name] = NdArray::of({width, width}, waves(width * width, 1 / std::sqrt(static_cast<float>(width))));
        ASSERT_TRUE(write_npz(file("weights.npz"), weights));
        const Index tokens = count_of_tokens();
        ASSERT_TRUE(write_npy(file("x.npy"), std::array{tokens, width}, waves(tokens * width, 1)));
    }

    /// Numbers between −height and height that do not repeat.
    static std::vector<float> waves(Index count, float height) {
        std::vector<float> values(static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto at = static_cast<double>(i);
            values[i] = height * static_cast<float>(std::sin(at * at * 0.618));
        }
        return values;
    }

    void expect_written(std::vector<std::string> words, const std::string& name) {
        for (const char* const word : {"--weights", "weights.npz", "--input", "x.npy", "--heads", "32", "-o"})
            words.emplace_back(word);
        words.push_back(name);
        const Finished finished = start(words);
        EXPECT_EQ(finished.status, 0) << name << ": " << finished.errors;
        EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
    }
};

TEST_F(LargeLayer, IsDrawnAndWrittenHeadByHead) {
    expect_written({"figure", "--stage", "A", "--head", "3"}, "share.png");
    expect_written({"figure", "--stage", "Y"}, "output.png");
    expect_written({"handout"}, "handout.html");
    expect_written({"storyboard"}, "storyboard.pdf");
}

} // namespace
} // namespace attn
