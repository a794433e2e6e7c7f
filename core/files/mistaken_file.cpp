#include "core/files/mistaken_file.h"

#include <algorithm>
#include <cctype>

namespace attn {

namespace {

bool begins_as(std::string_view text, std::string_view with) {
    const auto same = [](char left, char right) {
        return std::tolower(static_cast<unsigned char>(left)) == std::tolower(static_cast<unsigned char>(right));
    };
    return text.size() >= with.size() && std::ranges::equal(text.substr(0, with.size()), with, same);
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

} // namespace attn
