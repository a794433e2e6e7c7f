#include "core/figure/layout/columns.h"

#include <array>
#include <gtest/gtest.h>

namespace attn {
namespace {

using Places = std::vector<Point>;

TEST(Columns, AreAsLowAsTheirBlocksAllow) {
    const std::array heights{10.0F, 20.0F, 30.0F, 10.0F, 20.0F};
    EXPECT_EQ(in_columns(heights, 1, 100).places, (Places{{0, 0}, {0, 10}, {0, 30}, {0, 60}, {0, 70}}));
    EXPECT_EQ(in_columns(heights, 1, 100).height, 90);
    EXPECT_EQ(in_columns(heights, 2, 100).places, (Places{{0, 0}, {0, 10}, {0, 30}, {100, 0}, {100, 10}}));
    EXPECT_EQ(in_columns(heights, 2, 100).height, 60);
    EXPECT_EQ(in_columns(heights, 3, 100).places, (Places{{0, 0}, {0, 10}, {100, 0}, {200, 0}, {200, 10}}));
    EXPECT_EQ(in_columns(heights, 3, 100).height, 30);
    EXPECT_EQ(in_columns(heights, 9, 100).height, 30) << "a block stays whole";
    EXPECT_TRUE(in_columns({}, 3, 100).places.empty());
}

} // namespace
} // namespace attn
