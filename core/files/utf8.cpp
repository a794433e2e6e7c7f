#include "core/files/utf8.h"

#include <algorithm>
#include <cstdint>

namespace attn {

namespace {

/// True for every byte of a letter except the first: such bytes begin with the bits 10.
bool continues_letter(char byte) {
    return (static_cast<std::uint8_t>(byte) & 0xC0U) == 0x80U;
}

} // namespace

Utf8Letter first_letter(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead >= 0xF5 || text.size() < length)
        return {};
    char32_t code = lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues_letter(text[i]))
            return {};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return overlong || surrogate || code > 0x10FFFF ? Utf8Letter{} : Utf8Letter{code, length};
}

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const Utf8Letter letter = first_letter(bytes);
        if (letter.bytes == 0)
            return false;
        bytes.remove_prefix(letter.bytes);
    }
    return true;
}

std::string valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const Utf8Letter letter = first_letter(text);
        if (letter.code == 0 || letter.code == 0xFFFE || letter.code == 0xFFFF)
            valid += "\uFFFD";
        else
            valid += text.substr(0, letter.bytes);
        text.remove_prefix(std::max<std::size_t>(1, letter.bytes));
    }
    return valid;
}

void append_letter(std::string& text, char32_t code) {
    const auto byte = [&](char32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0U | code >> 6U);
        byte(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        byte(0xE0U | code >> 12U);
        byte(0x80U | (code >> 6U & 0x3FU));
        byte(0x80U | (code & 0x3FU));
    } else {
        byte(0xF0U | code >> 18U);
        byte(0x80U | (code >> 12U & 0x3FU));
        byte(0x80U | (code >> 6U & 0x3FU));
        byte(0x80U | (code & 0x3FU));
    }
}

std::size_t letter_begin(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && continues_letter(text[at]))
        --at;
    return at;
}

std::size_t letter_end(std::string_view text, std::size_t at) {
    if (at < text.size())
        ++at;
    while (at < text.size() && continues_letter(text[at]))
        ++at;
    return at;
}

std::size_t letter_count(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_letter));
}

} // namespace attn
