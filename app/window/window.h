#pragma once

#include "app/window/settings.h"
#include "app/window/surface.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWcursor;
struct GLFWwindow;

namespace attn {

struct WindowOptions {
    WindowPlace place;
    std::optional<float> scale;                ///< pixels a logical pixel; otherwise the monitor's
    std::optional<std::filesystem::path> icon; ///< a PNG
    bool exact_size = false;                   ///< even where it does not fit the monitor
};

/// A window on the desktop.
class Window final : public Surface {
public:
    /// Fails, saying what to do, where there is no display, or none with OpenGL 3.3.
    static Result<std::unique_ptr<Window>> open(const WindowOptions& options);

    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window() override;

    void connect(ImGuiIO& io, InputQueue& input) override;
    bool is_seen() const override { return true; }
    void begin() override;
    void end() override;
    void show_beside(bool wanted) override;
    std::optional<SurfaceSize> beside() const override;
    void begin_beside() override;
    void end_beside() override;

    void set_title(const std::string& title);
    /// Fills the monitor that it is on, or goes back to where it stood.
    void set_full_screen(bool full);
    /// Where it stands when it does not fill its monitor, to be found there again.
    WindowPlace place() const;

    /// Returns when something happened, or after that many seconds; without a number only when something happened.
    static void wait(std::optional<double> seconds);

    /// Ends waiting, from any thread.
    static void wake();

    /// Each of these tells once what happened since it was asked.
    bool take_close_request();
    std::vector<std::filesystem::path> take_dropped();
    bool take_activity(); ///< anything that a frame may have to show

private:
    Window() = default;
    struct Callbacks;

    SurfaceSize usual_size() const override;
    Result<void> create(const WindowOptions& options);
    /// Makes it whole on its monitor, with its frame.
    void fit();
    Point logical(double x, double y) const;
    void show_pointer();

    GLFWwindow* window_ = nullptr;
    GLFWwindow* beside_ = nullptr; ///< on another monitor; shares what OpenGL keeps
    GLFWcursor* pointer_ = nullptr;
    int shape_ = 0; ///< of the pointer
    bool initialised_ = false;
    std::optional<float> scale_;
    float desktop_text_ = 1; ///< how large the user wants text, where the desktop's scale does not say it
    std::string title_;
    std::optional<WindowPlace> windowed_; ///< where it stood before it filled its monitor
    bool to_be_fitted_ = false;           ///< once it is on the screen
    InputQueue* input_ = nullptr;
    struct MouseAtFirst {
        double x = 0, y = 0;
    };
    std::optional<MouseAtFirst> mouse_at_first_; ///< as long as it has not moved since the window opened
    Point mouse_;                                ///< where it was last
    bool mouse_is_inside_ = false;               ///< as the desktop says
    bool mouse_is_told_ = false;                 ///< to the input, and not that it is outside
    std::vector<std::filesystem::path> dropped_;
    bool active_ = true;
};

} // namespace attn
