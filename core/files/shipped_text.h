#pragma once

#include <span>
#include <string_view>

namespace attn {

/// A file of assets that the build has taken into the program: what reads it needs no folder of assets.
struct ShippedText {
    std::string_view name; ///< of the file, without its ending
    std::string_view text;
};

/// The notations that come with the program, in the order of menus.
std::span<const ShippedText> notation_texts();
/// The page of handouts, its styles and its script.
std::span<const ShippedText> handout_texts();

} // namespace attn
