#include "app/window/window.h"

#include "app/window/desktop.h"
#include "app/window/driver.h"
#include "app/window/input.h"
#include "core/tensor/to_integer.h"
#include "ui/toolkit/layout.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <array>
#include <cairo.h>
#include <cmath>
#include <cstdlib>
#include <glad/gl.h>
#include <imgui.h>
#include <utility>

namespace attn {

namespace {

std::string last_glfw_error() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description != nullptr ? description : "unknown";
}

bool may_use_wayland() {
#ifdef GLFW_PLATFORM
    return std::getenv("WAYLAND_DISPLAY") != nullptr || std::getenv("WAYLAND_SOCKET") != nullptr;
#else
    return false;
#endif
}

bool uses_wayland() {
#ifdef GLFW_PLATFORM
    return glfwGetPlatform() == GLFW_PLATFORM_WAYLAND;
#else
    return false;
#endif
}

/// Returns the desktop's units per logical pixel: 1 on Wayland. X11 and Windows count pixels, and the scale of X11's
/// monitors includes the user's text size (Xft.dpi).
float units_of(GLFWmonitor* monitor) {
    float across = 1;
    float down = 1;
#ifndef __APPLE__
    if (!uses_wayland())
        glfwGetMonitorContentScale(monitor, &across, &down);
#endif
    return across;
}

WindowPlace grown(WindowPlace place, float factor) {
    place.width = to_integer<int>(std::round(static_cast<float>(place.width) * factor));
    place.height = to_integer<int>(std::round(static_cast<float>(place.height) * factor));
    return place;
}

/// Chooses between Wayland and X11: since 3.4, GLFW asks Wayland first, whose library prints an error of its own if
/// there is no Wayland.
Result<void> choose_platform() {
#ifdef GLFW_PLATFORM
    glfwInitHint(GLFW_PLATFORM, may_use_wayland() ? GLFW_ANY_PLATFORM : GLFW_PLATFORM_X11);
#endif
    if (may_use_wayland())
        return {};
    return forget_dead_window_manager();
}

Key key_of(int code, int scancode) {
    // A printable key is named by what the layout writes on it: on a German keyboard Ctrl+Z is where Y is elsewhere.
    if (const char* name = glfwGetKeyName(code, scancode); name != nullptr && code < GLFW_KEY_KP_0)
        if (const std::optional<Key> found = find_written_key(name))
            return *found;
    // If the layout writes no Latin letter or digit on it, as on Russian or French keyboards, the key's position
    // counts.
    if ((code >= GLFW_KEY_A && code <= GLFW_KEY_Z) || (code >= GLFW_KEY_0 && code <= GLFW_KEY_9))
        return letter_key(static_cast<char>(code));
    if (code == GLFW_KEY_KP_ADD)
        return Key::equal;
    if (code == GLFW_KEY_KP_SUBTRACT)
        return Key::minus;
    if (code == GLFW_KEY_KP_ENTER)
        return Key::enter;
    if (code >= GLFW_KEY_F1 && code <= GLFW_KEY_F12)
        return static_cast<Key>(static_cast<int>(Key::f1) + code - GLFW_KEY_F1);
    constexpr std::array pairs{
        std::pair{GLFW_KEY_ESCAPE, Key::escape},
        std::pair{GLFW_KEY_ENTER, Key::enter},
        std::pair{GLFW_KEY_TAB, Key::tab},
        std::pair{GLFW_KEY_BACKSPACE, Key::backspace},
        std::pair{GLFW_KEY_INSERT, Key::insert},
        std::pair{GLFW_KEY_DELETE, Key::del},
        std::pair{GLFW_KEY_RIGHT, Key::right},
        std::pair{GLFW_KEY_LEFT, Key::left},
        std::pair{GLFW_KEY_DOWN, Key::down},
        std::pair{GLFW_KEY_UP, Key::up},
        std::pair{GLFW_KEY_PAGE_UP, Key::page_up},
        std::pair{GLFW_KEY_HOME, Key::home},
        std::pair{GLFW_KEY_PAGE_DOWN, Key::page_down},
        std::pair{GLFW_KEY_END, Key::end},
        std::pair{GLFW_KEY_SPACE, Key::space},
    };
    const auto* found = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == code; });
    return found == pairs.end() ? Key::none : found->second;
}

