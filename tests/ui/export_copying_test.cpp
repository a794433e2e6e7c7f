#include "core/export/figure_file.h"
#include "core/files/file.h"
#include "tests/core/figure/figures.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

// Copying to the clipboard: tables and TeX as text, pictures through the desktop's program.

namespace attn {
namespace {

using testing::HasSubstr;

TEST(CopyingAsText, OfTablesAndTex) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.click("action:export/list/copy");
    window.click("action:export/copy/md");
    EXPECT_THAT(std::string(ImGui::GetClipboardText()), HasSubstr("| tea |"));
    window.click("action:export/list/copy");
    window.click("action:export/copy/tex");
    EXPECT_THAT(std::string(ImGui::GetClipboardText()), HasSubstr("\\begin{tikzpicture}"));
}

/// A program called xclip that keeps its input.
class Copying : public testing::Test {
protected:
    Copying() {
        ::setenv("PATH", folder_.path().c_str(), 1);
        ::unsetenv("WAYLAND_DISPLAY");
    }
    ~Copying() override { ::setenv("PATH", path_.c_str(), 1); }

    void install() const {
        std::ofstream(folder_ / "xclip") << "#!/bin/sh\n/bin/cat > " << (folder_ / "copied.png").string() << "\n";
        std::filesystem::permissions(folder_ / "xclip", std::filesystem::perms::owner_all);
    }

    TemporaryFolder folder_;
    std::string path_ = std::getenv("PATH");
};

TEST_F(Copying, OfAPictureGoesThroughTheDesktopsProgram) {
    install();
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+shift+e");
    FigureRequest request;
    request.array = ArrayId::A;
    request.head = 1;
    const auto figure = figure_content(request, test::Drawn(preset("who-and-where")).source(), "png");
    const auto copied = read_text_file(folder_ / "copied.png");
    ASSERT_TRUE(figure && copied);
    EXPECT_EQ(*copied, figure->bytes);
    EXPECT_THAT(window.says("notice"), HasSubstr("copied"));
}

TEST_F(Copying, SaysWhichPackageIsMissing) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+shift+e");
    EXPECT_THAT(window.says("notice"), HasSubstr("install the package xclip"));
}

} // namespace
} // namespace attn
