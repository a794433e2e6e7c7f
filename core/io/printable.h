#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

/// Text from a file, fit for a message of one line: control characters, line breaks, direction marks and what is no
/// UTF-8 become '?', and what is longer than `limit` bytes ends in "…".
std::string printable(std::string_view text, std::size_t limit = 60);

/// A path, fit for a message of one line; as long as it is.
std::string printable_path(const std::filesystem::path& path);

} // namespace attn
