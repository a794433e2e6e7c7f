// Pictures of products of weights, of all heads as one head, and of subspaces are computed beside the frames if they
// take longer than a frame, and so are the export dialog's previews.

#include "core/document/session/edits.h"
#include "tests/ui/offscreen_window.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <string_view>

namespace attn {
namespace {

constexpr std::string_view waiting = "Being worked out";

/// Gives the session two heads, and these widths.
void resize(OffscreenWindow& window, Index D, Index width) {
    Sizes sizes = sizes_of(window.app().session().layer());
    sizes.D = D;
    sizes.d_k = sizes.d_v = width;
    sizes.H = 2;
    ASSERT_TRUE(window.app().edit(Resize{sizes}));
    window.settle();
}

struct SlowPicture {
    const char* name;
    ArrayId stage;
    ArrayId read; ///< a weight from which it is computed
};

void PrintTo(const SlowPicture& picture, std::ostream* to) {
    *to << picture.name;
}

class SlowPictures : public testing::TestWithParam<SlowPicture> {
protected:
    OffscreenWindow window_{sentence(R"(["rose","is","a"])")};

    void look() { window_.show(GetParam().stage, PictureName{GetParam().name}); }
    void edit(float value) { ASSERT_TRUE(window_.app().edit(SetCell{{0, GetParam().read, 0, 0, 0, 0}, value})); }
};

/// A picture is never computed within the frame that first wants it, however fast the machine is.
TEST_P(SlowPictures, OfALargeLayerAreNotWorkedOutInTheFrameAfterAnEdit) {
    resize(window_, 512, 512);
    look();
    EXPECT_FALSE(window_.is_said(waiting)) << "all is waited for";
    edit(3);
    window_.frame();
    EXPECT_TRUE(window_.is_said(waiting));
    window_.settle();
    EXPECT_FALSE(window_.is_said(waiting));
}

TEST_P(SlowPictures, OfASmallLayerAreThereInTheFrameAfterAnEdit) {
    resize(window_, 8, 4);
    look();
    edit(3);
    window_.frame();
    EXPECT_FALSE(window_.is_said(waiting));
    EXPECT_FALSE(window_.app().is_finding_for_pictures());
}

INSTANTIATE_TEST_SUITE_P(All, SlowPictures,
                         testing::Values(SlowPicture{"bilinear", ArrayId::scores, ArrayId::W_Q},
                                         SlowPicture{"writing", ArrayId::V, ArrayId::W_V},
                                         SlowPicture{"one-head", ArrayId::A, ArrayId::W_V},
                                         SlowPicture{"subspaces", ArrayId::Q, ArrayId::W_Q}),
                         [](const auto& picture) {
                             std::string name = picture.param.name;
                             std::erase(name, '-');
                             return name;
                         });

TEST(SlowPreviews, OfALargeLayerAreNotLaidOutInTheFrameThatAsks) {
    OffscreenWindow window(sentence(R"(["rose","is","a"])"));
    resize(window, 512, 128);
    window.app().workspace().overlay = Overlay{Overlay::Kind::exporting, {}, {}, 0};
    window.frame();
    EXPECT_EQ(window.says("export.lines"), fmt::format("{} …", waiting));
    EXPECT_TRUE(window.shows("action:export/save")) << "nothing is wrong with it";
    window.settle();
    EXPECT_FALSE(window.shows("export.lines"));
    EXPECT_TRUE(window.shows("export.page"));
}

TEST(SlowPreviews, OfASmallLayerAreThereInTheFrameThatAsks) {
    OffscreenWindow window(sentence(R"(["rose","is","a"])"));
    resize(window, 8, 4);
    window.app().workspace().overlay = Overlay{Overlay::Kind::exporting, {}, {}, 0};
    window.frame();
    EXPECT_TRUE(window.shows("export.page"));
}

TEST(SlowPreviews, KeepWhatTheyWereUntilTheNextIsThere) {
    OffscreenWindow window(sentence(R"(["rose","is","a"])"));
    resize(window, 128, 32);
    window.key("ctrl+e");
    const std::string before = window.says("export.size");
    window.app().workspace().exporting.figure.width = 9;
    window.frame();
    EXPECT_EQ(window.says("export.size"), before);
    EXPECT_EQ(window.says("export.remarks"), fmt::format("{} …", waiting));
    window.settle();
    EXPECT_NE(window.says("export.size"), before);
}

} // namespace
} // namespace attn