bool either_held(GLFWwindow* window, int left, int right) {
    return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
}

void set_icon(GLFWwindow* window, const std::filesystem::path& file) {
    cairo_surface_t* image = cairo_image_surface_create_from_png(file.c_str());
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS &&
        cairo_image_surface_get_format(image) == CAIRO_FORMAT_ARGB32) {
        const int width = cairo_image_surface_get_width(image);
        const int height = cairo_image_surface_get_height(image);
        const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(image)) / sizeof(std::uint32_t);
        const auto* words = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(image));
        std::vector<std::uint32_t> pixels;
        for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
            for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
                const std::uint32_t argb = words[y * stride + x];
                pixels.push_back(packed({static_cast<std::uint8_t>(argb >> 16U), static_cast<std::uint8_t>(argb >> 8U),
                                         static_cast<std::uint8_t>(argb), static_cast<std::uint8_t>(argb >> 24U)}));
            }
        const GLFWimage icon{width, height, reinterpret_cast<unsigned char*>(pixels.data())};
        glfwSetWindowIcon(window, 1, &icon);
    }
    cairo_surface_destroy(image);
}

} // namespace

/// GLFW's callbacks. The window is GLFW's user pointer.
struct Window::Callbacks {
    static Window& of(GLFWwindow* window) {
        auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
        self.active_ = true;
        return self;
    }
    static void push(GLFWwindow* window, const InputEvent& event) {
        if (Window& self = of(window); self.input_ != nullptr)
            self.input_->push(event);
    }
    static void tell_mouse(GLFWwindow* window, bool there) {
        Window& self = of(window);
        self.mouse_is_told_ = there;
        push(window, MouseMoved{there ? self.mouse_ : Point{-FLT_MAX, -FLT_MAX}});
    }
    /// Reports the mouse's place before the first event there. glfwGetCursorPos would not do: when a press is seen, the
    /// mouse may be elsewhere already.
    static void tell_mouse_if_untold(GLFWwindow* window) {
        if (!of(window).mouse_is_told_)
            tell_mouse(window, true);
    }
    static bool is_any_button_held(GLFWwindow* window) {
        constexpr std::array buttons{GLFW_MOUSE_BUTTON_LEFT, GLFW_MOUSE_BUTTON_RIGHT, GLFW_MOUSE_BUTTON_MIDDLE};
        return std::any_of(buttons.begin(), buttons.end(),
                           [&](int button) { return glfwGetMouseButton(window, button) == GLFW_PRESS; });
    }
    static void moved(GLFWwindow* window, double x, double y) {
        Window& self = of(window);
        self.mouse_ = self.logical(x, y);
        // Until the mouse moves, it is not reported: a user who opens a window does not point at what appears under the
        // mouse.
        constexpr double rest = 1;
        if (self.mouse_at_first_ && std::abs(x - self.mouse_at_first_->x) <= rest &&
            std::abs(y - self.mouse_at_first_->y) <= rest)
            return;
        self.mouse_at_first_.reset();
        tell_mouse(window, true);
    }
    // A window manager that looks at a press before passing it on takes the mouse and gives it back: the mouse leaves
    // and enters at the same place, and GLFW reports no move. A drag goes on outside while a button is held.
    static void entered(GLFWwindow* window, int inside) {
        of(window).mouse_is_inside_ = inside == GLFW_TRUE;
        if (of(window).mouse_at_first_)
            return;
        if (inside == GLFW_TRUE || !is_any_button_held(window))
            tell_mouse(window, inside == GLFW_TRUE);
    }
    static void button(GLFWwindow* window, int button, int action, int /*modifiers*/) {
        if (button > GLFW_MOUSE_BUTTON_MIDDLE)
            return;
        tell_mouse_if_untold(window);
        push(window, MouseButtonChanged{static_cast<MouseButton>(button), action == GLFW_PRESS});
        if (!of(window).mouse_is_inside_ && !is_any_button_held(window))
            tell_mouse(window, false);
    }
    static void wheel(GLFWwindow* window, double x, double y) {
        tell_mouse_if_untold(window);
        push(window, WheelTurned{{static_cast<float>(x), static_cast<float>(y)}});
    }
    static void key(GLFWwindow* window, int code, int scancode, int action, int modifiers) {
        if (action == GLFW_REPEAT)
            return; // ImGui counts repeats by itself
        // While a modifier itself is pressed, `modifiers` depends on the desktop. For other keys only `modifiers` is
        // right: the release of Alt in Alt+F4 is often seen by the window manager alone.
        const bool is_modifier = code >= GLFW_KEY_LEFT_SHIFT && code <= GLFW_KEY_RIGHT_SUPER;
        const auto held = [&](int bit, int left, int right) {
            return is_modifier ? either_held(window, left, right) : (modifiers & bit) != 0;
        };
        push(window, KeyChanged{{.key = key_of(code, scancode),
                                 .control = held(GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL),
                                 .shift = held(GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT),
                                 .alt = held(GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT)},
                                action == GLFW_PRESS});
    }
    static void letter(GLFWwindow* window, unsigned letter) {
        push(window, LetterTyped{static_cast<char32_t>(letter)});
    }
    static void focused(GLFWwindow* window, int focused) { push(window, FocusChanged{focused == GLFW_TRUE}); }
    static void dropped(GLFWwindow* window, int count, const char** paths) {
        Window& self = of(window);
        self.dropped_.insert(self.dropped_.end(), paths, paths + count);
    }
    static void refreshed(GLFWwindow* window) {
        if (Window& self = of(window); std::exchange(self.to_be_fitted_, false))
            self.fit();
    }
    static void resized(GLFWwindow* window, int /*width*/, int /*height*/) { of(window); }
    static void closed(GLFWwindow* window) { of(window); }
};

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
    std::unique_ptr<Window> window(new Window);
    if (Result<void> created = window->create(options); !created)
        return created.error();
    return window;
}

