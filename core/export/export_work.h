#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

namespace attn {

/// Who hears of files while they are made, and may end it.
struct ExportWork {
    /// How many of how many figures or pages are done; one call at a time.
    std::function<void(std::size_t done, std::size_t all)> progress = [](std::size_t, std::size_t) {};
    std::stop_token stop{};
    /// Files that are read: of a series of files none takes their places.
    std::vector<std::filesystem::path> inputs{};
};

} // namespace attn
