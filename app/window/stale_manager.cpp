#include "app/window/stale_manager.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <xcb/xcb.h>

namespace attn {

namespace {

constexpr std::string_view check_property = "_NET_SUPPORTING_WM_CHECK";

struct Disconnect {
    void operator()(xcb_connection_t* connection) const { xcb_disconnect(connection); }
};
struct Free {
    void operator()(void* reply) const { std::free(reply); }
};

using Connection = std::unique_ptr<xcb_connection_t, Disconnect>;

/// The window that a window's property names; none where there is no such property, or no such window.
std::optional<xcb_window_t> named_window(xcb_connection_t* connection, xcb_window_t window, xcb_atom_t property) {
    constexpr int bits = 32;
    const auto cookie = xcb_get_property(connection, 0, window, property, XCB_ATOM_WINDOW, 0, 1);
    const std::unique_ptr<xcb_get_property_reply_t, Free> reply(xcb_get_property_reply(connection, cookie, nullptr));
    if (!reply || reply->type != XCB_ATOM_WINDOW || reply->format != bits || reply->value_len == 0)
        return std::nullopt;
    return *static_cast<const xcb_window_t*>(xcb_get_property_value(reply.get()));
}

/// The root window of the screen that DISPLAY names.
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
    // The check window of a manager that lives has the same property.
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

} // namespace attn
