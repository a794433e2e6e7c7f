#include "core/figure/pictures/columns.h"

#include <array>
#include <gtest/gtest.h>

namespace attn {
namespace {

using Firsts = std::vector<std::size_t>;

TEST(Columns, AreAsLowAsTheirBlocksAllow) {
    const std::array heights{10.0F, 20.0F, 30.0F, 10.0F, 20.0F};
    EXPECT_EQ(in_columns(heights, 1).first, (Firsts{0}));
    EXPECT_EQ(in_columns(heights, 1).height, 90);
    EXPECT_EQ(in_columns(heights, 2).first, (Firsts{0, 3}));
    EXPECT_EQ(in_columns(heights, 2).height, 60);
    EXPECT_EQ(in_columns(heights, 3).first, (Firsts{0, 2, 3}));
    EXPECT_EQ(in_columns(heights, 3).height, 30);
    EXPECT_EQ(in_columns(heights, 9).height, 30) << "a block stays whole";
    EXPECT_TRUE(in_columns({}, 3).first.empty());
}

} // namespace
} // namespace attn
