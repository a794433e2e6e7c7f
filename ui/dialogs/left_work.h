#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// The user's local date: "22 November 2026, 00:48". `seconds`: since 1970.
std::string date_in_words(std::int64_t seconds);

} // namespace attn
