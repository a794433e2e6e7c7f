#include "app/window/desktop.h"

#include "core/figure/geometry.h"
#include "core/tensor/to_integer.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <xcb/xcb.h>

namespace attn {

WindowPlace whole_within(const WindowPlace& place, const WindowFrame& frame, const WorkArea& area) {
    WindowPlace whole = place;
    whole.width = std::min(place.width, area.width - frame.left - frame.right);
    whole.height = std::min(place.height, area.height - frame.top - frame.bottom);
    if (place.x)
        whole.x = std::max(area.x + frame.left, std::min(*place.x, area.x + area.width - frame.right - whole.width));
    if (place.y)
        whole.y = std::max(area.y + frame.top, std::min(*place.y, area.y + area.height - frame.bottom - whole.height));
    return whole;
}

GLFWmonitor* monitor_of(const WindowPlace& place) {
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    const Box window{static_cast<float>(place.x.value_or(0)), static_cast<float>(place.y.value_or(0)),
                     static_cast<float>(place.width), static_cast<float>(place.height)};
    const auto shared = [&](GLFWmonitor* monitor) {
        int x = 0;
        int y = 0;
        glfwGetMonitorPos(monitor, &x, &y);
        const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
        if (mode == nullptr)
            return 0.0F;
        const Box both = common(window, {static_cast<float>(x), static_cast<float>(y), static_cast<float>(mode->width),
                                         static_cast<float>(mode->height)});
        return both.width * both.height;
    };
    GLFWmonitor** const most = std::max_element(monitors, monitors + count,
                                                [&](GLFWmonitor* a, GLFWmonitor* b) { return shared(a) < shared(b); });
    return count == 0 ? nullptr : *most;
}

GLFWmonitor* monitor_beside(GLFWmonitor* monitor) {
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    GLFWmonitor** const other =
        std::find_if(monitors, monitors + count, [&](GLFWmonitor* one) { return one != monitor; });
    return other == monitors + count ? nullptr : *other;
}

WorkArea work_area_of(GLFWmonitor* monitor) {
    WorkArea area;
    glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
    return area;
}

WindowFrame likely_frame(GLFWmonitor* monitor) {
    constexpr float bar = 32; // logical pixels
    constexpr float border = 8;
    float across = 1;
    float down = 1;
    glfwGetMonitorContentScale(monitor, &across, &down);
    const auto pixels = [](float logical, float scale) { return to_integer<int>(std::ceil(logical * scale)); };
    return {pixels(border, across), pixels(bar, down), pixels(border, across), pixels(border, down)};
}

namespace {

constexpr std::string_view check_property = "_NET_SUPPORTING_WM_CHECK";

struct Disconnect {
    void operator()(xcb_connection_t* connection) const { xcb_disconnect(connection); }
};
struct Free {
    void operator()(void* reply) const { std::free(reply); }
};

using Connection = std::unique_ptr<xcb_connection_t, Disconnect>;

/// Returns the window that a property of a window names; nullopt if there is no such property, or no such window.
std::optional<xcb_window_t> named_window(xcb_connection_t* connection, xcb_window_t window, xcb_atom_t property) {
    constexpr int bits = 32;
    const auto cookie = xcb_get_property(connection, 0, window, property, XCB_ATOM_WINDOW, 0, 1);
    const std::unique_ptr<xcb_get_property_reply_t, Free> reply(xcb_get_property_reply(connection, cookie, nullptr));
    if (!reply || reply->type != XCB_ATOM_WINDOW || reply->format != bits || reply->value_len == 0)
        return std::nullopt;
    return *static_cast<const xcb_window_t*>(xcb_get_property_value(reply.get()));
}

/// Returns the root window of screen `number`.
std::optional<xcb_window_t> root_window(xcb_connection_t* connection, int number) {
    for (auto screens = xcb_setup_roots_iterator(xcb_get_setup(connection)); screens.rem > 0; xcb_screen_next(&screens))
        if (number-- == 0)
            return screens.data->root;
    return std::nullopt;
}

} // namespace

Result<void> forget_dead_window_manager() {
    int number = 0;
    const Connection connection(xcb_connect(nullptr, &number)); // never null
    if (xcb_connection_has_error(connection.get()) != 0)
        return {};
    const auto cookie = xcb_intern_atom(connection.get(), 1, check_property.size(), check_property.data());
    const std::unique_ptr<xcb_intern_atom_reply_t, Free> property(
        xcb_intern_atom_reply(connection.get(), cookie, nullptr));
    const std::optional<xcb_window_t> root = root_window(connection.get(), number);
    if (!property || property->atom == XCB_ATOM_NONE || !root)
        return {};
    const std::optional<xcb_window_t> check_window = named_window(connection.get(), *root, property->atom);
    // The check window of a living manager has the same property.
    if (!check_window || named_window(connection.get(), *check_window, property->atom))
        return {};
    const auto deletion = xcb_delete_property_checked(connection.get(), *root, property->atom);
    const std::unique_ptr<xcb_generic_error_t, Free> refused(xcb_request_check(connection.get(), deletion));
    if (refused)
        return error("no window can be opened: a window manager that died left its mark on the display; "
                     "'xprop -root -remove {}' removes it",
                     check_property);
    return {};
}

DesktopText::DesktopText() {
    if (is_program_installed("gsettings"))
        asked_.emplace(
            std::vector<std::string>{"gsettings", "get", "org.gnome.desktop.interface", "text-scaling-factor"});
}

float DesktopText::scale() {
    constexpr std::chrono::milliseconds longest{500}; // the answer usually takes 10 ms
    const std::optional<std::string> answer = asked_ ? asked_->take(longest) : std::nullopt;
    return answer ? parse_text_scale(*answer).value_or(1.0F) : 1.0F;
}

std::optional<float> parse_text_scale(std::string_view answer) {
    constexpr float least = 0.5F;
    constexpr float most = 3;
    while (answer.ends_with('\n'))
        answer.remove_suffix(1);
    float scale = 0;
    const auto [end, failed] = std::from_chars(answer.data(), answer.data() + answer.size(), scale);
    if (failed != std::errc() || end != answer.data() + answer.size() || !(scale > 0))
        return std::nullopt;
    return std::clamp(scale, least, most);
}

} // namespace attn
