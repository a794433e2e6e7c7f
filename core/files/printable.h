#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

/// Returns text from a file for a message of one line: control characters, line breaks, direction marks and invalid
/// UTF-8 become '?'; a text longer than `limit` bytes is cut and ends in "…".
std::string printable(std::string_view text, std::size_t limit = 60);

/// Returns a text of any number of lines for a terminal: like printable, except that line breaks stay and nothing is
/// cut. Everything that the program prints is passed through this function, so that no text from a file moves the
/// cursor or changes the writing direction.
std::string terminal_text(std::string_view text);

/// Returns text that may contain text from a file as one line for a terminal: without line breaks, uncut.
std::string terminal_line(std::string_view text);

/// Returns a path for a message of one line, uncut.
std::string printable_path(const std::filesystem::path& path);

} // namespace attn
