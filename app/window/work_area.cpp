#include "app/window/work_area.h"

#include "core/figure/geometry.h"
#include "core/tensor/to_integer.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>

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

} // namespace attn
