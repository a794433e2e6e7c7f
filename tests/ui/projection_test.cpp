// The projection of a word's row: offered by shapes only, and computed beside the frames.

#include "core/document/session/edits.h"
#include "core/document/sources/source.h"
#include "core/files/npz.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

/// Chooses the projection in the menu of pictures.
void choose_projection(OffscreenWindow& window) {
    window.click("action:menu/picture");
    ASSERT_TRUE(window.shows("action:picture/projection"));
    window.click("action:picture/projection");
}

TEST(ProjectionView, IsOfferedWhateverTheNumbersAreAndSaysWhyThereIsNone) {
    const TemporaryFolder folder;
    std::vector<float> numbers(8 * 8, 0.25F);
    numbers[3] = std::numeric_limits<float>::quiet_NaN();
    NpzWriter file(folder / "layer.npz");
    for (const char* weight : {"W_Q", "W_K", "W_V", "W_O"})
        file.add(weight, std::array<Index, 2>{8, 8}, numbers);
    ASSERT_TRUE(file.commit());
    Source source;
    source.session = folder / "layer.npz";
    source.heads = 2;
    source.sentence = {"a", "b", "c"};
    Result<Session> session = open_source(source, {});
    ASSERT_TRUE(session) << session.error().message;
    OffscreenWindow window(*std::move(session));
    window.click("action:step/Q");
    choose_projection(window);
    EXPECT_TRUE(window.is_said("A weight is not finite"));
    window.key("ctrl+e");
    EXPECT_EQ(window.says("export.kind"), "projection");
    EXPECT_TRUE(window.shows("action:export/save"));
}

/// The decomposition takes longer than a frame.
TEST(ProjectionView, OfALargeLayerIsFoundBesideTheFramesAndAnewAfterAnEdit) {
    OffscreenWindow window(sentence(R"(["rose","is","a"])"));
    Sizes sizes = sizes_of(window.app().session().layer());
    sizes.D = 192;
    sizes.d_k = 96;
    sizes.H = 2;
    ASSERT_TRUE(window.app().edit(Resize{sizes}));
    window.click("action:step/Q");
    choose_projection(window);
    EXPECT_TRUE(window.is_said("reads 96 of 192 directions"));
    ASSERT_TRUE(window.app().edit(SetMatrix{ArrayId::W_Q, 0, 0, Matrix::zeros(192, 96)}));
    window.settle();
    EXPECT_TRUE(window.is_said("reads 0 of 192 directions"));
}

} // namespace
} // namespace attn
