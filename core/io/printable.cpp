#include "core/io/printable.h"

#include <algorithm>
#include <cstdint>

namespace attn {

namespace {

struct Letter {
    char32_t code = 0;
    std::size_t bytes = 0; // 0: no UTF-8
};

Letter first_letter(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (length == 0 || lead >= 0xF5 || text.size() < length)
        return {};
    char32_t code = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return overlong || surrogate || code > 0x10FFFF ? Letter{} : Letter{code, length};
}

/// Controls, line and paragraph separators, and marks that turn the direction of what follows.
bool disturbs_a_line(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x206F) || code == 0xFEFF;
}

} // namespace

std::string printable(std::string_view text, std::size_t limit) {
    std::string line;
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        const std::size_t consumed = std::max<std::size_t>(1, letter.bytes);
        if (line.size() + consumed > limit)
            return line + "…";
        if (letter.bytes == 0 || disturbs_a_line(letter.code))
            line += '?';
        else
            line += text.substr(0, letter.bytes);
        text.remove_prefix(consumed);
    }
    return line;
}

std::string terminal_text(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        safe += printable(text.substr(0, end), text.size());
        if (end == text.size())
            break;
        safe += '\n';
        text.remove_prefix(end + 1);
    }
    return safe;
}

std::string printable_path(const std::filesystem::path& path) {
    const std::string name = path.string();
    return printable(name, name.size());
}

} // namespace attn
