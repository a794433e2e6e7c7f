#pragma once

#include "app/window/app_content.h"
#include "app/window/screen.h"
#include "core/tensor/result.h"
#include "ui/shell/app.h"

#include <chrono>
#include <memory>
#include <utility>

namespace attn {

struct LayerSizes {
    Index tokens, width, heads;
};

/// The window with a layer of random numbers, painted in memory, 1440 × 900.
class LayerWindow {
public:
    static Result<std::unique_ptr<LayerWindow>> open(const LayerSizes& sizes);

    App& app() { return *app_; }
    void frame();
    /// Draws frames until all is computed and nothing moves.
    void settle();
    void keep_baseline();
    /// Sets a number of the first head, and draws frames until they show its effect on the visible stage.
    Result<void> edit(ArrayId array, float value);
    /// Draws frames until all numbers that the edit moves are shown.
    void finish();
    /// The time that OpenGL has painted until now; without a graphics card the processor does it.
    std::chrono::duration<double, std::milli> painting() const { return *painting_; }

private:
    using Clock = std::chrono::steady_clock;
    class TimedSurface;
    LayerWindow(std::unique_ptr<Clock::duration> painting, std::unique_ptr<Screen> screen, std::unique_ptr<App> app)
        : painting_(std::move(painting)), screen_(std::move(screen)), app_(std::move(app)), content_(*app_) {}

    std::unique_ptr<Clock::duration> painting_;
    std::unique_ptr<Screen> screen_;
    std::unique_ptr<App> app_;
    AppContent content_;
};

} // namespace attn
