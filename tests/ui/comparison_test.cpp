// A user's own numbers, checked in the window.

#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include "core/document/files/trace_file.h"
#include "core/files/npz.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

/// Files with a right answer to the preset, and with one that lacks the scale.
class Comparisons : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(write_trace(window_.app().trace(), folder_ / "right.npz"));
        const auto arrays = read_npz(folder_ / "right.npz");
        ASSERT_TRUE(arrays);
        ASSERT_TRUE(write_npz(folder_ / "wrong.npz", {{"Q", arrays->at("Q")}, {"scaled", arrays->at("scores")}}));
    }

    TemporaryFolder folder_;
    OffscreenWindow window_{preset("who-and-where")};
};

TEST_F(Comparisons, ADroppedFileIsCheckedAndTheSlipSaid) {
    window_.app().drop({folder_ / "wrong.npz"});
    window_.settle();
    EXPECT_EQ(window_.says("recorded.title"), "wrong.npz holds stages without weights");
    window_.click("action:recorded/check");
    EXPECT_EQ(window_.says("comparison.title"), "scaled is the first stage that differs");
    EXPECT_EQ(window_.says("comparison.slip").find("Likely: scores are not scaled"), 0U);
    EXPECT_NE(window_.says("comparison.place").find("scaled/1[2,1] (is 2 reads rose 1): yours 8.0000, here 4.0000"),
              std::string::npos)
        << window_.says("comparison.place");
    EXPECT_EQ(window_.says("action:compare/Q"), "agrees");
    window_.click("action:compare/Q");
    EXPECT_EQ(window_.says("comparison.place"), "Q agrees (largest difference 0).");
    window_.key("escape");
    EXPECT_FALSE(window_.shows("comparison.title"));
}

TEST_F(Comparisons, ADroppedFileOfStagesCanBeOpenedAsASession) {
    window_.app().drop({folder_ / "right.npz"});
    window_.settle();
    EXPECT_TRUE(window_.shows("action:recorded/open"));
    window_.key("o");
    EXPECT_FALSE(window_.shows("recorded.title"));
    const Layer& layer = window_.app().session().layer();
    EXPECT_TRUE(layer.heads.front().W_Q.empty()) << "no weights are known of it";
    EXPECT_TRUE(layer.given.contains({0, ArrayId::A, 0, 1}));
}

TEST_F(Comparisons, ADroppedFileOfStagesCanBeLeftAlone) {
    window_.app().drop({folder_ / "right.npz"});
    window_.settle();
    window_.key("escape");
    EXPECT_FALSE(window_.shows("recorded.title"));
    EXPECT_FALSE(window_.shows("comparison.title"));
    EXPECT_FALSE(window_.app().session().layer().heads.front().W_Q.empty());
}

TEST_F(Comparisons, AFileCanBeNamed) {
    window_.app().workspace().overlay.reset();
    window_.click("action:menu/file");
    window_.click("action:check");
    window_.type((folder_ / "right.npz").string());
    EXPECT_EQ(window_.says("comparison.title"), "All 18 stages given agree");
    window_.click("action:close");
    EXPECT_FALSE(window_.shows("comparison.title"));
}

TEST_F(Comparisons, WhatCannotBeReadIsSaid) {
    window_.app().drop({folder_ / "nowhere.npz"});
    window_.settle();
    EXPECT_NE(window_.says("notice").find("nowhere.npz"), std::string::npos);
    EXPECT_FALSE(window_.shows("comparison.title"));
}

} // namespace
} // namespace attn