Result<void> Window::create(const WindowOptions& options) {
    std::optional<DesktopText> text;
    if (may_use_wayland() && !options.scale)
        text.emplace();
    if (Result<void> chosen = choose_platform(); !chosen)
        return chosen;
    if (glfwInit() == GLFW_FALSE)
        return error("no window can be opened ({}): start it on a desktop, set DISPLAY, or log in with ssh -X; without "
                     "a display use 'attention-lab play SCRIPT --offscreen' or 'attention-lab trace'",
                     last_glfw_error());
    initialised_ = true;
    if (text && uses_wayland())
        desktop_text_ = text->scale();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE); // hidden until it is in its place
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab");
#ifdef GLFW_WAYLAND_APP_ID
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "attention-lab"); // the name of the desktop entry, which has the icon
#endif
    WindowPlace place = options.place;
    GLFWmonitor* const monitor = monitor_of(place);
    if (place.units && monitor != nullptr)
        place = grown(place, units_of(monitor) * desktop_text_ / *place.units);
    to_be_fitted_ = monitor != nullptr && !options.exact_size;
    if (to_be_fitted_)
        place = whole_within(place, likely_frame(monitor), work_area_of(monitor));
    window_ = glfwCreateWindow(std::max(1, place.width), std::max(1, place.height), "Attention Lab", nullptr, nullptr);
    keep_drivers_loaded();
    if (window_ == nullptr)
        return error("no window with OpenGL 3.3 can be opened ({}); without one use "
                     "'attention-lab play SCRIPT --offscreen' or 'attention-lab trace'",
                     last_glfw_error());
    scale_ = options.scale;
    glfwMakeContextCurrent(window_);
    if (gladLoadGL(glfwGetProcAddress) == 0)
        return error("OpenGL's functions cannot be loaded");
    glfwSwapInterval(1);
    if (options.icon)
        set_icon(window_, *options.icon);
    glfwSetWindowSizeLimits(window_, to_integer<int>(whole_window.x * least_scale),
                            to_integer<int>(whole_window.y * least_scale), GLFW_DONT_CARE, GLFW_DONT_CARE);
    if (place.x && place.y)
        glfwSetWindowPos(window_, *place.x, *place.y);
    if (place.maximised)
        glfwMaximizeWindow(window_);
    glfwShowWindow(window_);
    return {};
}

