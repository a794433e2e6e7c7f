#pragma once

#include "app/window/content.h"
#include "app/window/loop.h"
#include "app/window/screen.h"
#include "app/window/window.h"
#include "tests/app/display.h"
#include "tests/happens.h"

#include <GLFW/glfw3.h>
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <imgui.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace attn {

/// The content of a test's window. It closes when asked to, or when the test calls end().
class TestContent : public Content {
public:
    void load_fonts(float /*scale*/) override {
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    FrameState draw(float /*scale*/) override {
        ++frames;
        state.closed = state.closed || done;
        return state;
    }
    void drop(const std::vector<std::filesystem::path>& /*files*/) override {}
    void ask_to_close() override {
        asked_to_close = true;
        state.closed = true;
    }
    /// Closes the window; may be called from any thread.
    void end() {
        done = true;
        glfwPostEmptyEvent();
    }

    FrameState state{.title = "shown:", .next_frame = std::nullopt, .closed = false};
    std::atomic<int> frames = 0;
    std::atomic<bool> asked_to_close = false;

private:
    std::atomic<bool> done = false;
};

/// Runs the window's loop on a display, while another thread acts as a person.
class ShownWindow : public testing::Test {
protected:
    void open_display(WindowManager manager = WindowManager::openbox, DisplaySize size = {},
                      std::optional<DisplaySize> beside = {}) {
#ifdef GLFW_PLATFORM_WAYLAND
        const bool has_wayland = glfwPlatformSupported(GLFW_PLATFORM_WAYLAND) == GLFW_TRUE;
#else
        const bool has_wayland = false;
#endif
        if (manager == WindowManager::sway && !has_wayland)
            GTEST_SKIP() << "GLFW is from before 3.4 here, and knows X11 alone";
        display_ = Display::start(manager, size, beside);
        if (!display_)
            GTEST_SKIP() << Display::missing;
        for (const auto& [variable, value] : display_->environment())
            if (value.empty())
                unsetenv(variable.c_str());
            else
                setenv(variable.c_str(), value.c_str(), 1);
    }
    void TearDown() override {
        unsetenv("DISPLAY");
        unsetenv("WAYLAND_DISPLAY");
    }

    /// Shows the content, and runs person(window) in another thread, which ends the content.
    template <class Person>
    void show(TestContent& content, const WindowOptions& options, const Person& person) {
        Result<std::unique_ptr<Window>> opened = Window::open(options);
        ASSERT_TRUE(opened) << opened.error().message;
        Window& window = **opened;
        const Result<std::unique_ptr<Screen>> screen = Screen::open(*std::move(opened));
        ASSERT_TRUE(screen);
        std::thread thread([&] { person(display_->find_visible_window(content.state.title)); });
        show_until_closed(window, **screen, content);
        thread.join();
        place_ = window.place();
    }

    std::unique_ptr<Display> display_;
    WindowPlace place_; ///< after it was shown
};

} // namespace attn
