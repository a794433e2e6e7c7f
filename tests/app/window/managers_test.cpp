// The mouse in a window, and its place, under window managers: they differ in how they treat a press before the window
// gets it, and in where they put a window.

#include "tests/app/window/shown_window.h"

#include <cmath>
#include <mutex>

namespace attn {
namespace {

constexpr Box button{60, 100, 300, 100};
constexpr Box handle{60, 250, 300, 100};

bool push_button(const char* label, const Box& box) {
    ImGui::SetCursorPos({box.x, box.y});
    return ImGui::Button(label, {box.width, box.height});
}

/// A menu, a button and a handle to drag, with a record of what happened to them.
class Gestures final : public TestContent {
public:
    FrameState draw(float scale) override {
        ImGuiIO& io = ImGui::GetIO();
        io.MouseDoubleClickTime = 1e6F; // frames may be slow
        if (ImGui::BeginMainMenuBar()) {
            if (ImGui::BeginMenu("File")) {
                if (ImGui::MenuItem("Open"))
                    ++chosen;
                keep_place_of_item(item_);
                ImGui::EndMenu();
            } else
                keep_place_of_item(menu_);
            ImGui::EndMainMenuBar();
        }
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(io.DisplaySize);
        ImGui::Begin("all", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
        if (push_button("button", button))
            ++clicks;
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0))
            ++double_clicks;
        if (ImGui::IsItemHovered())
            wheel = wheel + static_cast<int>(io.MouseWheel);
        push_button("handle", handle);
        is_held = ImGui::IsItemActive();
        is_lost = is_lost || (is_held && !ImGui::IsMousePosValid());
        mouse_x = io.MousePos.x;
        mouse_y = io.MousePos.y;
        ImGui::End();
        return TestContent::draw(scale);
    }

    std::optional<Point> menu() { return place(menu_); }
    std::optional<Point> item() { return place(item_); }

    std::atomic<int> clicks = 0;
    std::atomic<int> double_clicks = 0;
    std::atomic<int> wheel = 0;
    std::atomic<int> chosen = 0;       ///< times that the menu's item was chosen
    std::atomic<bool> is_held = false; ///< the mouse holds the handle
    std::atomic<bool> is_lost = false; ///< the mouse was nowhere for a frame while it held the handle
    std::atomic<float> mouse_x = 0;
    std::atomic<float> mouse_y = 0;

private:
    void keep_place_of_item(std::optional<Point>& place) {
        const ImVec2 least = ImGui::GetItemRectMin();
        const ImVec2 most = ImGui::GetItemRectMax();
        const std::lock_guard lock(mutex_);
        place = Point{std::floor((least.x + most.x) / 2), std::floor((least.y + most.y) / 2)};
    }
    std::optional<Point> place(const std::optional<Point>& place) {
        const std::lock_guard lock(mutex_);
        return place;
    }

    std::mutex mutex_;
    std::optional<Point> menu_;
    std::optional<Point> item_;
};

class EachManager : public ShownWindow, public testing::WithParamInterface<WindowManager> {
protected:
    void move_to(const std::string& window, const Point& place) const {
        display_->xdotool({"mousemove", "--window", window, std::to_string(std::lround(place.x)),
                           std::to_string(std::lround(place.y))});
    }
    void leave_window() const { display_->xdotool({"mousemove", "0", "0"}); } // a corner of the screen
    void press() const { display_->xdotool({"mousedown", "1"}); }
    void release() const { display_->xdotool({"mouseup", "1"}); }
    void click() const { display_->xdotool({"click", "1"}); }

