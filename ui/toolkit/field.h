#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// A line of text being edited. Positions are bytes of UTF-8, always between letters.
struct FieldEdit {
    std::string name; ///< the field's target, "field:temperature"
    std::string text;
    std::size_t caret = 0;
    std::size_t anchor = 0;  ///< the end of the selection that is not at the caret
    std::string opened_with; ///< the text before anything was typed
    bool moves_on = false;   ///< true: Enter and Tab open the field of the next cell, because a key opened this one
    bool is_used = false;    ///< clicked into, typed into, or walked from by the arrow keys

    std::size_t selection_begin() const { return caret < anchor ? caret : anchor; }
    std::size_t selection_end() const { return caret < anchor ? anchor : caret; }
    std::string_view selection() const {
        return std::string_view(text).substr(selection_begin(), selection_end() - selection_begin());
    }
};

/// A field that opens with all of its text selected.
FieldEdit open_field(std::string name, std::string text);

/// Replaces the selection by the text. Line breaks and tabs become spaces; control characters are dropped.
void insert(FieldEdit& field, std::string_view text);

/// Removes the selection, or the letter before or after the caret.
void erase_before(FieldEdit& field);
void erase_after(FieldEdit& field);

enum class CaretMove : unsigned char { left, right, word_left, word_right, begin, end };
/// Moves the caret; with `select` the anchor stays.
void move_caret(FieldEdit& field, CaretMove move, bool select);

void select_all(FieldEdit& field);

/// UTF-16 as typed, converted to UTF-8. Surrogate pairs become one letter; a half without its partner is dropped.
std::string utf8_of(std::span<const char32_t> units);

} // namespace attn
