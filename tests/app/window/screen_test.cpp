#include "app/window/offscreen_surface.h"
#include "app/window/screen.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <imgui.h>
#include <utility>

namespace attn {
namespace {

/// Draws what a test passes it.
class Drawing final : public Content {
public:
    explicit Drawing(std::function<void()> draw) : draw_(std::move(draw)) {}

    void load_fonts(float scale) override {
        font_scales.push_back(scale);
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    FrameState draw(float /*scale*/) override {
        draw_();
        return state;
    }
    void drop(const std::vector<std::filesystem::path>& /*files*/) override {}
    void ask_to_close() override {}

    FrameState state;
    std::vector<float> font_scales;

private:
    std::function<void()> draw_;
};

constexpr float frame_time = 1.0F / 60;

std::unique_ptr<Screen> open_screen(SurfaceSize size) {
    Result<std::unique_ptr<OffscreenSurface>> surface = OffscreenSurface::open(size);
    if (!surface) {
        ADD_FAILURE() << surface.error().message;
        return nullptr;
    }
    Result<std::unique_ptr<Screen>> screen = Screen::open(*std::move(surface));
    EXPECT_TRUE(screen);
    return screen ? *std::move(screen) : nullptr;
}

std::uint32_t pixel(const Pixels& pixels, Index x, Index y) {
    return pixels.rgba.at(static_cast<std::size_t>(y * pixels.width + x));
}

/// A button that fills a small window, and counts its clicks.
std::function<void()> big_button(int& clicks) {
    return [&clicks] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({200, 100});
        ImGui::Begin("test", nullptr, ImGuiWindowFlags_NoDecoration);
        clicks += ImGui::Button("press", {180, 80}) ? 1 : 0;
        ImGui::End();
    };
}

TEST(Screen, PictureHasTheSizeAskedForAndItsFirstRowIsTheUppermost) {
    const auto screen = open_screen({.width = 60, .height = 40, .scale = 1});
    ASSERT_TRUE(screen);
    Drawing drawing([] {
        ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, {60, 10}, IM_COL32(200, 0, 0, 255));
        ImGui::GetForegroundDrawList()->AddRectFilled({0, 10}, {60, 40}, IM_COL32(0, 0, 200, 255));
    });
    const Pixels pixels = screen->picture(drawing, frame_time);
    ASSERT_EQ(pixels.width, 60);
    ASSERT_EQ(pixels.height, 40);
    EXPECT_EQ(pixel(pixels, 30, 5), packed({200, 0, 0, 255}));
    EXPECT_EQ(pixel(pixels, 30, 30), packed({0, 0, 200, 255}));
}

TEST(Screen, DrawsInLogicalPixelsWhateverTheScale) {
    const auto screen = open_screen({.width = 120, .height = 80, .scale = 2});
    ASSERT_TRUE(screen);
    ImVec2 area;
    Drawing drawing([&] {
        area = ImGui::GetIO().DisplaySize;
        ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, {30, 40}, IM_COL32(0, 200, 0, 255));
    });
    const Pixels pixels = screen->picture(drawing, frame_time);
    EXPECT_EQ(area.x, 60);
    EXPECT_EQ(area.y, 40);
    EXPECT_EQ(pixel(pixels, 59, 79), packed({0, 200, 0, 255}));
    EXPECT_EQ(pixel(pixels, 60, 79), packed({0, 0, 0, 255}));
    EXPECT_EQ(drawing.font_scales, std::vector<float>{2});
}

TEST(Screen, IsEnlargedUntilItJustHasTheAreaAskedFor) {
    const auto screen = open_screen({.width = 192, .height = 120, .scale = 1});
    ASSERT_TRUE(screen);
    ImVec2 area;
    Drawing drawing([&] { area = ImGui::GetIO().DisplaySize; });
    screen->frame(drawing, frame_time);
    drawing.state.enlarged_to = Point{96, 50};
    screen->frame(drawing, frame_time);
    EXPECT_EQ(area.x, 192) << "from the next frame on";
    screen->frame(drawing, frame_time);
    EXPECT_EQ(area.x, 96);
    EXPECT_EQ(area.y, 60);
    EXPECT_EQ(drawing.font_scales, (std::vector<float>{1, 2}));
    drawing.state.enlarged_to = Point{400, 300};
    screen->frame(drawing, frame_time);
    screen->frame(drawing, frame_time);
    EXPECT_EQ(area.x, 192) << "never smaller than without";
}

TEST(Screen, ClickReachesAButtonEvenWhenPressAndReleaseCameTogether) {
    const auto screen = open_screen({.width = 200, .height = 100, .scale = 1});
    ASSERT_TRUE(screen);
    int clicks = 0;
    Drawing drawing(big_button(clicks));
    screen->frame(drawing, frame_time);
    screen->input().push(MouseMoved{{100, 50}});
    screen->input().push(MouseButtonChanged{MouseButton::left, true});
    screen->input().push(MouseButtonChanged{MouseButton::left, false});
    while (!screen->input().empty())
        screen->frame(drawing, frame_time);
    screen->frame(drawing, frame_time);
    EXPECT_EQ(clicks, 1);
}

TEST(Screen, TypedLettersComeBeforeTheEnterThatFollowsThem) {
    const auto screen = open_screen({.width = 200, .height = 100, .scale = 1});
    ASSERT_TRUE(screen);
    std::array<char, 32> text{};
    std::string entered;
    Drawing drawing([&] {
        ImGui::Begin("test");
        ImGui::SetKeyboardFocusHere();
        if (ImGui::InputText("field", text.data(), text.size(), ImGuiInputTextFlags_EnterReturnsTrue))
            entered = text.data();
        ImGui::End();
    });
    for (int frame = 0; frame < 3; ++frame)
        screen->frame(drawing, frame_time);
    for (const char letter : {'0', '.', '5'})
        screen->input().push(LetterTyped{static_cast<char32_t>(letter)});
    screen->input().push(KeyChanged{{.key = Key::enter}, true});
    screen->input().push(KeyChanged{{.key = Key::enter}, false});
    while (!screen->input().empty())
        screen->frame(drawing, frame_time);
    EXPECT_EQ(entered, "0.5");
}

TEST(Screen, ChordIsSeenInOneFrameAndOnlyWithItsModifiers) {
    const auto screen = open_screen({.width = 200, .height = 100, .scale = 1});
    ASSERT_TRUE(screen);
    int undone = 0;
    int plain = 0;
    Drawing drawing([&] {
        undone += chord_pressed({.key = letter_key('z'), .control = true}) ? 1 : 0;
        plain += chord_pressed({.key = letter_key('z')}) ? 1 : 0;
    });
    screen->frame(drawing, frame_time);
    const Chord chord{.key = letter_key('z'), .control = true};
    screen->input().push(KeyChanged{chord, true});
    screen->input().push(KeyChanged{chord, false});
    screen->input().push(KeyChanged{{}, false});
    while (!screen->input().empty())
        screen->frame(drawing, frame_time);
    EXPECT_EQ(undone, 1);
    EXPECT_EQ(plain, 0);
}

TEST(OffscreenSurface, RefusesSizesThatCannotBeDrawn) {
    for (const auto& [width, height] : {std::pair{0, 10}, std::pair{10, -1}, std::pair{1'000'000, 10}}) {
        const auto surface = OffscreenSurface::open({.width = width, .height = height, .scale = 1});
        ASSERT_FALSE(surface);
        EXPECT_NE(surface.error().message.find(std::to_string(width) + "x"), std::string::npos);
    }
}

} // namespace
} // namespace attn
