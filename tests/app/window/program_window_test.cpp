// The program itself, used with mouse and keys on desktops.

#include "app/window/app_content.h"
#include "core/document/sources/presets.h"
#include "core/model/cell.h"
#include "tests/app/window/shown_window.h"
#include "tests/folders.h"
#include "ui/shell/app.h"

#include <array>
#include <cmath>
#include <map>
#include <mutex>

namespace attn {
namespace {

/// The program at the stage of the mask. It tells the person the places of targets, and which keys are masked.
class MaskStage final : public TestContent {
public:
    explicit MaskStage(App& app) : app_(&app), content_(app) {
        app_->go_to(ArrayId::mask);
        state.title = "Attention Lab";
    }
    void load_fonts(float scale) override { content_.load_fonts(scale); }
    void painted() override { content_.painted(); }
    FrameState draw(float scale) override {
        ImGui::GetIO().MouseDoubleClickTime = 1e6F; // frames may be slow
        FrameState now = content_.draw(scale);
        std::map<std::string, Point> places;
        for (const ShownTarget& target : app_->targets())
            if (!target.box.empty())
                places.emplace(target.name, target.box.centre());
        std::string masked;
        for (const char* name : {"mask[1,1]", "mask[1,2]", "mask[1,3]", "mask[2,1]", "mask[2,2]", "mask[2,3]",
                                 "mask[3,1]", "mask[3,2]", "mask[3,3]"})
            if (const CellId cell = *parse_cell_name(name);
                app_->trace().contains(cell) && std::isinf(app_->trace().value(cell)))
                masked += (masked.empty() ? "" : " ") + std::string(name);
        {
            const std::lock_guard lock(mutex_);
            scale_ = scale;
            const ImVec2 mouse = ImGui::GetIO().MousePos;
            mouse_ = {mouse.x * scale, mouse.y * scale};
            places_ = std::move(places);
            masked_ = std::move(masked);
            words_ = app_->session().layer().sequence.items.front();
        }
        now.closed = TestContent::draw(scale).closed;
        return now;
    }

    /// The centre of a target, in pixels.
    std::optional<Point> place_of(const std::string& target) {
        const std::lock_guard lock(mutex_);
        const auto found = places_.find(target);
        return found == places_.end() ? std::nullopt
                                      : std::optional(Point{found->second.x * scale_, found->second.y * scale_});
    }
    /// The place of the mouse as the program sees it, in pixels.
    Point mouse() {
        const std::lock_guard lock(mutex_);
        return mouse_;
    }
    float scale() {
        const std::lock_guard lock(mutex_);
        return scale_;
    }
    std::vector<std::string> words() {
        const std::lock_guard lock(mutex_);
        return words_;
    }
    std::string masked() {
        const std::lock_guard lock(mutex_);
        return masked_;
    }

private:
    App* app_;
    AppContent content_;
    std::mutex mutex_;
    std::map<std::string, Point> places_;
    std::string masked_;
    std::vector<std::string> words_;
    Point mouse_;
    float scale_ = 1;
};

/// The desktop of a test.
struct Desktop {
    WindowManager manager = WindowManager::none;
    DisplaySize size{1440, 900};
};

class ProgramsWindow : public ShownWindow, public testing::WithParamInterface<Desktop> {
protected:
    /// Opens the program on the desktop, and runs person(content, move_to), which ends the content.
    template <class Person>
    void work(const Person& person) {
        ASSERT_NO_FATAL_FAILURE(open_display(GetParam().manager, GetParam().size));
        if (!display_)
            return;
        Result<Session> session = load_preset(assets_folder(), "by-hand");
        ASSERT_TRUE(session) << session.error().message;
        AppOptions app_options;
        app_options.wake = Window::wake;
        const Result<std::unique_ptr<App>> app =
            App::open(*std::move(session), assets_folder(), std::move(app_options));
        ASSERT_TRUE(app) << app.error().message;
        MaskStage content(**app);
        WindowOptions options;
        if (GetParam().manager != WindowManager::sway)
            options.scale = 1; // a Wayland desktop determines it
        show(content, options, [&](const std::string& window) {
            // A Wayland desktop gives the window its size after the window is there.
            EXPECT_TRUE(happens([&] { return std::abs(content.scale() - GetParam().size.scale) < 0.01F; }))
                << content.scale();
            person(content, [&](const std::string& target) {
                std::optional<Point> place;
                EXPECT_TRUE(happens([&] { return (place = content.place_of(target)).has_value(); })) << target;
                if (!place)
                    return;
                // A window is on the screen for some time before the desktop tells it about the mouse, so the mouse
                // moves until the window sees it.
                int beside = 0;
                EXPECT_TRUE(happens([&] {
                    beside = 1 - beside;
                    display_->xdotool({"mousemove", "--window", window, std::to_string(std::lround(place->x) + beside),
                                       std::to_string(std::lround(place->y))});
                    const Point mouse = content.mouse();
                    return std::hypot(mouse.x - place->x, mouse.y - place->y) < 3;
                })) << target;
            });
            content.end();
        });
    }
};

std::string name_of_desktop(const testing::TestParamInfo<Desktop>& desktop) {
    const int percent = static_cast<int>(desktop.param.size.scale * 100);
    return name_of(desktop.param.manager) + (percent == 100 ? "" : "_" + std::to_string(percent));
}

constexpr Desktop wayland_125{WindowManager::sway, {1600, 900, 1.25F}};
constexpr Desktop wayland_150{WindowManager::sway, {1920, 1080, 1.5F}};
constexpr Desktop wayland_200{WindowManager::sway, {2560, 1440, 2}};

INSTANTIATE_TEST_SUITE_P(Under, ProgramsWindow,
                         testing::Values(Desktop{WindowManager::none}, Desktop{WindowManager::openbox}),
                         name_of_desktop);
INSTANTIATE_TEST_SUITE_P(UnderOthersAtNight, ProgramsWindow,
                         testing::Values(Desktop{WindowManager::fluxbox}, Desktop{WindowManager::icewm},
                                         Desktop{WindowManager::i3}, Desktop{WindowManager::twm}, wayland_125,
                                         wayland_150, wayland_200),
                         name_of_desktop);

class ProgramsKeyboard : public ProgramsWindow {};
INSTANTIATE_TEST_SUITE_P(Under, ProgramsKeyboard, testing::Values(Desktop{WindowManager::openbox}), name_of_desktop);
INSTANTIATE_TEST_SUITE_P(UnderOthersAtNight, ProgramsKeyboard, testing::Values(wayland_125), name_of_desktop);

TEST_P(ProgramsWindow, DoubleClickDragAndMenuDoInItWhatTheyShould) {
    work([&](MaskStage& content, const auto& move_to) {
        const auto mask_becomes = [&](const std::string& cells) {
            return happens([&] { return content.masked() == cells; });
        };
        move_to("cell:mask[1,2]");
        display_->xdotool({"click", "--repeat", "2", "--delay", "10", "1"});
        EXPECT_TRUE(mask_becomes("mask[1,2]")) << content.masked();
        move_to("cell:mask[3,1]");
        display_->xdotool({"mousedown", "1"});
        display_->xdotool({"mousemove_relative", "10", "0"}); // a stroke begins at the first movement
        EXPECT_TRUE(mask_becomes("mask[1,2] mask[3,1]")) << content.masked();
        move_to("cell:mask[3,2]");
        display_->xdotool({"mouseup", "1"});
        EXPECT_TRUE(mask_becomes("mask[1,2] mask[3,1] mask[3,2]")) << content.masked();
        move_to("action:menu/mask");
        display_->xdotool({"click", "1"});
        move_to("action:mask-clear");
        display_->xdotool({"click", "1"});
        EXPECT_TRUE(mask_becomes("")) << content.masked();
    });
}

/// Tells the person for which scale fonts were loaded, and how many pixels are drawn.
class SizedContent final : public TestContent {
public:
    struct Drawn {
        float letters = 0;
        float scale = 0;
        Point pixels;
    };

