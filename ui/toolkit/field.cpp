#include "ui/toolkit/field.h"

#include "core/files/utf8.h"

#include <utility>

namespace attn {

namespace {

constexpr char32_t first_high = 0xD800;
constexpr char32_t first_low = 0xDC00;
constexpr char32_t after_low = 0xE000;

std::size_t letter_before(const FieldEdit& field) {
    return field.caret > 0 ? letter_begin(field.text, field.caret - 1) : 0;
}

std::size_t word_before(const std::string& text, std::size_t position) {
    while (position > 0 && text[position - 1] == ' ')
        --position;
    while (position > 0 && text[position - 1] != ' ')
        --position;
    return position;
}

std::size_t word_after(const std::string& text, std::size_t position) {
    while (position < text.size() && text[position] != ' ')
        ++position;
    while (position < text.size() && text[position] == ' ')
        ++position;
    return position;
}

std::string one_line(std::string_view text) {
    std::string line;
    for (const char byte : text) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '\n' || byte == '\t')
            line += ' ';
        else if (code >= 0x20 && code != 0x7F)
            line += byte;
    }
    return line;
}

bool erase_selection(FieldEdit& field) {
    if (field.caret == field.anchor)
        return false;
    const std::size_t begin = field.selection_begin();
    field.text.erase(begin, field.selection_end() - begin);
    field.caret = field.anchor = begin;
    return true;
}

} // namespace

FieldEdit open_field(std::string name, std::string text) {
    const std::size_t end = text.size();
    return {std::move(name), text, end, 0, std::move(text)};
}

void insert(FieldEdit& field, std::string_view text) {
    erase_selection(field);
    const std::string line = one_line(text);
    field.text.insert(field.caret, line);
    field.caret = field.anchor = field.caret + line.size();
}

void erase_before(FieldEdit& field) {
    if (erase_selection(field))
        return;
    const std::size_t begin = letter_before(field);
    field.text.erase(begin, field.caret - begin);
    field.caret = field.anchor = begin;
}

void erase_after(FieldEdit& field) {
    if (erase_selection(field))
        return;
    field.text.erase(field.caret, letter_end(field.text, field.caret) - field.caret);
}

void move_caret(FieldEdit& field, CaretMove move, bool select) {
    const bool collapses = !select && field.caret != field.anchor;
    switch (move) {
    case CaretMove::left:
        field.caret = collapses ? field.selection_begin() : letter_before(field);
        break;
    case CaretMove::right:
        field.caret = collapses ? field.selection_end() : letter_end(field.text, field.caret);
        break;
    case CaretMove::word_left:
        field.caret = word_before(field.text, field.caret);
        break;
    case CaretMove::word_right:
        field.caret = word_after(field.text, field.caret);
        break;
    case CaretMove::begin:
        field.caret = 0;
        break;
    case CaretMove::end:
        field.caret = field.text.size();
        break;
    }
    if (!select)
        field.anchor = field.caret;
}

void select_all(FieldEdit& field) {
    field.anchor = 0;
    field.caret = field.text.size();
}

std::string utf8_of(std::span<const char32_t> units) {
    std::string text;
    char32_t high = 0;
    for (const char32_t unit : units) {
        const bool is_low = unit >= first_low && unit < after_low;
        if (unit >= first_high && unit < first_low)
            high = unit;
        else if (is_low && high != 0)
            append_letter(text, 0x10000 + ((high - first_high) << 10U) + (unit - first_low));
        else if (!is_low)
            append_letter(text, unit);
        if (unit < first_high || unit >= first_low)
            high = 0;
    }
    return text;
}

} // namespace attn