/// Window managers place a window anywhere, even partly off the screen, and report its frame only once it is shown.
void Window::fit() {
    const WindowPlace now = place();
    GLFWmonitor* const monitor = monitor_of(now);
    if (monitor == nullptr || now.maximised)
        return;
    WindowFrame frame;
    glfwGetWindowFrameSize(window_, &frame.left, &frame.top, &frame.right, &frame.bottom);
    if (frame == WindowFrame{}) // there is no frame, or the manager does not tell it
        frame = likely_frame(monitor);
    const WindowPlace whole = whole_within(now, frame, work_area_of(monitor));
    if (whole.width != now.width || whole.height != now.height)
        glfwSetWindowSize(window_, whole.width, whole.height);
    if (whole.x != now.x || whole.y != now.y)
        glfwSetWindowPos(window_, whole.x.value_or(0), whole.y.value_or(0));
}

Window::~Window() {
    if (beside_ != nullptr)
        glfwDestroyWindow(beside_);
    if (window_ != nullptr)
        glfwDestroyWindow(window_);
    if (initialised_)
        glfwTerminate();
}

SurfaceSize Window::usual_size() const {
    SurfaceSize size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    float vertical = 1;
    glfwGetWindowContentScale(window_, &size.scale, &vertical);
    // A smaller window shows everything smaller, unless the scale is given; in steps, because letters are rasterised
    // for each.
    size.scale = scale_.value_or(std::min(size.scale * desktop_text_, std::max(roomy_scale(size), least_scale)));
    constexpr float most = 4;
    size.scale = std::clamp(size.scale, least_scale, most);
    return size;
}

Point Window::logical(double x, double y) const {
    int wide = 1;
    int high = 1;
    glfwGetWindowSize(window_, &wide, &high);
    const Box area = size().area();
    return {static_cast<float>(x) * area.width / static_cast<float>(std::max(1, wide)),
            static_cast<float>(y) * area.height / static_cast<float>(std::max(1, high))};
}

void Window::connect(ImGuiIO& io, InputQueue& input) {
    input_ = &input;
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.BackendPlatformName = "attention-lab";
    io.ClipboardUserData = window_;
    io.SetClipboardTextFn = [](void* window, const char* text) {
        glfwSetClipboardString(static_cast<GLFWwindow*>(window), text);
    };
    io.GetClipboardTextFn = [](void* window) { return glfwGetClipboardString(static_cast<GLFWwindow*>(window)); };

    MouseAtFirst at_first;
    glfwGetCursorPos(window_, &at_first.x, &at_first.y);
    mouse_at_first_ = at_first;
    glfwSetWindowUserPointer(window_, this);
    glfwSetCursorPosCallback(window_, Callbacks::moved);
    glfwSetCursorEnterCallback(window_, Callbacks::entered);
    glfwSetMouseButtonCallback(window_, Callbacks::button);
    glfwSetScrollCallback(window_, Callbacks::wheel);
    glfwSetKeyCallback(window_, Callbacks::key);
    glfwSetCharCallback(window_, Callbacks::letter);
    glfwSetWindowFocusCallback(window_, Callbacks::focused);
    glfwSetDropCallback(window_, Callbacks::dropped);
    glfwSetWindowRefreshCallback(window_, Callbacks::refreshed);
    glfwSetFramebufferSizeCallback(window_, Callbacks::resized);
    glfwSetWindowCloseCallback(window_, Callbacks::closed);
}

