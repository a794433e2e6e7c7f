#include "tests/bench/layer_window.h"
#include "tests/folders.h"

#include "app/window/offscreen_surface.h"
#include "core/document/files/session_file.h"

#include <fmt/format.h>
#include <string>

namespace attn {

namespace {

constexpr float seconds_between_frames = 1.0F / 60;
constexpr int frames_to_settle = 4;

Result<Session> layer_of(const LayerSizes& sizes) {
    std::string words;
    for (Index token = 0; token < sizes.tokens; ++token)
        words += fmt::format("{}\"t{}\"", token == 0 ? "" : ", ", token % 50);
    return parse_session(fmt::format(R"({{"version": 1, "tokens": [{}], "positions": "sinusoidal",
        "sizes": {{"d_model": {}, "heads": {}}}}})",
                                     words, sizes.width, sizes.heads),
                         "bench.json", "");
}

} // namespace

/// A picture in memory that measures OpenGL's painting: from the end of a frame's layout until it is finished.
class LayerWindow::TimedSurface final : public Surface {
public:
    TimedSurface(std::unique_ptr<Surface> painted, Clock::duration& painting)
        : painted_(std::move(painted)), painting_(painting) {}

    void connect(ImGuiIO& io, InputQueue& input) override { painted_->connect(io, input); }
    bool is_seen() const override {
        laid_out_ = Clock::now();
        return true;
    }
    void begin() override { painted_->begin(); }
    void end() override {
        painted_->end();
        painting_ += Clock::now() - laid_out_;
    }

private:
    SurfaceSize usual_size() const override { return painted_->size(); }

    std::unique_ptr<Surface> painted_;
    Clock::duration& painting_;
    mutable Clock::time_point laid_out_;
};

Result<std::unique_ptr<LayerWindow>> LayerWindow::open(const LayerSizes& sizes) {
    auto surface = OffscreenSurface::open({1440, 900, 1}, OffscreenSurface::Painted::every_frame);
    if (!surface)
        return surface.error();
    auto painting = std::make_unique<Clock::duration>();
    Result<std::unique_ptr<Screen>> screen =
        Screen::open(std::make_unique<TimedSurface>(*std::move(surface), *painting));
    if (!screen)
        return screen.error();
    Result<Session> session = layer_of(sizes);
    if (!session)
        return session.error();
    Result<std::unique_ptr<App>> app = App::open(*std::move(session), assets_folder());
    if (!app)
        return app.error();
    return std::unique_ptr<LayerWindow>(new LayerWindow(std::move(painting), *std::move(screen), *std::move(app)));
}

void LayerWindow::frame() {
    screen_->frame(content_, seconds_between_frames);
}

void LayerWindow::settle() {
    app_->finish_work();
    while (!screen_->input().empty())
        frame();
    for (int count = 0; count < frames_to_settle; ++count)
        frame();
}

void LayerWindow::keep_baseline() {
    constexpr Chord keep_as_baseline{letter_key('b'), true};
    for (const KeyChanged& change :
         {KeyChanged{keep_as_baseline, true}, KeyChanged{keep_as_baseline, false}, KeyChanged{{}, false}})
        screen_->input().push(change);
    settle();
}

Result<void> LayerWindow::edit(ArrayId array, float value) {
    if (Result<void> set = app_->edit(SetCell{{0, array, 0, 0, 1, 1}, value}); !set)
        return set;
    do
        frame();
    while (!app_->is_newest_seen());
    return {};
}

void LayerWindow::finish() {
    app_->finish_work();
    frame();
}

} // namespace attn
