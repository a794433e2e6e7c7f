#include "app/window/desktop_text.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace attn {

DesktopText::DesktopText() {
    if (is_program_installed("gsettings"))
        asked_.emplace(
            std::vector<std::string>{"gsettings", "get", "org.gnome.desktop.interface", "text-scaling-factor"});
}

float DesktopText::scale() {
    constexpr std::chrono::milliseconds longest{500}; // it takes some ten
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
