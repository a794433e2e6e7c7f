#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// So many bytes of a file's beginning tell what it is.
constexpr std::size_t telling_bytes = 256;

/// What lies in a file in place of what its name promises, and what to do: a pointer of Git LFS, a web page. Nothing
/// where the beginning is of neither.
std::optional<std::string> mistaken_file(std::string_view beginning);

/// The same of a file of numbers, which no text is: "Entry not found", say, as servers answer.
std::optional<std::string> mistaken_numbers(std::string_view beginning);

} // namespace attn
