#pragma once

#include <span>
#include <string_view>

namespace attn {

/// A file of assets compiled into the program, so that reading it needs no folder of assets.
struct ShippedText {
    std::string_view name; ///< of the file, without ending
    std::string_view text;
};

/// The notations that come with the program, in the order of menus.
std::span<const ShippedText> notation_texts();
/// The parts of the page of handouts: its HTML, styles and script.
std::span<const ShippedText> handout_texts();

} // namespace attn
