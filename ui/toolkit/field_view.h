#pragma once

#include "core/figure/text.h"
#include "ui/toolkit/field.h"

#include <cstddef>
#include <string_view>

namespace attn {

/// The distance of a text from the left and right ends of its field, in logical pixels.
constexpr float field_inset = 10;

/// The part of an edited text that fits in its field, around the caret. Only this part is measured and drawn: a pasted
/// text may have a hundred thousand letters, and its picture would be wider than a screen can hold.
class FieldView {
public:
    FieldView(const FieldEdit& field, float width, const Typesetter& typesetter);

    /// Returns the visible letters, and some beyond both ends.
    std::string_view text() const { return text_; }
    /// Returns the x at which text() begins, measured from the left end of the field's room.
    float begin() const { return -shift_; }
    /// Returns the x of the letter at a byte of the whole text; for a byte outside of text(), the x of text()'s nearer
    /// end.
    float place_of(std::size_t byte) const;
    /// Returns the position in bytes, between two letters, that is nearest to x = `place`.
    std::size_t byte_at(float place) const;

private:
    const Typesetter& typesetter_;
    std::size_t first_; ///< byte of the whole text at which text_ begins
    std::string_view text_;
    float shift_ = 0;
};

} // namespace attn
