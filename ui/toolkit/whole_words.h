#pragma once

#include "core/figure/text.h"

#include <string>
#include <string_view>

namespace attn {

/// Shortens a text as Typesetter::shortened does, but after a whole word if at least one fits.
inline std::string shortened_to_words(const Typesetter& typesetter, std::string_view text, const Font& font,
                                      float width) {
    constexpr std::string_view dots = "…";
    std::string cut = typesetter.shortened(text, font, width);
    if (cut == text || !cut.ends_with(dots))
        return cut;
    const std::size_t kept = cut.size() - dots.size();
    const bool is_behind_a_word = kept < text.size() && text[kept] == ' ';
    const std::size_t space = is_behind_a_word ? kept : cut.find_last_of(' ', kept);
    if (space == std::string::npos || space == 0)
        return cut;
    const std::size_t end = cut.find_last_not_of(" ,:;·", space);
    return end == std::string::npos || end >= kept ? cut : cut.substr(0, end + 1) + std::string(dots);
}

} // namespace attn
