#include "core/tokenizer/unicode.h"

#include <array>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>

namespace attn {

namespace {

utf8proc_category_t category_of(char32_t letter) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(letter));
}

bool is_between(char32_t letter, char32_t first, char32_t last) {
    return first <= letter && letter <= last;
}

bool is_letter(char32_t letter) {
    const utf8proc_category_t category = category_of(letter);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/// True for circled and squared letters, which are symbols although Unicode counts them as alphabetic.
bool is_alphabetic_symbol(char32_t letter) {
    return is_between(letter, 0x24B6, 0x24E9) || is_between(letter, 0x1F130, 0x1F149) ||
           is_between(letter, 0x1F150, 0x1F169) || is_between(letter, 0x1F170, 0x1F189);
}

utf8proc_option_t options_of(NormalForm form) {
    constexpr std::array options{
        UTF8PROC_STABLE | UTF8PROC_COMPOSE,
        UTF8PROC_STABLE | UTF8PROC_DECOMPOSE,
        UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT,
        UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT,
    };
    return static_cast<utf8proc_option_t>(options.at(static_cast<std::size_t>(form)));
}

} // namespace

bool is_white_space(char32_t letter) {
    const utf8proc_category_t category = category_of(letter);
    return is_between(letter, 0x9, 0xD) || letter == 0x85 ||
           (category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP);
}

bool is_word_letter(char32_t letter) {
    const utf8proc_category_t category = category_of(letter);
    return is_letter(letter) || is_mark(letter) || category == UTF8PROC_CATEGORY_ND ||
           category == UTF8PROC_CATEGORY_NL || category == UTF8PROC_CATEGORY_PC || is_alphabetic_symbol(letter) ||
           is_between(letter, 0x200C, 0x200D);
}

bool is_punctuation(char32_t letter) {
    const utf8proc_category_t category = category_of(letter);
    const bool ascii = is_between(letter, 0x21, 0x2F) || is_between(letter, 0x3A, 0x40) ||
                       is_between(letter, 0x5B, 0x60) || is_between(letter, 0x7B, 0x7E);
    return ascii || (category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO);
}

bool is_numeric(char32_t letter) {
    const utf8proc_category_t category = category_of(letter);
    return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

bool is_mark(char32_t letter) {
    const utf8proc_category_t category = category_of(letter);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool is_nonspacing_mark(char32_t letter) {
    return category_of(letter) == UTF8PROC_CATEGORY_MN;
}

bool is_other(char32_t letter) {
    const utf8proc_category_t category = category_of(letter);
    return category == UTF8PROC_CATEGORY_CN || (category >= UTF8PROC_CATEGORY_CC && category <= UTF8PROC_CATEGORY_CO);
}

std::string in_lower_case(std::string_view text) {
    std::string lower;
    lower.reserve(text.size());
    for_each_letter(text, [&lower](char32_t letter, std::size_t, std::size_t) {
        if (letter == 0x130) { // İ, the only letter that becomes two
            lower += "i\u0307";
            return;
        }
        append_letter(lower, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(letter))));
    });
    return lower;
}

Result<std::string> normal_form(std::string_view text, NormalForm form) {
    const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    utf8proc_uint8_t* normal = nullptr;
    const utf8proc_ssize_t length =
        utf8proc_map(bytes, static_cast<utf8proc_ssize_t>(text.size()), &normal, options_of(form));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(normal, &std::free);
    if (length < 0)
        return error("the text has no normal form: {}", utf8proc_errmsg(length));
    return std::string(reinterpret_cast<const char*>(normal), static_cast<std::size_t>(length));
}

} // namespace attn
