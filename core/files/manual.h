#pragma once

#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A page of the manual in Markdown.
struct ManualPage {
    std::string topic; ///< name of the page, such as "figures"
    std::string text;

    /// Returns the first line, without its mark.
    std::string heading() const;
};

/// Reads the pages in the folder of assets and sorts them by topic.
Result<std::vector<ManualPage>> read_manual(const std::filesystem::path& assets);

/// A block of a page.
struct ManualBlock {
    enum class Kind : std::uint8_t { title, heading, paragraph, point, code, row };
    Kind kind = Kind::paragraph;
    std::string text{};               ///< text without marks for code, emphasis and links; empty for a row
    std::vector<std::string> cells{}; ///< cells of a row of a table
    bool is_first = false;            ///< true for the first row of a table, its header

    bool operator==(const ManualBlock&) const = default;
};

/// Returns the blocks of a page; line breaks within a paragraph become spaces.
std::vector<ManualBlock> blocks_of(const ManualPage& page);

} // namespace attn
