#pragma once

#include <span>
#include <string_view>

namespace attn {

/// A file of assets compiled into the program, which can be read without a folder of assets.
struct ShippedText {
    std::string_view name; ///< name of the file, without its extension
    std::string_view text;
};

/// Returns the notations that come with the program, in the order of menus.
std::span<const ShippedText> notation_texts();
/// Returns the parts of the page of handouts: its HTML, styles and script.
std::span<const ShippedText> handout_texts();

} // namespace attn
