#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace attn {

/// The notations of common lecture notes, in the order of core/session's notation_names.
constexpr std::size_t profile_count = 7;

/// What one thing is called in each notation. A name stands in formulas as <name>.
struct Symbol {
    std::string_view name;
    std::string_view words;                            ///< what it is, for a legend; empty: no thing of its own
    std::array<std::string_view, profile_count> tex{}; ///< empty: as in the default
};

/// All symbols. <h> in them is the head's index, or its number.
std::span<const Symbol> symbols();

/// TeX for a name in a profile; the name must be in the table.
std::string_view symbol_tex(std::string_view name, std::size_t profile);

} // namespace attn
