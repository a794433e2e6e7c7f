#pragma once

#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A page of the manual in Markdown.
struct ManualPage {
    std::string topic; ///< "figures"
    std::string text;

    /// The first line, without its mark.
    std::string heading() const;
};

/// The pages in the folder of assets, sorted by topic.
Result<std::vector<ManualPage>> read_manual(const std::filesystem::path& assets);

/// A block of a page.
struct ManualBlock {
    enum class Kind : std::uint8_t { title, heading, paragraph, point, code, row };
    Kind kind = Kind::paragraph;
    std::string text{};               ///< empty for a row; without marks for code, emphasis and links
    std::vector<std::string> cells{}; ///< of a row of a table
    bool is_first = false;            ///< true for the first row of a table, its header

    bool operator==(const ManualBlock&) const = default;
};

/// The blocks of a page; line breaks within a paragraph become spaces.
std::vector<ManualBlock> blocks_of(const ManualPage& page);

} // namespace attn
