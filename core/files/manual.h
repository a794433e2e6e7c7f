#pragma once

#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A page of the manual, as it is written: Markdown.
struct ManualPage {
    std::string topic; ///< "figures"
    std::string text;

    /// Its first line, without the mark.
    std::string heading() const;
};

/// The pages in the folder of assets, by topic.
Result<std::vector<ManualPage>> read_manual(const std::filesystem::path& assets);

/// What the manual's pages are written with.
struct ManualBlock {
    enum class Kind : std::uint8_t { title, heading, paragraph, point, code, row };
    Kind kind = Kind::paragraph;
    std::string text{};               ///< of a row: nothing; without marks for code, emphasis and links
    std::vector<std::string> cells{}; ///< of a row of a table
    bool is_first = false;            ///< of a table's rows: its heads

    bool operator==(const ManualBlock&) const = default;
};

/// A page taken apart, line breaks within a paragraph being spaces.
std::vector<ManualBlock> blocks_of(const ManualPage& page);

} // namespace attn
