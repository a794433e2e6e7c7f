#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace attn {

/// Who hears of files while they are made, and may end it.
struct ExportWork {
    /// How many of how many figures or pages are done; one call at a time.
    std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
    std::stop_token stop{};
};

} // namespace attn
