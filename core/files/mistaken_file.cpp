#include "core/files/mistaken_file.h"

#include "core/files/printable.h"
#include "core/files/utf8.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace attn {

namespace {

bool begins_as(std::string_view text, std::string_view with) {
    const auto same = [](char left, char right) {
        return std::tolower(static_cast<unsigned char>(left)) == std::tolower(static_cast<unsigned char>(right));
    };
    return text.size() >= with.size() && std::ranges::equal(text.substr(0, with.size()), with, same);
}

/// True if the bytes are printable text; the last letter may be incomplete. False for fewer than 8 bytes, which are too
/// few to decide.
bool is_text(std::string_view bytes) {
    constexpr std::size_t telling = 8;
    const bool has_control = std::ranges::any_of(bytes, [](char byte) {
        const auto code = static_cast<unsigned char>(byte);
        return code == 0x7F || (code < 0x20 && std::isspace(code) == 0);
    });
    return bytes.size() >= telling && !has_control && is_utf8(bytes.substr(0, letter_begin(bytes, bytes.size() - 1)));
}

} // namespace

std::optional<std::string> mistaken_file(std::string_view beginning) {
    if (beginning.starts_with("version https://git-lfs"))
        return "a Git LFS pointer, not the file itself; git lfs pull fetches it";
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    const std::string_view text = first == std::string_view::npos ? std::string_view() : beginning.substr(first);
    if (begins_as(text, "<!doctype html") || begins_as(text, "<html"))
        return "a web page, not the file itself; download the file that the page shows";
    return std::nullopt;
}

std::optional<std::string> mistaken_numbers(std::string_view beginning) {
    auto mistaken = mistaken_file(beginning);
    if (mistaken || !is_text(beginning))
        return mistaken;
    constexpr std::size_t shown = 40;
    const std::string_view line = beginning.substr(std::min(beginning.size(), beginning.find_first_not_of(" \t\r\n")));
    return fmt::format("a text, not the file itself: it begins “{}”",
                       printable(line.substr(0, line.find_first_of("\r\n")), shown));
}

} // namespace attn
