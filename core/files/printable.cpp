#include "core/files/printable.h"

#include "core/files/utf8.h"

#include <algorithm>

namespace attn {

namespace {

/// True for control characters, line and paragraph separators, and marks that change the writing direction.
bool disturbs_a_line(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x206F) || code == 0xFEFF;
}

} // namespace

std::string printable(std::string_view text, std::size_t limit) {
    std::string line;
    while (!text.empty()) {
        const Utf8Letter letter = first_letter(text);
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

std::string terminal_line(std::string_view text) {
    return printable(text, text.size());
}

std::string printable_path(const std::filesystem::path& path) {
    const std::string name = path.string();
    return printable(name, name.size());
}

} // namespace attn
