// Opening, saving and remembering files, with mouse and keys in a real window.

#include "core/files/file.h"
#include "tests/app/program.h"
#include "tests/happens.h"

namespace attn {
namespace {

class OpeningFiles : public Program {
protected:
    void SetUp() override {
        display_ = Display::start();
        if (!display_)
            GTEST_SKIP() << Display::missing;
    }

    std::unique_ptr<Process> open_window(const std::vector<std::string>& words) {
        auto program = std::make_unique<Process>(command(words), with(*display_), folder_.path());
        window_ = display_->find_window("Attention Lab");
        EXPECT_FALSE(window_.empty());
        return program;
    }
    void key(const std::string& name) const { display_->xdotool({"key", "--window", window_, name}); }
    /// Types letters, then Enter.
    void type(const std::string& text) const {
        display_->xdotool({"type", "--window", window_, text});
        key("Return");
    }
    /// Gives the selected cell another value.
    void change_something() const {
        key("Return");
        type("0.125");
        EXPECT_TRUE(display_->title_becomes(window_, "•", true)) << display_->title_of(window_);
    }
    static std::string text_of(const std::filesystem::path& file) {
        const Result<std::string> text = read_text_file(file);
        return text ? *text : "(not there)";
    }
    static bool appears(const std::filesystem::path& file) {
        return happens([&] { return std::filesystem::exists(file); });
    }

    std::unique_ptr<Display> display_;
    std::string window_;
};

TEST_F(OpeningFiles, SavesOnTheWayOutAndFindsFileAndThemeAgain) {
    auto program = open_window({"--preset", "by-hand"});
    key("ctrl+t");
    change_something();
    key("ctrl+q"); // not through the window manager, whose message might come after the next key
    key("s");      // Save; without a file it asks for a path
    key("ctrl+a");
    type("tea.json");
    const Finished first = program->wait();
    EXPECT_EQ(first.status, 0);
    EXPECT_EQ(first.errors, "");
    ASSERT_TRUE(std::filesystem::exists(file("tea.json")));
    EXPECT_NE(text_of(file("config/attention-lab/settings.json")).find("\"dark\""), std::string::npos);
    EXPECT_NE(text_of(file("state/attention-lab/recent.json")).find("/tea.json\""), std::string::npos);

    program = open_window({});
    key("ctrl+p");
    type("open tea.json");
    EXPECT_TRUE(display_->title_becomes(window_, "tea.json", true)) << display_->title_of(window_);
    key("ctrl+t");
    key("ctrl+q");
    EXPECT_EQ(program->wait().status, 0);
    EXPECT_NE(text_of(file("config/attention-lab/settings.json")).find("\"light\""), std::string::npos)
        << "it had opened in dark colours";
}

TEST_F(OpeningFiles, UnsavedChangesAreDiscardedOnlyWhenTheUserSaysSo) {
    auto program = open_window({"--preset", "by-hand"});
    change_something();
    key("ctrl+q");
    key("Escape");
    key("ctrl+z"); // a window that is still there sees it
    EXPECT_TRUE(display_->title_becomes(window_, "•", false)) << display_->title_of(window_);
    EXPECT_TRUE(program->running());
    change_something();
    key("ctrl+q");
    key("Right");
    key("Return");
    const Finished finished = program->wait();
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.errors, "");
}

TEST_F(OpeningFiles, TheFileMenuOpensWithTheMouse) {
    const Finished made = start({"new", "--preset", "red-fox", "-o", "fox.json"});
    ASSERT_EQ(made.status, 0) << made.errors;
    auto program = open_window({});
    display_->xdotool({"windowsize", "--sync", window_, "1440", "900"});
    display_->xdotool({"mousemove", "--window", window_, "1332", "24"});
    display_->xdotool({"click", "1"});
    key("Down"); // New…
    key("Down"); // Open…
    key("Return");
    type("fox.json");
    EXPECT_TRUE(display_->title_becomes(window_, "fox.json", true)) << display_->title_of(window_);
    key("ctrl+q");
    EXPECT_EQ(program->wait().status, 0);
}

TEST_F(OpeningFiles, DamagedSettingsAreKeptAsideAndTheWindowOpens) {
    std::filesystem::create_directories(file("config/attention-lab"));
    std::ofstream(file("config/attention-lab/settings.json")) << "{\"theme\": \"dar";
    auto program = open_window({});
    key("ctrl+t");
    EXPECT_TRUE(appears(file("config/attention-lab/settings.json"))) << "new settings were not kept";
    key("ctrl+q");
    const Finished finished = program->wait();
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.errors, "");
    EXPECT_EQ(text_of(file("config/attention-lab/settings.json.damaged")), "{\"theme\": \"dar");
}

} // namespace
} // namespace attn
