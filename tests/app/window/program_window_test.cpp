// The program itself, worked with the mouse under window managers.

#include "app/window/app_content.h"
#include "core/document/presets.h"
#include "core/model/cell.h"
#include "tests/app/window/shown_window.h"
#include "ui/shell/app.h"

#include <cmath>
#include <map>
#include <mutex>

namespace attn {
namespace {

/// The program at the stage of the mask. Tells the person where things are, and which keys are masked.
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
        for (const char* cell : {"mask[1,1]", "mask[1,2]", "mask[1,3]", "mask[2,1]", "mask[2,2]", "mask[2,3]",
                                 "mask[3,1]", "mask[3,2]", "mask[3,3]"})
            if (std::isinf(app_->trace().value(*parse_cell_name(cell))))
                masked += (masked.empty() ? "" : " ") + std::string(cell);
        {
            const std::lock_guard lock(mutex_);
            places_ = std::move(places);
            masked_ = std::move(masked);
        }
        now.closed = TestContent::draw(scale).closed;
        return now;
    }

    std::optional<Point> place_of(const std::string& target) {
        const std::lock_guard lock(mutex_);
        const auto found = places_.find(target);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
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
};

class ProgramsWindow : public ShownWindow, public testing::WithParamInterface<WindowManager> {};

INSTANTIATE_TEST_SUITE_P(Under, ProgramsWindow,
                         testing::Values(WindowManager::none, WindowManager::openbox, WindowManager::fluxbox,
                                         WindowManager::icewm, WindowManager::i3, WindowManager::twm),
                         [](const auto& manager) { return name_of(manager.param); });

TEST_P(ProgramsWindow, DoubleClickDragAndMenuDoInItWhatTheyShould) {
    ASSERT_NO_FATAL_FAILURE(open_display(GetParam(), {1440, 900}));
    if (!display_)
        return;
    Result<Session> session = load_preset(ATTN_ASSETS_DIR, "by-hand");
    ASSERT_TRUE(session) << session.error().message;
    AppOptions app_options;
    app_options.wake = Window::wake;
    const Result<std::unique_ptr<App>> app = App::open(*std::move(session), ATTN_ASSETS_DIR, std::move(app_options));
    ASSERT_TRUE(app) << app.error().message;
    MaskStage content(**app);
    WindowOptions options;
    options.scale = 1;
    show(content, options, [&](const std::string& window) {
        const auto move_to = [&](const std::string& target) {
            std::optional<Point> place;
            EXPECT_TRUE(happens([&] { return (place = content.place_of(target)).has_value(); })) << target;
            if (place)
                display_->xdotool({"mousemove", "--window", window, std::to_string(std::lround(place->x)),
                                   std::to_string(std::lround(place->y))});
        };
        const auto mask_becomes = [&](const std::string& cells) {
            return happens([&] { return content.masked() == cells; });
        };
        move_to("cell:mask[1,2]");
        display_->xdotool({"click", "--repeat", "2", "--delay", "10", "1"});
        EXPECT_TRUE(mask_becomes("mask[1,2]")) << content.masked();
        move_to("cell:mask[3,1]");
        display_->xdotool({"mousedown", "1"});
        display_->xdotool({"mousemove_relative", "10", "0"}); // a stroke begins where the mouse moves first
        EXPECT_TRUE(mask_becomes("mask[1,2] mask[3,1]")) << content.masked();
        move_to("cell:mask[3,2]");
        display_->xdotool({"mouseup", "1"});
        EXPECT_TRUE(mask_becomes("mask[1,2] mask[3,1] mask[3,2]")) << content.masked();
        move_to("action:menu/mask");
        display_->xdotool({"click", "1"});
        move_to("action:mask-clear");
        display_->xdotool({"click", "1"});
        EXPECT_TRUE(mask_becomes("")) << content.masked();
        content.end();
    });
}

} // namespace
} // namespace attn
