#include "ui/document/picture_thumbnails.h"

#include "core/figure/pictures/picture.h"
#include "core/figure/scaled.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

/// The area in which a view is drawn before it is scaled down.
constexpr Point full_size{744, 468};
/// The area in which pictures of formulas are drawn before they are scaled down; if it were larger, their letters could
/// not be read.
constexpr Point size_of_letters{300, 190};
constexpr float least_letters = 4;
constexpr float least_words = 0.75F * type_size::normal; // the limit for all words in the window

bool is_small(const Sizes& sizes) {
    return sizes.S_q <= 64 && sizes.S_k <= 64 && sizes.D <= 256 && sizes.H <= 16 && sizes.B <= 16;
}

/// Replaces a text that is too small to be read by a grey line.
void grey_out(Item& item, const Typesetter& typesetter) {
    const auto* const text = std::get_if<Text>(&item.shape());
    if (text == nullptr || text->font.size >= (text->font.family == FontFamily::sans ? least_words : least_letters))
        return;
    const Box box = typesetter.box(*text);
    const float thickness = std::max(0.8F, text->font.size * 0.4F);
    Rectangle line;
    line.box = text->direction != Direction::level ? Box{box.centre().x - thickness / 2, box.y, thickness, box.height}
                                                   : Box{box.x, box.centre().y - thickness / 2, box.width, thickness};
    line.fill = faded(text->colour, 0.35F);
    item = Item(line, {}, item.clip);
}

} // namespace

DisplayList thumbnail_of(const UiContext& ui, const ViewState& seen, Point drawn_in, Point size) {
    ViewState view = seen;
    view.zoom = 1;
    view.pan = {};
    view.reveal.reset();
    const DrawContext drawing{ui.session, ui.trace, view, ui.typesetter, ui.cache, ui.baseline};
    DisplayList whole;
    picture(shown_picture(drawing)).draw(whole, drawing, {0, 0, drawn_in.x, drawn_in.y});
    const Box drawn = bounds(whole, ui.typesetter);
    const float by = std::min({size.x / std::max(drawn.width, 1.0F), size.y / std::max(drawn.height, 1.0F), 1.0F});
    DisplayList small;
    small.append(scaled(whole, by),
                 {(size.x - drawn.width * by) / 2 - drawn.x * by, (size.y - drawn.height * by) / 2 - drawn.y * by});
    for (Item& item : small.items)
        grey_out(item, ui.typesetter);
    return small;
}

const DisplayList& PictureThumbnails::of(const UiContext& ui, PictureId id) {
    is_shown_ = true;
    Known& known = known_[std::string(id.name)];
    if (known.is_whole)
        return known.list;
    ViewState view = ui.view_state;
    view.picture = id;
    const std::size_t before = ui.cache.times_not_found();
    if (is_small(ui.sizes()))
        known.list = thumbnail_of(ui, view, id == PictureId::notes ? size_of_letters : full_size, size);
    known.is_whole = ui.cache.times_not_found() == before;
    return known.list;
}

void PictureThumbnails::forget_unless_asked() {
    if (!std::exchange(is_shown_, false))
        known_.clear();
}

} // namespace attn
