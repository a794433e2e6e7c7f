// The scripts of tests/ui, each in a window and a folder of its own. A screen is opened once for many scripts.

#include "app/assets.h"
#include "app/play.h"
#include "core/document/session/session_limits.h"
#include "core/document/sources/presets.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace attn {
namespace {

/// One script as a test. ctest runs each part of the scripts in a process.
class Plays : public testing::Test {
public:
    explicit Plays(std::filesystem::path script) : script_(std::move(script)) {}

    static void SetUpTestSuite() {
        auto opened = open_screen(options());
        ASSERT_TRUE(opened) << opened.error().message;
        screen_ = *std::move(opened);
    }
    static void TearDownTestSuite() { screen_ = {}; }

    /// Runs the script in a folder in which "data" is the tests' data.
    void TestBody() override {
        ASSERT_TRUE(screen_.screen);
        const TemporaryFolder folder;
        const std::filesystem::path before = std::filesystem::current_path();
        std::filesystem::current_path(folder.path());
        std::filesystem::create_directory_symlink(source_folder() / "tests/data", "data");
        PlayOptions shown = options();
        shown.script = script_;
        auto first = load_preset(shown.assets, std::string(default_preset));
        ASSERT_TRUE(first) << first.error().message;
        const auto status = play_on(screen_, *std::move(first), shown, services_of_program());
        EXPECT_TRUE(status && *status == 0) << (status ? "an expectation failed, see above" : status.error().message);
        std::filesystem::current_path(before);
    }

private:
    static PlayOptions options() {
        PlayOptions shown;
        shown.assets = program_assets();
        shown.offscreen = true;
        return shown;
    }

    static PlayScreen screen_;
    std::filesystem::path script_;
};

PlayScreen Plays::screen_;

const bool are_registered = [] {
    constexpr std::size_t parts = 8;
    std::vector<std::filesystem::path> scripts;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/ui"))
        if (entry.path().extension() == ".play")
            scripts.push_back(entry.path());
    std::ranges::sort(scripts);
    for (std::size_t i = 0; i < scripts.size(); ++i)
        testing::RegisterTest(fmt::format("Plays{}", i % parts + 1).c_str(), scripts[i].stem().c_str(), nullptr,
                              nullptr, __FILE__, __LINE__,
                              [script = scripts[i]]() -> Plays* { return new Plays(script); });
    return true;
}();

} // namespace
} // namespace attn
