#include "ui/actions/word_part.h"

#include <cctype>
#include <cstddef>

namespace attn {

bool has_word_part(std::string_view text, std::string_view typed) {
    constexpr std::size_t many = 5;
    const auto begins_word = [&](std::size_t at) {
        return at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
    };
    for (std::size_t at = text.find(typed); at != std::string_view::npos; at = text.find(typed, at + 1))
        if (typed.size() >= many || begins_word(at))
            return true;
    return false;
}

} // namespace attn
