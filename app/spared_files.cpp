#include "app/spared_files.h"

#include "core/files/file.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <system_error>

namespace attn {

Result<void> check_replaces_its_kind(const std::filesystem::path& output, std::string_view ending,
                                     std::string_view kind) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(output, ignored) || output.extension() == ending ||
        std::filesystem::is_empty(output, ignored))
        return {};
    return error("{}: is there already, and is no {}; expected another name, or one that ends in {}",
                 printable_path(output), kind, ending);
}

Result<void> check_replaces_a_picture(const std::filesystem::path& output) {
    constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(output, ignored) || std::filesystem::is_empty(output, ignored))
        return {};
    std::array<std::byte, signature.size()> begin{};
    const auto file = RandomAccessFile::open(output);
    if (file && file->read(0, begin) && std::ranges::equal(begin, std::as_bytes(std::span(signature))))
        return {};
    return error("{}: is there already, and is no picture; expected another name", printable_path(output));
}

} // namespace attn
