#include "tests/app/window/shown_window.h"
#include "ui/toolkit/key.h"

#include <array>

namespace attn {
namespace {

/// Writes the keys that it saw into its title.
class KeyList : public TestContent {
public:
    KeyList() { state.title = "keys:"; }
    FrameState draw(float scale) override {
        for (const char letter : {'a', 'b'})
            if (chord_pressed({.key = letter_key(letter), .control = true}))
                state.title += letter;
        clicked = clicked || ImGui::IsMouseClicked(0);
        mouse = ImGui::GetIO().MousePos;
        room = ImGui::GetIO().DisplaySize;
        return TestContent::draw(scale);
    }

    std::atomic<bool> clicked = false;
    ImVec2 mouse;
    ImVec2 room;
};

/// Gets files as if they had been dropped: no tool drops any, so the test calls GLFW's callback as GLFW does.
class DropList final : public KeyList {
public:
    FrameState draw(float scale) override {
        if (falls.exchange(false)) {
            GLFWwindow* const window = glfwGetCurrentContext();
            const GLFWdropfun callback = glfwSetDropCallback(window, nullptr);
            glfwSetDropCallback(window, callback);
            std::array paths{"/somewhere/tea.json", "/somewhere/数据.npz"};
            callback(window, static_cast<int>(paths.size()), paths.data());
            glfwPostEmptyEvent();
        }
        return KeyList::draw(scale);
    }
    void drop(const std::vector<std::filesystem::path>& files) override {
        dropped.insert(dropped.end(), files.begin(), files.end());
        ++drops;
    }
    std::vector<std::filesystem::path> dropped;
    std::atomic<bool> falls = false; ///< in the next frame
    std::atomic<int> drops = 0;
};

/// A window under openbox, which the window manager asks to close.
class WindowOnDisplay : public ShownWindow {
protected:
    void SetUp() override { open_display(); }

    template <class Hand>
    void show(KeyList& content, std::optional<float> scale, const Hand& hand) {
        WindowOptions options;
        options.place.width = 640;
        options.place.height = 400;
        options.scale = scale;
        ShownWindow::show(content, options, [&](const std::string& /*visible*/) {
            const std::string id = display_->find_window("keys:");
            hand(id);
            display_->close_window(id);
            if (happens([&] { return content.asked_to_close.load(); }))
                return;
            ADD_FAILURE() << "the window does not close though it was asked to";
            content.end();
        });
    }
};

TEST_F(WindowOnDisplay, KeysReachTheContentAndItsTitleTheDesktop) {
    KeyList content;
    std::string title;
    show(content, std::nullopt, [&](const std::string& window) {
        display_->xdotool({"key", "--window", window, "ctrl+b"});
        display_->xdotool({"key", "--window", window, "ctrl+a"});
        EXPECT_TRUE(happens([&] { return (title = display_->title_of(window)) == "keys:ba"; }));
    });
    EXPECT_EQ(title, "keys:ba");
    EXPECT_TRUE(content.asked_to_close);
}

TEST_F(WindowOnDisplay, SleepsWhileNothingHappens) {
    KeyList content;
    show(content, std::nullopt, [&](const std::string& window) {
        // A window that redraws by itself would draw while other programs start and end.
        constexpr int long_enough = 20;
        EXPECT_TRUE(happens([&] {
            const int before = content.frames;
            for (int i = 0; i < long_enough; ++i)
                display_->title_of(window);
            return before > 0 && content.frames == before;
        })) << "frames are drawn though nothing happens";
    });
}

TEST_F(WindowOnDisplay, MousePlacesAreInLogicalPixels) {
    KeyList content;
    show(content, 2.0F, [&](const std::string& window) {
        display_->xdotool({"mousemove", "--window", window, "300", "100"});
        display_->xdotool({"click", "1"});
        EXPECT_TRUE(happens([&] { return content.clicked.load(); })) << "no click arrives";
    });
    EXPECT_EQ(content.mouse.x, 150);
    EXPECT_EQ(content.mouse.y, 50);
}

TEST_F(WindowOnDisplay, HasRoomForEverythingHoweverSmallItIs) {
    KeyList content;
    show(content, std::nullopt, [&](const std::string& window) {
        display_->xdotool({"mousemove", "--window", window, "300", "100"});
        display_->xdotool({"click", "1"});
        EXPECT_TRUE(happens([&] { return content.clicked.load(); })) << "no click arrives";
    });
    // 640×400 pixels get the 1280×720 logical ones that the window needs, and some more in height.
    EXPECT_EQ(content.mouse.x, 600);
    EXPECT_EQ(content.mouse.y, 200);
    EXPECT_EQ(content.room.x, 1280);
    EXPECT_EQ(content.room.y, 800);
}

TEST_F(WindowOnDisplay, KnowsWhereItStands) {
    KeyList content;
    show(content, std::nullopt, [&](const std::string& window) {
        display_->xdotool({"windowsize", "--sync", window, "700", "500"});
        display_->xdotool({"windowmove", "--sync", window, "30", "40"});
    });
    EXPECT_EQ(place_.width, 700);
    EXPECT_EQ(place_.height, 500);
    // The place includes the window manager's frame.
    EXPECT_NEAR(place_.x.value_or(0), 30, 12);
    EXPECT_NEAR(place_.y.value_or(0), 50, 30);
}

TEST_F(WindowOnDisplay, FillsItsMonitorAndGoesBackToWhereItStood) {
    class FullScreen final : public KeyList {
    public:
        FrameState draw(float scale) override {
            FrameState now = KeyList::draw(scale);
            now.full_screen = full;
            width = ImGui::GetIO().DisplaySize.x;
            return now;
        }
        std::atomic<bool> full = false;
        std::atomic<float> width = 0;
    } content;
    show(content, 1.0F, [&](const std::string& window) {
        const auto stands = [&] { return display_->xdotool({"getwindowgeometry", window}); };
        const std::string before = stands();
        const auto turn = [&](bool full) {
            content.full = full;
            glfwPostEmptyEvent();
        };
        turn(true);
        EXPECT_TRUE(happens([&] { return content.width == 1920; })) << "it fills no monitor: " << stands();
        turn(false);
        EXPECT_TRUE(happens([&] { return content.width == 640 && stands() == before; }))
            << before << " became " << stands();
    });
    EXPECT_EQ(place_.width, 640);
    EXPECT_EQ(place_.height, 400);
}

TEST(Window, WithoutADisplaySaysInOneLineWhatToDo) {
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    const auto window = Window::open({});
    ASSERT_FALSE(window);
    const std::string& message = window.error().message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_NE(message.find("DISPLAY"), std::string::npos);
    EXPECT_NE(message.find("--offscreen"), std::string::npos);
}

TEST_F(WindowOnDisplay, DroppedFilesReachTheContentOnce) {
    DropList content;
    show(content, std::nullopt, [&](const std::string& /*window*/) {
        content.falls = true;
        glfwPostEmptyEvent();
        EXPECT_TRUE(happens([&] { return content.drops > 0; })) << "no file arrives";
    });
    EXPECT_EQ(content.dropped, (std::vector<std::filesystem::path>{"/somewhere/tea.json", "/somewhere/数据.npz"}));
}

} // namespace
} // namespace attn