    void load_fonts(float scale) override {
        TestContent::load_fonts(scale);
        letters_ = scale;
    }
    FrameState draw(float scale) override {
        const ImVec2 area = ImGui::GetIO().DisplaySize;
        const std::lock_guard lock(mutex_);
        drawn_ = {letters_, scale, {area.x * scale, area.y * scale}};
        return TestContent::draw(scale);
    }
    Drawn drawn() {
        const std::lock_guard lock(mutex_);
        return drawn_;
    }

private:
    std::mutex mutex_;
    float letters_ = 0;
    Drawn drawn_;
};

class TwoMonitorsAtNight : public ShownWindow {};

TEST_F(TwoMonitorsAtNight, WindowThatGoesToOneOfAnotherScaleStaysSharpAndWhole) {
    const std::array monitors{DisplaySize{1280, 720, 1}, DisplaySize{2560, 1440, 2}};
    ASSERT_NO_FATAL_FAILURE(open_display(WindowManager::sway, monitors[0], monitors[1]));
    if (!display_)
        return;
    SizedContent content;
    show(content, {}, [&](const std::string&) {
        for (const int monitor : {1, 2, 1}) {
            const DisplaySize& size = monitors.at(static_cast<std::size_t>(monitor - 1));
            display_->move_to_monitor(monitor);
            EXPECT_TRUE(happens([&] {
                const SizedContent::Drawn drawn = content.drawn();
                return drawn.scale == size.scale && drawn.letters == size.scale &&
                       drawn.pixels == Point{static_cast<float>(size.width), static_cast<float>(size.height)};
            })) << "monitor "
                << monitor << ": letters for " << content.drawn().letters << ", drawn at " << content.drawn().scale
                << ", " << content.drawn().pixels.x << " x " << content.drawn().pixels.y << " pixels";
        }
        content.end();
    });
}

TEST_P(ProgramsKeyboard, AnAccentOfTheKeyboardWaitsForItsLetter) {
    work([&](MaskStage& content, const auto& move_to) {
        // On other desktops the keyboard belongs to the display.
        run({"setxkbmap", "-layout", "us", "-variant", "intl"}, {{"DISPLAY", display_->name()}});
        move_to("field:sentence");
        display_->xdotool({"click", "1"});
        display_->xdotool({"key", "ctrl+a"});
        // Keys by their codes: the dead key ´ waits, and comes with e.
        for (const char* key : {"28", "48", "26", "36"}) // t ´ e Enter
            display_->xdotool({"key", key});
        EXPECT_TRUE(happens([&] { return content.words() == std::vector<std::string>{"té"}; }))
            << testing::PrintToString(content.words());
    });
}

} // namespace
} // namespace attn
