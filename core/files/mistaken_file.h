#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The number of bytes at a file's beginning that tell its kind.
constexpr std::size_t telling_bytes = 256;

/// Says that a file is something else than its name promises, and what to do: a Git LFS pointer or a web page. nullopt
/// for any other beginning.
std::optional<std::string> mistaken_file(std::string_view beginning);

/// The same for a file of numbers, which also must not be text, e.g. "Entry not found" from a server.
std::optional<std::string> mistaken_numbers(std::string_view beginning);

} // namespace attn
