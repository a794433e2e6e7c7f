#include "core/tokenizer/byte_letters.h"

#include "core/files/utf8.h"

#include <array>
#include <charconv>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr char32_t first_substitute = 0x100;

constexpr bool stands_for_itself(unsigned int byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

constexpr std::array<char32_t, 256> make_letters() {
    std::array<char32_t, 256> letters{};
    char32_t next = first_substitute;
    for (unsigned int byte = 0; byte < letters.size(); ++byte)
        letters[byte] = stands_for_itself(byte) ? byte : next++;
    return letters;
}

constexpr std::array<char32_t, 256> letters_of_bytes = make_letters();

} // namespace

std::string byte_letters(std::string_view bytes) {
    std::string letters;
    letters.reserve(bytes.size());
    for (const char byte : bytes)
        append_letter(letters, letters_of_bytes.at(static_cast<unsigned char>(byte)));
    return letters;
}

std::optional<char> byte_of_letter(char32_t letter) {
    for (std::size_t byte = 0; byte < letters_of_bytes.size(); ++byte)
        if (letters_of_bytes.at(byte) == letter)
            return static_cast<char>(byte);
    return std::nullopt;
}

std::string byte_piece(char byte) {
    return fmt::format("<0x{:02X}>", static_cast<unsigned char>(byte));
}

std::optional<char> byte_of_piece(std::string_view piece) {
    unsigned char byte = 0;
    if (piece.size() != 6 || !piece.starts_with("<0x") || !piece.ends_with('>'))
        return std::nullopt;
    const char* const last = piece.data() + 5;
    const auto [end, status] = std::from_chars(piece.data() + 3, last, byte, 16);
    const char value = static_cast<char>(byte);
    // Vocabularies write the digits A to F in upper case only.
    return status == std::errc() && end == last && byte_piece(value) == piece ? std::optional(value) : std::nullopt;
}

} // namespace attn
