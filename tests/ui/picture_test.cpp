#include "tests/folders.h"
#include "ui/document/shown_figure.h"

#include "core/engine/engine.h"
#include "core/export/figure_file.h"
#include "core/files/file.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

Result<FigureContent> from_command_line(const Session& session, const FigureRequest& request) {
    const auto typesetter = Typesetter::open(assets_folder() / "fonts");
    if (!typesetter)
        return typesetter.error();
    Engine engine;
    return figure_content(request, {session, engine.compute(session.layer()), *typesetter}, "svg");
}

TEST(Picture, FromTheWindowIsThatOfTheCommandLineByteForByte) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    window.type((folder / "a.svg").string());
    const auto written = read_text_file(folder / "a.svg");
    ASSERT_TRUE(written) << written.error().message;
    FigureRequest request;
    request.array = ArrayId::A;
    request.head = 1;
    const auto expected = from_command_line(preset("who-and-where"), request);
    ASSERT_TRUE(expected) << expected.error().message;
    EXPECT_EQ(*written, expected->bytes);
}

TEST(Picture, IsOfTheProductWhereTheStageShowsOne) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.click("action:step/scores");
    window.click("cell:scores/1[2,3]");
    window.key("ctrl+e");
    window.type((folder / "a.svg").string());
    const auto written = read_text_file(folder / "a.svg");
    ASSERT_TRUE(written) << written.error().message;
    FigureRequest request;
    request.kind = "product";
    request.array = ArrayId::scores;
    request.head = 0;
    request.row = 1;
    request.column = 2;
    const auto expected = from_command_line(preset("by-hand"), request);
    ASSERT_TRUE(expected) << expected.error().message;
    EXPECT_EQ(*written, expected->bytes);
}

TEST(Picture, OfAnUnknownFormatIsRefusedAndNothingIsWritten) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.type((folder / "a.bmp").string());
    EXPECT_EQ(folder.count_files(), 0U);
}

} // namespace
} // namespace attn
