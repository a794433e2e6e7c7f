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
    std::optional<float> scale;                ///< pixels per logical pixel; otherwise the monitor's
    std::optional<std::filesystem::path> icon; ///< a PNG
    bool exact_size = false;                   ///< keeps the size even if it does not fit the monitor
};

/// A window on the desktop.
class Window final : public Surface {
public:
    /// Opens a window. Fails, saying what to do, if there is no display, or none with OpenGL 3.3.
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
    /// Makes the window fill its monitor, or returns it to its former place.
    void set_full_screen(bool full);
    /// Returns the position of the window while it does not fill its monitor, to be stored for the next start.
    WindowPlace place() const;

    /// Returns when an event came, or after `seconds`; nullopt: only when an event came.
    static void wait(std::optional<double> seconds);

    /// Ends a wait(). May be called from any thread.
    static void wake();

    /// Each of these returns what has happened since its last call.
    bool take_close_request();
    std::vector<std::filesystem::path> take_dropped();
    bool take_activity(); ///< true: something happened that a frame may have to show

private:
    Window() = default;
    struct Callbacks;

    SurfaceSize usual_size() const override;
    Result<void> create(const WindowOptions& options);
    /// Moves and shrinks the window until all of it, with its frame, is on its monitor.
    void fit();
    Point logical(double x, double y) const;
    void show_pointer();

    GLFWwindow* window_ = nullptr;
    GLFWwindow* beside_ = nullptr; ///< the second window, on another monitor; shares OpenGL's objects
    GLFWcursor* pointer_ = nullptr;
    int shape_ = 0; ///< shape of the pointer
    bool initialised_ = false;
    std::optional<float> scale_;
    float desktop_text_ = 1; ///< the user's factor for text, if the desktop's scale does not include it
    std::string title_;
    std::optional<WindowPlace> windowed_; ///< the window's place before it filled its monitor
    bool to_be_fitted_ = false;           ///< fit() is called once the window is on the screen
    InputQueue* input_ = nullptr;
    struct MouseAtFirst {
        double x = 0, y = 0;
    };
    std::optional<MouseAtFirst> mouse_at_first_; ///< the mouse's place at opening, until it moves
    Point mouse_;                                ///< last position of the mouse
    bool mouse_is_inside_ = false;               ///< true if the mouse is within the window, according to the desktop
    bool mouse_is_told_ = false;                 ///< true if the last mouse event that was passed on was a position
                                                 ///< within the window
    std::vector<std::filesystem::path> dropped_;
    bool active_ = true;
};

} // namespace attn
