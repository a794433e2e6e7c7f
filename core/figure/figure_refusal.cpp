// The error for a figure that does not fit: it names a size that would do, or a part that has room.

#include "core/figure/figure_layout.h"

#include "core/figure/least_length.h"
#include "core/model/cell.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace attn {

/// The error names the width, the height, or both, that the figure needs.
Error FigureLayout::refusal() const {
    FigureRequest larger = request_;
    larger.height.reset();
    bool is_narrow = needed_along(&FigureRequest::width, larger).has_value();
    if (is_narrow)
        larger.width = least_along(&FigureRequest::width, larger);
    larger.height = request_.height;
    bool is_low = needed_along(&FigureRequest::height, larger).has_value();
    if (is_low)
        larger.height = least_along(&FigureRequest::height, larger);
    if (is_low && needed_along(&FigureRequest::height, larger) && larger.width) { // no height is enough for this width
        larger.height = request_.height;
        larger.width = least_along(&FigureRequest::width, larger);
        is_narrow = true;
        is_low = false;
    }
    const std::string in_parts = what_has_room();
    if (is_narrow && is_low)
        return error("this figure needs {:.1f} × {:.1f} cm for type of {:.3g} pt{}", *larger.width, *larger.height,
                     request_.font_size, in_parts);
    return error("this figure needs a {} of {:.1f} cm for type of {:.3g} pt{}{}", is_low ? "height" : "width",
                 is_low ? *larger.height : *larger.width, request_.font_size, in_parts,
                 is_narrow ? type_that_fits(*larger.width) : "");
}

/// The end of the error if slightly smaller type is enough: "; or smaller type: --font-size 7.4".
std::string FigureLayout::type_that_fits(float enough) const {
    constexpr float nearly = 0.8F;
    constexpr float less = 0.02F;
    FigureRequest smaller = request_;
    const float most = *request_.width / enough;
    for (int tried = 0; most - less * static_cast<float>(tried) >= nearly; ++tried) {
        const float share = most - less * static_cast<float>(tried);
        smaller.font_size = std::floor(10 * request_.font_size * share) / 10;
        if (lay_out_if_it_fits(smaller, source_))
            return fmt::format("; or smaller type: --font-size {:.3g}", smaller.font_size);
    }
    return {};
}

/// The end of the error that names a part that fits on the page: "; a section of it needs less, …".
std::string FigureLayout::what_has_room() const {
    if (kind_.has_sections && !request_.section)
        return "; a section of it needs less, such as --section A";
    if (!request_.height) // a page without a given height grows
        return {};
    FigureRequest bare = request_;
    bare.captioned = false;
    if (request_.captioned && has_room_for(kind_, bare))
        return "; without its caption it has room: --no-caption";
    bare.titled = false;
    if (request_.titled && has_room_for(kind_, bare))
        return "; without title and caption it has room: --no-title --no-caption";
    const bool is_of_a_matrix = kind_.scope != FigureScope::layer && &kind_ != &heatmap_kind();
    if (is_of_a_matrix && has_room_for(heatmap_kind(), request_))
        return has_heads(cell_.array)
                   ? fmt::format("; one head’s matrix alone has room: --kind heatmap --head {}", cell_.head + 1)
                   : "; the matrix alone has room: --kind heatmap";
    FigureRequest on_page = request_;
    on_page.fit = FigureFit::page;
    on_page.width.reset();
    on_page.height.reset();
    on_page.font_size = FigureRequest().font_size;
    return has_room_for(kind_, with_size(on_page)) ? "; on a page it has room: --fit page" : "";
}

bool FigureLayout::has_room_for(const FigureKind& kind, const FigureRequest& request) const {
    FigureRequest other = request;
    other.kind = kind.name;
    FigureLayout layout(kind, other, source_, cell_);
    layout.is_tried_ = true;
    return fits(kind, layout.drawing_) && layout.is_whole(layout.put_together());
}

/// The length that a side of the page needs, in tenths of a centimetre; nullopt if the page has room already.
std::optional<Index> FigureLayout::needed_along(Side side, const FigureRequest& request) const {
    if (!(request.*side))
        return std::nullopt;
    FigureLayout layout(kind_, request, source_, cell_, {}, series_);
    layout.is_tried_ = true;
    const Box covered = layout.put_together();
    if (layout.is_whole(covered))
        return std::nullopt;
    const bool is_width = side == &FigureRequest::width;
    const bool has_side = is_width ? layout.has_width(covered) : layout.has_height(covered);
    constexpr float more = 1.05F; // used if the other side lacks room
    const float needed =
        has_side ? units_of(*(request.*side)) * more : (is_width ? covered.right() : covered.bottom()) + margin;
    return to_integer<Index>(std::ceil(needed * scale_ / pixels_a_centimetre * 10));
}

float FigureLayout::least_along(Side side, const FigureRequest& request) const {
    return least_length(*(request.*side), [&](Index tenths) {
        FigureRequest other = request;
        other.*side = static_cast<float>(tenths) / 10;
        return needed_along(side, other);
    });
}

/// A width, in whole centimetres, at which no number and no word is left out; nullopt if twice the width is not enough.
std::optional<float> FigureLayout::width_for_all() const {
    const auto lacks_something = [](const DisplayList& picture) {
        return picture.lacks_numbers || picture.lacks_words;
    };
    if (!request_.width || !lacks_something(picture_) || has_images())
        return std::nullopt;
    FigureRequest wider = request_;
    const auto is_enough = [&](float times) {
        wider.width = std::ceil(*request_.width * times);
        FigureLayout layout(kind_, wider, source_, cell_, {}, series_);
        return layout.is_held(layout.put_together()) && !lacks_something(layout.picture_);
    };
    constexpr std::array tried{1.15F, 1.35F, 1.6F, 2.0F};
    if (!is_enough(tried.back()))
        return std::nullopt;
    const auto least =
        std::ranges::partition_point(tried.begin(), tried.end() - 1, [&](float times) { return !is_enough(times); });
    return std::ceil(*request_.width * *least);
}

/// A page of the given width, with a height and a size of type at which no number and no word is left out; nullopt if
/// that takes more than `most_height`.
std::optional<FigureRequest> FigureLayout::page_for_all() const {
    const bool lacks_something = picture_.lacks_numbers || picture_.lacks_words;
    if (!request_.width || request_.height || !lacks_something || has_images())
        return std::nullopt;
    constexpr float most_height = 19; // cm, with a caption beneath
    for (const float type : {1.0F, 0.92F})
        for (const float times : {1.25F, 1.6F}) {
            FigureRequest higher = request_;
            higher.height = std::min(std::ceil(*request_.width * times), most_height);
            higher.font_size = std::floor(10 * request_.font_size * type) / 10;
            FigureLayout layout(kind_, higher, source_, cell_, {}, series_);
            if (layout.is_held(layout.put_together()) && !layout.picture_.lacks_numbers && !layout.picture_.lacks_words)
                return higher;
        }
    return std::nullopt;
}

} // namespace attn
