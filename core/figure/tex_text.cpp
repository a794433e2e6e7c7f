#include "core/figure/tex_text.h"

#include <cstddef>
#include <fmt/format.h>

namespace attn {

namespace {

bool is_ascii_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Where a symbol with an index ends that begins at `place`: a letter, an underscore (or a circumflex behind the letter
/// of weights or biases), and letters behind which no longer name goes on. `place` where there is none: a token in
/// quotation marks, “d_k”, or with its number in the sentence, "d_k₂", is a word.
std::size_t end_of_symbol_with_index(std::string_view text, std::size_t place) {
    constexpr std::size_t longest_index = 6;
    constexpr std::string_view subscript_digits = "\xE2\x82"; // with which ₀ to ₉ begin
    const auto goes_on = [&](std::size_t at) {
        return at < text.size() && (is_ascii_letter(text[at]) || text[at] == '_' || text[at] == '[' || text[at] == '(');
    };
    const bool begins = place == 0 || (!goes_on(place - 1) && !text.substr(0, place).ends_with("“"));
    if (!begins || place + 2 >= text.size() || !is_ascii_letter(text[place]))
        return place;
    const bool has_exponent = text[place] == 'W' || text[place] == 'b';
    if (text[place + 1] != '_' && !(has_exponent && text[place + 1] == '^'))
        return place;
    std::size_t end = place + 2;
    while (end < text.size() && is_ascii_letter(text[end]))
        ++end;
    const bool is_file = end + 1 < text.size() && text[end] == '.' && is_ascii_letter(text[end + 1]);
    const std::size_t length = end - place - 2;
    const bool is_word = goes_on(end) || is_file || text.substr(end).starts_with(subscript_digits);
    return length == 0 || length > longest_index || is_word ? place : end;
}

/// Whether one letter is a matrix that sentences name, "E" and "P", and no word, as "A" and "I" may be, and none of a
/// token in quotation marks. In a remark on formulas every letter that stands alone is one, but for the article.
bool is_symbol(std::string_view text, std::size_t place, bool is_remark) {
    constexpr std::string_view matrices = "CEKMOPQVXYZ";
    const bool is_article = text[place] == 'a' || (text[place] == 'A' && !text.substr(place + 1).starts_with(" is "));
    const bool may_be =
        is_remark ? is_ascii_letter(text[place]) && !is_article : matrices.find(text[place]) != std::string_view::npos;
    if (!may_be)
        return false;
    const auto is_of_word = [](char byte) {
        return is_ascii_letter(byte) || (byte >= '0' && byte <= '9') || static_cast<unsigned char>(byte) >= 0x80 ||
               std::string_view("_-'[{<").find(byte) != std::string_view::npos;
    };
    const bool is_behind_sign = is_remark && text.substr(0, place).ends_with("−");
    if (place > 0 && !is_behind_sign && is_of_word(text[place - 1]))
        return false;
    const std::string_view behind = text.substr(place + 1);
    return behind.empty() || !is_of_word(behind.front()) || behind.starts_with("⁽") || behind.starts_with("⊤") ||
           behind.starts_with("ᵀ");
}

TexText with_symbols(std::string_view text, bool is_remark) {
    TexText written;
    const auto add = [&](std::string_view words) {
        const TexText set = tex_text(words);
        written.tex += set.tex;
        written.beyond_latin = written.beyond_latin || set.beyond_latin;
    };
    std::size_t begin = 0;
    for (std::size_t place = 0; place < text.size(); ++place) {
        const std::size_t end = end_of_symbol_with_index(text, place);
        if (end == place && !is_symbol(text, place, is_remark))
            continue;
        add(text.substr(begin, place - begin));
        if (end == place) {
            written.tex += fmt::format("${}$", text[place]);
            begin = place + 1;
            continue;
        }
        const std::string_view index = text.substr(place + 2, end - place - 2);
        const std::string_view letter_and_sign = text.substr(place, 2);
        written.tex += index.size() == 1 ? fmt::format("${}{}$", letter_and_sign, index)
                                         : fmt::format("${}{{{}}}$", letter_and_sign, index);
        begin = end;
        place = end - 1;
    }
    add(text.substr(begin));
    return written;
}

} // namespace

TexText tex_prose(std::string_view text) {
    return with_symbols(text, false);
}

TexText tex_remark(std::string_view text) {
    return with_symbols(text, true);
}

} // namespace attn
