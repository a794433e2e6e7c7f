// Starting on a display whose window manager has died.

#include "app/window/desktop.h"
#include "tests/app/program.h"
#include "tests/happens.h"

#include <cstdlib>
#include <memory>
#include <xcb/xcb.h>

namespace attn {
namespace {

class DeadManager : public Program {
protected:
    void start_display(WindowManager manager) {
        display_ = Display::start(manager);
        if (!display_)
            GTEST_SKIP() << Display::missing;
    }
    std::string check_window() const {
        return run({"xprop", "-root", "_NET_SUPPORTING_WM_CHECK"}, display_->environment()).output;
    }
    bool is_named() const { return check_window().find("window id") != std::string::npos; }
    void expect_window_opens() {
        std::ofstream(file("look.play")) << "screenshot look.png\n";
        const Finished played = run(command({"play", "look.play"}), with(*display_), folder_.path());
        EXPECT_EQ(played.status, 0) << played.errors;
        EXPECT_EQ(played.errors, "");
        EXPECT_TRUE(std::filesystem::exists(file("look.png")));
    }

    std::unique_ptr<Display> display_;
};

class DeadManagerAtNight : public DeadManager {};

TEST_F(DeadManagerAtNight, WhoseWindowIsGoneHindersNoWindow) {
    ASSERT_NO_FATAL_FAILURE(start_display(WindowManager::fluxbox));
    if (!display_)
        return;
    display_->kill_manager();
    ASSERT_TRUE(is_named()) << check_window();
    expect_window_opens();
}

TEST_F(DeadManager, WhoseWindowsNumberBelongsToAnotherHindersNoWindow) {
    ASSERT_NO_FATAL_FAILURE(start_display(WindowManager::none));
    if (!display_)
        return;
    const std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> server(
        xcb_connect(display_->name().c_str(), nullptr), xcb_disconnect);
    ASSERT_EQ(xcb_connection_has_error(server.get()), 0);
    const xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(server.get())).data->root;
    const xcb_window_t other = xcb_generate_id(server.get());
    xcb_create_window(server.get(), XCB_COPY_FROM_PARENT, other, root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      XCB_COPY_FROM_PARENT, 0, nullptr);
    constexpr std::string_view name = "_NET_SUPPORTING_WM_CHECK";
    const std::unique_ptr<xcb_intern_atom_reply_t, decltype(&std::free)> property(
        xcb_intern_atom_reply(server.get(), xcb_intern_atom(server.get(), 0, name.size(), name.data()), nullptr),
        std::free);
    xcb_change_property(server.get(), XCB_PROP_MODE_REPLACE, root, property->atom, XCB_ATOM_WINDOW, 32, 1, &other);
    xcb_flush(server.get());
    ASSERT_TRUE(happens([&] { return is_named(); })) << check_window();
    expect_window_opens();
}

TEST_F(DeadManager, IsNotOneThatLives) {
    ASSERT_NO_FATAL_FAILURE(start_display(WindowManager::openbox));
    if (!display_)
        return;
    const std::string before = check_window();
    ASSERT_TRUE(is_named()) << before;
    setenv("DISPLAY", display_->name().c_str(), 1);
    EXPECT_TRUE(forget_dead_window_manager());
    unsetenv("DISPLAY");
    EXPECT_EQ(check_window(), before);
}

} // namespace
} // namespace attn
