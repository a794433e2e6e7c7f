#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

/// Text from a file, fit for a message of one line: control characters, line breaks, direction marks and what is no
/// UTF-8 become '?', and what is longer than `limit` bytes ends in "…".
std::string printable(std::string_view text, std::size_t limit = 60);

/// Text of any number of lines, fit for a terminal: all but line breaks as in printable, and as long as it is. Whatever
/// the program prints goes through it, so that no text from a file moves the cursor or turns the direction of a line.
std::string terminal_text(std::string_view text);

/// One line for a terminal, which breaks nowhere: whatever holds a text from a file and is one line.
std::string terminal_line(std::string_view text);

/// A path, fit for a message of one line; as long as it is.
std::string printable_path(const std::filesystem::path& path);

} // namespace attn