void Window::begin() {
    glfwMakeContextCurrent(window_);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Window::end() {
    show_pointer();
    glfwSwapBuffers(window_);
}

void Window::show_beside(bool wanted) {
    if (!wanted) {
        if (GLFWwindow* const left = std::exchange(beside_, nullptr); left != nullptr)
            glfwDestroyWindow(left);
        return;
    }
    GLFWmonitor* const other = beside_ == nullptr ? monitor_beside(monitor_of(place())) : nullptr;
    const GLFWvidmode* const mode = other == nullptr ? nullptr : glfwGetVideoMode(other);
    if (mode == nullptr)
        return;
    // The keyboard stays with the main window, which keeps its place when the second one is clicked.
    glfwSetWindowAttrib(window_, GLFW_AUTO_ICONIFY, GLFW_FALSE);
    for (const int hint : {GLFW_FOCUSED, GLFW_FOCUS_ON_SHOW, GLFW_DECORATED, GLFW_VISIBLE})
        glfwWindowHint(hint, GLFW_FALSE);
    // On Wayland a program can choose a window's place only by filling a monitor.
    beside_ =
        glfwCreateWindow(mode->width, mode->height, "Attention Lab: notes", uses_wayland() ? other : nullptr, window_);
    if (beside_ == nullptr)
        return;
    int x = 0;
    int y = 0;
    glfwGetMonitorPos(other, &x, &y);
    if (!uses_wayland())
        glfwSetWindowPos(beside_, x, y);
    glfwSetWindowUserPointer(beside_, this);
    glfwSetKeyCallback(beside_, Callbacks::key);
    glfwShowWindow(beside_);
    glfwMakeContextCurrent(beside_);
    glfwSwapInterval(0); // the main window sets the frame rate
    glfwMakeContextCurrent(window_);
}

std::optional<SurfaceSize> Window::beside() const {
    if (beside_ == nullptr)
        return std::nullopt;
    SurfaceSize shown;
    glfwGetFramebufferSize(beside_, &shown.width, &shown.height);
    shown.scale = size().scale; // letters are rasterised for one scale per frame
    return shown;
}

void Window::begin_beside() {
    glfwMakeContextCurrent(beside_);
}

void Window::end_beside() {
    glfwSwapBuffers(beside_);
    glfwMakeContextCurrent(window_);
}

void Window::show_pointer() {
    const auto shape_of = [](ImGuiMouseCursor pointer) {
        switch (pointer) {
        case ImGuiMouseCursor_TextInput:
            return GLFW_IBEAM_CURSOR;
        case ImGuiMouseCursor_ResizeNS:
            return GLFW_VRESIZE_CURSOR;
        case ImGuiMouseCursor_ResizeEW:
            return GLFW_HRESIZE_CURSOR;
        case ImGuiMouseCursor_ResizeAll:
            return GLFW_CROSSHAIR_CURSOR;
        case ImGuiMouseCursor_Hand:
            return GLFW_HAND_CURSOR;
        default:
            return GLFW_ARROW_CURSOR;
        }
    };
    const int shape = shape_of(ImGui::GetMouseCursor());
    if (shape == shape_)
        return;
    shape_ = shape;
    // A window's own pointer is the arrow. On Wayland without a mouse, other shapes cannot be asked for.
    GLFWcursor* const pointer = shape == GLFW_ARROW_CURSOR ? nullptr : glfwCreateStandardCursor(shape);
    glfwSetCursor(window_, pointer);
    if (pointer_ != nullptr)
        glfwDestroyCursor(pointer_);
    pointer_ = pointer;
}

void Window::set_title(const std::string& title) {
    if (title == title_)
        return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::set_full_screen(bool full) {
    if (full == windowed_.has_value())
        return;
    if (full) {
        const WindowPlace before = place();
        GLFWmonitor* const monitor = monitor_of(before);
        const GLFWvidmode* const mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
        if (mode == nullptr)
            return;
        windowed_ = before;
        glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
        return;
    }
    const WindowPlace before = *std::exchange(windowed_, std::nullopt);
    glfwSetWindowMonitor(window_, nullptr, before.x.value_or(0), before.y.value_or(0), before.width, before.height,
                         GLFW_DONT_CARE);
    if (before.maximised)
        glfwMaximizeWindow(window_);
}

WindowPlace Window::place() const {
    if (windowed_)
        return *windowed_;
    WindowPlace place;
    int x = 0;
    int y = 0;
    glfwGetWindowSize(window_, &place.width, &place.height);
    glfwGetWindowPos(window_, &x, &y);
    place.x = x;
    place.y = y;
    place.maximised = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
    if (GLFWmonitor* const monitor = monitor_of(place); monitor != nullptr)
        place.units = units_of(monitor) * desktop_text_;
    return place;
}

void Window::wait(std::optional<double> seconds) {
    if (!seconds)
        glfwWaitEvents();
    else if (*seconds > 0)
        glfwWaitEventsTimeout(*seconds);
    else
        glfwPollEvents();
}

void Window::wake() {
    glfwPostEmptyEvent();
}

bool Window::take_close_request() {
    const bool asked = glfwWindowShouldClose(window_) == GLFW_TRUE;
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    return asked;
}

std::vector<std::filesystem::path> Window::take_dropped() {
    return std::exchange(dropped_, {});
}

bool Window::take_activity() {
    return std::exchange(active_, false);
}

} // namespace attn
