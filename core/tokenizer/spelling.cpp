#include "core/tokenizer/spelling.h"

#include "core/files/utf8.h"
#include "core/tokenizer/byte_letters.h"
#include "core/tokenizer/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>

namespace attn {

namespace {

struct Sign {
    char letter;
    std::string_view sign;
};
constexpr std::array signs{Sign{' ', "␣"}, Sign{'\n', "↵"}, Sign{'\t', "⇥"}};
constexpr std::string_view code_begin = "⟨";
constexpr std::string_view code_end = "⟩";

/// True if the letter, written as it is, would be invisible or could be mistaken for one of the signs ␣ ↵ ⇥ ⟨.
bool needs_code(char32_t letter, std::string_view as_written) {
    const bool is_sign = std::ranges::any_of(signs, [&](const Sign& sign) { return sign.sign == as_written; });
    return is_sign || as_written == code_begin || is_other(letter) || is_white_space(letter);
}

std::string replaced_all(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    while (!from.empty()) {
        const std::size_t at = text.find(from);
        if (at == std::string_view::npos)
            break;
        result.append(text.substr(0, at)).append(to);
        text.remove_prefix(at + from.size());
    }
    return result.append(text);
}

/// Returns the bytes of the code between ⟨ and ⟩: one byte for "E2", a letter in UTF-8 for "U+200B"; nullopt for other
/// texts.
std::optional<std::string> bytes_of_code(std::string_view code) {
    const bool letter = code.starts_with("U+");
    std::uint32_t number = 0;
    code.remove_prefix(letter ? 2 : 0);
    const auto [end, status] = std::from_chars(code.data(), code.data() + code.size(), number, 16);
    if (status != std::errc() || end != code.data() + code.size() || number > (letter ? 0x10FFFFU : 0xFFU))
        return std::nullopt;
    if (!letter)
        return std::string(1, static_cast<char>(number));
    std::string text;
    append_letter(text, number);
    return text;
}

std::optional<std::string> unread(std::string_view readable) {
    std::string bytes;
    while (!readable.empty()) {
        if (readable.starts_with(code_begin)) {
            const std::size_t end = readable.find(code_end);
            if (end == std::string_view::npos)
                return std::nullopt;
            const auto code = bytes_of_code(readable.substr(code_begin.size(), end - code_begin.size()));
            if (!code)
                return std::nullopt;
            bytes += *code;
            readable.remove_prefix(end + code_end.size());
            continue;
        }
        const auto* const sign =
            std::ranges::find_if(signs, [&](const Sign& known) { return readable.starts_with(known.sign); });
        const std::size_t length = sign != signs.end() ? sign->sign.size() : letter_end(readable, 0);
        bytes += sign != signs.end() ? std::string_view(&sign->letter, 1) : readable.substr(0, length);
        readable.remove_prefix(length);
    }
    return bytes;
}

std::string bytes_of_letters(std::string_view piece) {
    std::string bytes;
    for_each_letter(piece, [&](char32_t letter, std::size_t begin, std::size_t end) {
        if (const auto byte = byte_of_letter(letter))
            bytes += *byte;
        else
            bytes += piece.substr(begin, end - begin);
    });
    return bytes;
}

} // namespace

std::string readable_text(std::string_view bytes) {
    std::string readable;
    while (!bytes.empty()) {
        const Utf8Letter letter = first_letter(bytes);
        const std::string_view written = bytes.substr(0, std::max<std::size_t>(letter.bytes, 1));
        const auto* const sign = std::ranges::find(signs, written.front(), &Sign::letter);
        if (letter.bytes == 0)
            readable += fmt::format("{}{:02X}{}", code_begin, static_cast<unsigned char>(written.front()), code_end);
        else if (sign != signs.end())
            readable += sign->sign;
        else if (needs_code(letter.code, written))
            readable += fmt::format("{}U+{:04X}{}", code_begin, static_cast<std::uint32_t>(letter.code), code_end);
        else
            readable += written;
        bytes.remove_prefix(written.size());
    }
    return readable;
}

std::string Spelling::bytes_of(std::string_view piece) const {
    switch (kind) {
    case Kind::byte_letters:
        if (!end_of_word.empty() && piece.ends_with(end_of_word))
            return bytes_of_letters(piece.substr(0, piece.size() - end_of_word.size())) + " ";
        return bytes_of_letters(piece);
    case Kind::marked_spaces:
        if (const auto byte = byte_of_piece(piece))
            return {*byte};
        return replaced_all(piece, mark, " ");
    case Kind::word_pieces:
        return std::string(piece.substr(goes_on(piece) ? mark.size() : 0));
    case Kind::plain:
        return replaced_all(piece, end_of_word, " ");
    case Kind::words:
        break;
    }
    return std::string(piece);
}

bool Spelling::goes_on(std::string_view piece) const {
    switch (kind) {
    case Kind::byte_letters:
    case Kind::marked_spaces: {
        const std::string bytes = bytes_of(piece);
        return !bytes.empty() && !is_white_space(first_letter(bytes).code);
    }
    case Kind::word_pieces:
        return !mark.empty() && piece.starts_with(mark) && piece.size() > mark.size();
    case Kind::plain:
    case Kind::words:
        break;
    }
    return false;
}

std::string Spelling::readable(std::string_view piece) const {
    if (kind == Kind::marked_spaces)
        if (const auto byte = byte_of_piece(piece)) // the byte piece first: the letter may be a piece of its own
            return fmt::format("{}{:02X}{}", code_begin, static_cast<unsigned char>(*byte), code_end);
    if (kind == Kind::byte_letters)
        return readable_text(bytes_of_letters(piece));
    return readable_text(kind == Kind::marked_spaces ? bytes_of(piece) : std::string(piece));
}

std::optional<std::string> Spelling::piece_of(std::string_view read) const {
    auto bytes = unread(read);
    if (!bytes)
        return std::nullopt;
    if (kind == Kind::byte_letters)
        return byte_letters(*bytes);
    if (kind != Kind::marked_spaces)
        return bytes;
    const bool is_byte = bytes->size() == 1 && read.starts_with(code_begin) && !read.starts_with("⟨U+");
    return is_byte ? byte_piece(bytes->front()) : replaced_all(*bytes, " ", mark);
}

} // namespace attn