    /// Runs `person` with the mouse in a window of the usual kind.
    template <class Person>
    void with_gestures(Gestures& content, const Person& person) {
        WindowOptions options;
        options.place.width = 800;
        options.place.height = 600;
        options.scale = 1;
        show(content, options, [&](const std::string& window) {
            person(window);
            content.end();
        });
    }
};

const auto name_of_manager = [](const auto& manager) { return name_of(manager.param); };
INSTANTIATE_TEST_SUITE_P(Of, EachManager, testing::Values(WindowManager::none, WindowManager::openbox),
                         name_of_manager);
INSTANTIATE_TEST_SUITE_P(OfOthersAtNight, EachManager,
                         testing::Values(WindowManager::fluxbox, WindowManager::icewm, WindowManager::i3,
                                         WindowManager::twm),
                         name_of_manager);

TEST_P(EachManager, ClicksDoubleClicksAndTheWheelArriveWhereTheMouseIs) {
    ASSERT_NO_FATAL_FAILURE(open_display(GetParam()));
    if (!display_)
        return;
    Gestures content;
    with_gestures(content, [&](const std::string& window) {
        move_to(window, button.centre());
        click();
        EXPECT_TRUE(happens([&] { return content.clicks == 1; })) << "no click arrives";
        display_->xdotool({"click", "4"});
        EXPECT_TRUE(happens([&] { return content.wheel == 1; })) << "the wheel does not arrive";
        display_->xdotool({"click", "5"});
        display_->xdotool({"click", "5"});
        EXPECT_TRUE(happens([&] { return content.wheel == -1; })) << "the wheel does not arrive";
        EXPECT_EQ(content.double_clicks, 0);
        const Point elsewhere = button.centre();
        move_to(window, {elsewhere.x + 40, elsewhere.y + 20});
        display_->xdotool({"click", "--repeat", "2", "--delay", "10", "1"});
        EXPECT_TRUE(happens([&] { return content.clicks == 3 && content.double_clicks == 1; }))
            << content.clicks << " clicks, " << content.double_clicks << " double clicks";
    });
    EXPECT_EQ(content.clicks, 3);
    EXPECT_EQ(content.double_clicks, 1);
}

TEST_P(EachManager, ADragGoesOnOutsideTheWindowUntilTheButtonIsReleased) {
    ASSERT_NO_FATAL_FAILURE(open_display(GetParam()));
    if (!display_)
        return;
    Gestures content;
    with_gestures(content, [&](const std::string& window) {
        const auto is_at = [&](const Point& place) { return content.mouse_x == place.x && content.mouse_y == place.y; };
        const auto drag_out = [&] {
            move_to(window, handle.centre());
            press();
            EXPECT_TRUE(happens([&] { return content.is_held.load(); })) << "no press arrives";
            leave_window();
            EXPECT_TRUE(happens([&] { return content.mouse_x < 0 || content.mouse_y < 0; })) << "it is not followed";
            EXPECT_TRUE(content.is_held);
        };
        drag_out();
        move_to(window, button.centre());
        EXPECT_TRUE(happens([&] { return is_at(button.centre()); })) << "it is not followed back";
        EXPECT_TRUE(content.is_held);
        release();
        EXPECT_TRUE(happens([&] { return !content.is_held; })) << "no release arrives";
        EXPECT_TRUE(happens([&] { return is_at(button.centre()); })) << "the mouse is elsewhere";
        drag_out();
        release();
        EXPECT_TRUE(happens([&] { return !content.is_held && content.mouse_x == -FLT_MAX; }))
            << "nobody says that the mouse is gone";
    });
    EXPECT_FALSE(content.is_lost);
}

TEST_P(EachManager, AMenuOpensAndItsEntryIsChosen) {
    ASSERT_NO_FATAL_FAILURE(open_display(GetParam()));
    if (!display_)
        return;
    Gestures content;
    with_gestures(content, [&](const std::string& window) {
        EXPECT_TRUE(happens([&] { return content.menu().has_value(); }));
        move_to(window, *content.menu());
        click();
        EXPECT_TRUE(happens([&] { return content.item().has_value(); })) << "the menu does not open";
        if (content.item()) {
            move_to(window, *content.item());
            click();
        }
        EXPECT_TRUE(happens([&] { return content.chosen == 1; })) << "its entry is not chosen";
    });
    EXPECT_EQ(content.clicks, 0);
}

/// Tests that a window with its frame is entirely on the screen, and as large as possible.
class WholeWindow : public ShownWindow, public testing::WithParamInterface<std::tuple<WindowManager, DisplaySize>> {
protected:
    void expect_whole(const WindowPlace& wished) {
        const auto [manager, size] = GetParam();
        ASSERT_NO_FATAL_FAILURE(open_display(manager, size));
        if (!display_)
            return;
        WindowOptions options;
        options.place = wished;
        TestContent content;
        Box frame;
        Box area;
        show(content, options, [&](const std::string& window) {
            constexpr float most_left_free = 40; // width of frames at both sides of a window
            const auto is_whole_and_large = [&] {
                frame = display_->frame_of(window);
                area = display_->work_area();
                const bool is_whole = frame.x >= area.x && frame.y >= area.y && frame.right() <= area.right() &&
                                      frame.bottom() <= area.bottom();
                return is_whole &&
                       frame.width + most_left_free >= std::min(area.width, static_cast<float>(wished.width)) &&
                       frame.height + most_left_free >= std::min(area.height, static_cast<float>(wished.height));
            };
            EXPECT_TRUE(happens(is_whole_and_large))
                << frame.x << ' ' << frame.y << ' ' << frame.width << ' ' << frame.height;
            content.end();
        });
    }
};

const auto name_of_manager_and_size = [](const auto& parameter) {
    const DisplaySize size = std::get<1>(parameter.param);
    return name_of(std::get<0>(parameter.param)) + std::to_string(size.width) + 'x' + std::to_string(size.height);
};
const auto both_sizes = testing::Values(DisplaySize{1440, 900}, DisplaySize{1024, 700});
INSTANTIATE_TEST_SUITE_P(Under, WholeWindow,
                         testing::Combine(testing::Values(WindowManager::none, WindowManager::openbox), both_sizes),
                         name_of_manager_and_size);
INSTANTIATE_TEST_SUITE_P(UnderOthersAtNight, WholeWindow,
                         testing::Combine(testing::Values(WindowManager::fluxbox, WindowManager::icewm,
                                                          WindowManager::i3, WindowManager::twm),
                                          both_sizes),
                         name_of_manager_and_size);

TEST_P(WholeWindow, IsTheFirstOne) {
    expect_whole({});
}

TEST_P(WholeWindow, IsOneThatStoodHalfOffTheScreen) {
    WindowPlace place;
    place.width = 1000;
    place.height = 690;
    place.x = 500;
    place.y = -60;
    expect_whole(place);
}

} // namespace
} // namespace attn
