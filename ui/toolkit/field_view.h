#pragma once

#include "core/figure/text.h"
#include "ui/toolkit/field.h"

#include <cstddef>
#include <string_view>

namespace attn {

/// What a field's text is moved in from its left and right ends.
constexpr float field_inset = 10;

/// What of a text that is being edited its field has room for: so much about the caret. Nothing else is measured or
/// drawn: a pasted text may have a hundred thousand letters, and a picture of them is wider than a screen can hold.
class FieldView {
public:
    FieldView(const FieldEdit& field, float width, const Typesetter& typesetter);

    /// As many letters as may be in sight, and some beyond both ends.
    std::string_view text() const { return text_; }
    /// Where they begin, from the left end of the field's room.
    float begin() const { return -shift_; }
    /// Where the letter at that byte of the whole text begins; of letters beyond the ends, the end.
    float place_of(std::size_t byte) const;
    /// The byte between letters that is nearest to a place.
    std::size_t byte_at(float place) const;

private:
    const Typesetter& typesetter_;
    std::size_t first_; ///< byte of the whole text
    std::string_view text_;
    float shift_ = 0;
};

} // namespace attn
