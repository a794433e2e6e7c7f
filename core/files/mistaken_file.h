#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The number of bytes at a file's beginning from which its kind is recognised.
constexpr std::size_t telling_bytes = 256;

/// Explains that a file is not what its name promises but a Git LFS pointer or a web page, and what to do; nullopt for
/// any other beginning.
std::optional<std::string> mistaken_file(std::string_view beginning);

/// Explains what a file is that should contain numbers: as mistaken_file(), and also for any other text, e.g. "Entry
/// not found" from a server.
std::optional<std::string> mistaken_numbers(std::string_view beginning);

} // namespace attn
