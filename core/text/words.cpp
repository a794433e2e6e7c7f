#include "core/text/words.h"

#include "core/files/utf8.h"

#include <utf8proc.h>

namespace attn {

namespace {

bool is_capital(char32_t letter) {
    const auto code = static_cast<utf8proc_int32_t>(letter);
    return utf8proc_tolower(code) != code;
}

/// Returns the text with its first letter changed.
std::string with_first_letter(std::string_view text, utf8proc_int32_t (&change)(utf8proc_int32_t)) {
    const Utf8Letter first = first_letter(text);
    std::string changed;
    append_letter(changed, static_cast<char32_t>(change(static_cast<utf8proc_int32_t>(first.code))));
    return changed.append(text.substr(first.bytes));
}

} // namespace

std::string capitalized(std::string_view text) {
    const bool has_letter = !text.empty() && first_letter(text).bytes > 0;
    return has_letter ? with_first_letter(text, utf8proc_toupper) : std::string(text);
}

std::string uncapitalized(std::string_view text) {
    const Utf8Letter first = text.empty() ? Utf8Letter() : first_letter(text);
    const std::string_view rest = text.substr(first.bytes);
    const bool is_abbreviation = !rest.empty() && is_capital(first_letter(rest).code);
    return first.bytes > 0 && !is_abbreviation ? with_first_letter(text, utf8proc_tolower) : std::string(text);
}

} // namespace attn
