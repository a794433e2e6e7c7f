#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/pictures/text_layout.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The area that a picture is drawn in, and functions that draw its elements. In the window items are clipped to the
/// area; on a page they are not. A returned item is valid until the next one is added.
class Canvas {
protected:
    Canvas(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area) {}

    const ViewState& view() const { return drawing_.view_state; }
    bool on_paper() const { return view().on_paper; }
    Clip clip() const { return on_paper() ? Clip() : Clip(area_); }

    Item& add(ItemShape shape, Target target = {});
    void append(const DisplayList& list, Point at) {
        list_.append(list, at, on_paper() ? Clip() : Clip(area_.grown(2)));
    }

    Item& add_box(const Box& box, Colour fill, const Stroke& edge = {transparent, 0}, float corner_radius = 0);
    /// Adds a disc around a point.
    Item& add_disc(Point middle, float size, Colour fill, const Stroke& edge = {transparent, 0});
    /// Adds an invisible box as a target for the mouse.
    Item& add_place(const Box& box, Target target);
    Item& add_line(Point from, Point to, const Stroke& stroke);
    Item& add_way(std::vector<Point> points, const Stroke& stroke, bool is_curved = false);

    float width_of(std::string_view text, const Font& font = {}) const;
    /// Adds a text without a clip.
    Item& add_text(Point baseline, std::string text, Colour colour, const Font& font = {},
                   Horizontal horizontal = Horizontal::left);
    /// Adds a line of text, clipped to the area, with the middle of its capitals at `middle`.
    Item& add_text_about(Point middle, std::string text, Colour colour, const Font& font = {},
                         Horizontal horizontal = Horizontal::left);
    /// Adds a short sentence on one line, with the claim that it makes about the layer.
    Item& add_claim(Point baseline, Claim claim, Colour colour, const Font& font = {},
                    Horizontal horizontal = Horizontal::left);
    /// Adds sentences, wrapped at the right edge of the area. Returns their height.
    float add_claims(Point at, const Claims& claims, Colour colour, const Font& font = {}, float line_height = 20);

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
};

} // namespace attn
