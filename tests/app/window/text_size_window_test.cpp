// The desktop's text size, in windows on it.

#include "tests/app/window/shown_window.h"

#include <fstream>

namespace attn {
namespace {

class RoomList final : public TestContent {
public:
    FrameState draw(float scale) override {
        FrameState now = TestContent::draw(scale);
        now.text_size = wanted;
        scale_now = scale;
        width = ImGui::GetIO().DisplaySize.x;
        return now;
    }
    void take_text_size(float size) override { shown = size; }

    std::atomic<float> wanted = 1;
    std::atomic<float> scale_now = 0;
    std::atomic<float> width = 0;
    std::atomic<float> shown = 0;
};

class TextSizeOfDesktop : public ShownWindow {
protected:
    /// Sets the resolution of texts in the way that desktops set it for X programs.
    void set_dots_per_inch(const std::string& dpi) const {
        EXPECT_EQ(
            run({"xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t" + dpi},
                display_->environment())
                .status,
            0);
    }
    /// Options that remember a window `width` units wide from a desktop with `units` units for a logical pixel.
    static WindowOptions window_of(int width, float units) {
        WindowOptions options;
        options.place = {.width = width, .height = width * 5 / 8, .x = {}, .y = {}, .units = units};
        return options;
    }
};

TEST_F(TextSizeOfDesktop, OfXIsObeyedAndTheWindowHasTheRoomForItThatItHadBefore) {
    ASSERT_NO_FATAL_FAILURE(open_display(WindowManager::openbox, {2880, 1800}));
    if (!display_)
        return;
    set_dots_per_inch("144");
    for (const auto& [width, units] : {std::pair(1440, 1.0F), std::pair(2880, 2.0F)}) {
        RoomList content;
        show(content, window_of(width, units), [&](const std::string& /*window*/) {
            EXPECT_TRUE(happens([&] { return content.scale_now == 1.5F && content.width == 1440; }))
                << content.scale_now << " at " << content.width;
            content.end();
        });
        EXPECT_EQ(place_.units, 1.5F) << "the next one is as large, too";
    }
}

TEST_F(TextSizeOfDesktop, IsMultipliedByTheProgramsOwnAsFarAsTheWindowHasRoom) {
    ASSERT_NO_FATAL_FAILURE(open_display(WindowManager::openbox, {2880, 1800}));
    if (!display_)
        return;
    set_dots_per_inch("120");
    RoomList content;
    WindowOptions options;
    options.place.width = 2560;
    options.place.height = 1440;
    show(content, options, [&](const std::string& /*window*/) {
        EXPECT_TRUE(happens([&] { return content.scale_now == 1.25F; })) << content.scale_now;
        const auto scale_becomes = [&](float wanted, float scale, float shown) {
            content.wanted = wanted;
            EXPECT_TRUE(happens([&] {
                glfwPostEmptyEvent(); // a frame states its wish, and the next one has it
                return content.scale_now == scale && content.shown == shown;
            })) << content.scale_now
                << " and " << content.shown;
        };
        scale_becomes(1.5F, 1.875F, 1.5F);
        scale_becomes(2.0F, 2.0F, 1.6F); // 1280 × 720 logical pixels
        scale_becomes(0.75F, 0.9375F, 0.75F);
        content.end();
    });
}

class TextSizeOfDesktopAtNight : public TextSizeOfDesktop {};

TEST_F(TextSizeOfDesktopAtNight, OfWaylandIsAskedOfTheDesktopsSettings) {
    const TemporaryFolder folder;
    std::ofstream(folder / "gsettings") << "#!/bin/sh\necho 1.25\n";
    std::filesystem::permissions(folder / "gsettings", std::filesystem::perms::owner_all);
    const char* const given = std::getenv("PATH");
    const std::string path = given == nullptr ? "" : given;
    setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
    struct Monitor {
        float scale = 1;
        float with_larger_text = 1;
    };
    for (const Monitor& monitor : {Monitor{1, 1.25F}, Monitor{1.25F, 1.5625F}, Monitor{1.5F, 1.875F},
                                   Monitor{2, 2.25F}}) { // a monitor of scale 2 has no room for more
        ASSERT_NO_FATAL_FAILURE(open_display(WindowManager::sway, {2880, 1800, monitor.scale}));
        if (!display_)
            break;
        RoomList content;
        show(content, window_of(1440, 1), [&](const std::string& /*window*/) {
            EXPECT_TRUE(happens([&] { return content.scale_now == monitor.with_larger_text; }))
                << content.scale_now << " at " << monitor.scale;
            content.end();
        });
    }
    setenv("PATH", path.c_str(), 1);
}

} // namespace
} // namespace attn
