#include "core/document/session/edits.h"
#include "core/figure/statement.h"
#include "tests/ui/offscreen_window.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

OffscreenWindow& at_spectrum(OffscreenWindow& window, std::string_view stage) {
    window.click(fmt::format("action:step/{}", stage));
    window.key("ctrl+p");
    window.type("View: spectrum");
    return window;
}

TEST(SpectrumView, AClickOnASmallHeadChoosesIt) {
    OffscreenWindow window(preset("eight-heads"));
    at_spectrum(window, "V");
    window.click("action:head/3");
    EXPECT_EQ(window.app().workspace().head, 2);
    EXPECT_TRUE(window.shows("writing-value:1"));
}

/// The number above the first bar of the selected head's query-key product.
std::string first_value(OffscreenWindow& window) {
    for (const Item& item : window.app().scene().list.items)
        if (const auto* shown = std::get_if<ShownSingularValue>(&item.says);
            shown != nullptr && !shown->is_height && shown->product == WeightProduct::asking && shown->number == 0)
            return std::get<Text>(item.shape()).text;
    return "(none)";
}

TEST(SpectrumView, FollowsAWeightThatIsChanged) {
    OffscreenWindow window(sentence(R"(["rose","is","a"])"));
    at_spectrum(window, "scores");
    const Matrix W_Q = window.app().session().layer().heads[0].W_Q;
    ASSERT_NE(first_value(window), "0.00");
    ASSERT_TRUE(window.app().edit(SetMatrix{ArrayId::W_Q, 0, 0, Matrix::zeros(W_Q.rows(), W_Q.columns())}));
    window.settle();
    EXPECT_EQ(first_value(window), "0.00");
    window.key("ctrl+z");
    EXPECT_NE(first_value(window), "0.00");
}

/// The decomposition of a single head takes longer than a frame.
TEST(SpectrumView, OfALargeLayerIsFoundBesideTheFrames) {
    OffscreenWindow window(sentence(R"(["rose","is","a"])"));
    Sizes sizes = sizes_of(window.app().session().layer());
    sizes.D = 256;
    sizes.d_k = 96;
    sizes.H = 2;
    ASSERT_TRUE(window.app().edit(Resize{sizes}));
    at_spectrum(window, "scores");
    EXPECT_TRUE(window.shows("asking-value:96"));
}

} // namespace
} // namespace attn
