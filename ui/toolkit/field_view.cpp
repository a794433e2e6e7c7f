#include "ui/toolkit/field_view.h"

#include "core/files/utf8.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <vector>

namespace attn {

namespace {

constexpr float caret_room = 2;

/// Returns at least as many bytes as fit in `width` pixels: one byte per pixel.
std::size_t bytes_of(float width) {
    return to_integer<std::size_t>(std::max(width, 1.0F));
}

std::size_t first_byte(const FieldEdit& field, float width) {
    return letter_begin(field.text, field.caret - std::min(field.caret, bytes_of(width)));
}

std::size_t last_byte(const FieldEdit& field, float width) {
    const std::size_t last = field.caret + bytes_of(width);
    return last < field.text.size() ? letter_begin(field.text, last) : field.text.size();
}

} // namespace

FieldView::FieldView(const FieldEdit& field, float width, const Typesetter& typesetter)
    : typesetter_(typesetter), first_(first_byte(field, width)),
      text_(std::string_view(field.text).substr(first_, last_byte(field, width) - first_)) {
    const float longest = std::max(0.0F, place_of(field.text.size()) + caret_room - width);
    shift_ = std::clamp(place_of(field.caret) - width / 2, 0.0F, longest);
}

float FieldView::place_of(std::size_t byte) const {
    const std::size_t within = std::clamp(byte, first_, first_ + text_.size()) - first_;
    return typesetter_.measure(text_.substr(0, within), Font{}).width - shift_;
}

std::size_t FieldView::byte_at(float place) const {
    std::vector<std::size_t> bytes;
    for (std::size_t byte = 0; byte < text_.size(); byte = letter_end(text_, byte))
        bytes.push_back(first_ + byte);
    bytes.push_back(first_ + text_.size());
    const auto place_of = [this](std::size_t byte) { return this->place_of(byte); };
    const auto after = std::ranges::lower_bound(bytes, place, {}, place_of);
    if (after == bytes.begin())
        return bytes.front();
    if (after == bytes.end())
        return bytes.back();
    return place - place_of(*(after - 1)) < place_of(*after) - place ? *(after - 1) : *after;
}

} // namespace attn
