#include "app/window/desktop.h"

#include "tests/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(DesktopText, IsReadAsTheSettingsWriteIt) {
    EXPECT_EQ(parse_text_scale("1.25\n"), 1.25F);
    EXPECT_EQ(parse_text_scale("1.0\n"), 1.0F);
    EXPECT_EQ(parse_text_scale("1e9"), 3.0F); // the most that can be drawn
    for (const char* const none : {"", "\n", "large", "nan", "-1", "0", "1.25 and more"})
        EXPECT_EQ(parse_text_scale(none), std::nullopt) << none;
}

/// The desktop's text scale if `gsettings` runs these commands.
float scale_where_settings_do(const std::string& commands) {
    const TemporaryFolder folder;
    const std::filesystem::path program = folder.path() / "gsettings";
    std::ofstream(program) << "#!/bin/sh\n" << commands << '\n';
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const char* const given = std::getenv("PATH");
    const std::string path = given == nullptr ? "" : given;
    setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
    const float scale = DesktopText().scale();
    setenv("PATH", path.c_str(), 1);
    return scale;
}

TEST(DesktopText, IsWhatTheDesktopAnswersAndOtherwiseAsItIs) {
    EXPECT_EQ(scale_where_settings_do("[ \"$3\" = text-scaling-factor ] && echo 1.5"), 1.5F);
    EXPECT_EQ(scale_where_settings_do("exit 1"), 1.0F);
    EXPECT_EQ(scale_where_settings_do("exec sleep 600"), 1.0F); // the window opens even if the desktop hangs
    EXPECT_EQ(scale_where_settings_do("exec cat /dev/zero"), 1.0F);
}

} // namespace
} // namespace attn
