#include "core/figure/cairo_painter.h"

#include "core/figure/hatch.h"
#include "core/figure/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cairo.h>
#include <cmath>
#include <new>
#include <numbers>

namespace attn {

namespace {

void set_colour(cairo_t* cairo, Colour colour) {
    cairo_set_source_rgba(cairo, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, colour.a / 255.0);
}

void set_stroke(cairo_t* cairo, const Stroke& stroke) {
    const auto width = static_cast<double>(stroke.width);
    set_colour(cairo, stroke.colour);
    cairo_set_line_width(cairo, width);
    const std::array dashes{stroke.style == LineStyle::dotted ? width : width * 3, width * 2};
    cairo_set_dash(cairo, dashes.data(), stroke.style == LineStyle::solid ? 0 : 2, 0);
}

void add_box(cairo_t* cairo, const Box& box, float corner_radius) {
    const double x = box.x;
    const double y = box.y;
    const double right = box.right();
    const double bottom = box.bottom();
    const double radius = std::min(corner_radius, std::min(box.width, box.height) / 2);
    if (radius <= 0) {
        cairo_rectangle(cairo, x, y, right - x, bottom - y);
        return;
    }
    constexpr double quarter = std::numbers::pi / 2;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, right - radius, y + radius, radius, -quarter, 0);
    cairo_arc(cairo, right - radius, bottom - radius, radius, 0, quarter);
    cairo_arc(cairo, x + radius, bottom - radius, radius, quarter, 2 * quarter);
    cairo_arc(cairo, x + radius, y + radius, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo);
}

struct Painter {
    cairo_t* cairo;
    const Typesetter& typesetter;

    void operator()(const Rectangle& rectangle) const {
        if (rectangle.fill.visible()) {
            set_colour(cairo, rectangle.fill);
            add_box(cairo, rectangle.filled(), rectangle.corner_radius);
            cairo_fill(cairo);
        }
        if (rectangle.hatch.visible())
            hatch(rectangle);
        if (rectangle.stroke.visible()) {
            set_stroke(cairo, rectangle.stroke);
            add_box(cairo, rectangle.box, rectangle.corner_radius);
            cairo_stroke(cairo);
        }
    }

    void operator()(const Path& path) const {
        if (path.points.empty())
            return;
        trace(path);
        if (path.fill.visible()) {
            set_colour(cairo, path.fill);
            cairo_fill_preserve(cairo);
        }
        if (path.stroke.visible()) {
            set_stroke(cairo, path.stroke);
            cairo_stroke_preserve(cairo);
        }
        cairo_new_path(cairo);
    }

    void operator()(const Text& text) const { typesetter.draw(cairo, text); }

    void operator()(const Image& /*image*/) const {} // an image is painted by the list's painter, which keeps its
                                                     // pixels

    void operator()(const FormulaMark& /*mark*/) const {} // the items that draw the formula follow

private:
    void trace(const Path& path) const {
        const auto at = [&](std::size_t i) {
            return std::array{static_cast<double>(path.points[i].x), static_cast<double>(path.points[i].y)};
        };
        const auto [x, y] = at(0);
        cairo_move_to(cairo, x, y);
        if (path.curved)
            for (std::size_t i = 1; i + 2 < path.points.size(); i += 3)
                cairo_curve_to(cairo, at(i)[0], at(i)[1], at(i + 1)[0], at(i + 1)[1], at(i + 2)[0], at(i + 2)[1]);
        else
            for (std::size_t i = 1; i < path.points.size(); ++i)
                cairo_line_to(cairo, at(i)[0], at(i)[1]);
        if (path.closed)
            cairo_close_path(cairo);
    }

    void hatch(const Rectangle& rectangle) const {
        cairo_save(cairo);
        add_box(cairo, rectangle.box, rectangle.corner_radius);
        cairo_clip(cairo);
        set_stroke(cairo, {rectangle.hatch, hatch_width});
        for (const auto& [from, to] : hatch_lines(rectangle)) {
            cairo_move_to(cairo, static_cast<double>(from.x), static_cast<double>(from.y));
            cairo_line_to(cairo, static_cast<double>(to.x), static_cast<double>(to.y));
        }
        cairo_stroke(cairo);
        cairo_restore(cairo);
    }
};

/// The box that painting the item may touch: its bounds, its overlap under neighbours, and the tips of mitred corners.
Box painted_box(const Item& item, const Typesetter& typesetter) {
    constexpr float longest_tip = 5; // widths of the line, as Cairo limits them
    const Box box = bounds(item, typesetter);
    if (const auto* const rectangle = std::get_if<Rectangle>(&item.shape()))
        return united(box, rectangle->filled());
    const auto* const path = std::get_if<Path>(&item.shape());
    return path != nullptr ? box.grown(path->stroke.width * longest_tip) : box;
}

} // namespace

void ListPainter::paint(cairo_t* cairo) {
    for (std::size_t i = 0; i < list_.items.size(); ++i)
        paint(cairo, i);
}

void ListPainter::paint(cairo_t* cairo, const Box& seen) {
    if (boxes_.empty())
        for (const Item& item : list_.items)
            boxes_.push_back(painted_box(item, typesetter_));
    for (std::size_t i = 0; i < list_.items.size(); ++i)
        if (!common(boxes_[i], seen).empty())
            paint(cairo, i);
}

void ListPainter::paint(cairo_t* cairo, std::size_t item) {
    const ItemShape& shape = list_.items[item].shape();
    const Clip& clip = list_.items[item].clip;
    cairo_save(cairo);
    if (clip) {
        add_box(cairo, *clip, 0);
        cairo_clip(cairo);
    }
    if (const auto* const image = std::get_if<Image>(&shape))
        paint(cairo, *image);
    else
        std::visit(Painter{cairo, typesetter_}, shape);
    cairo_restore(cairo);
}

void ListPainter::paint(cairo_t* cairo, const Image& image) {
    if (image.box.empty() || image.matrix.rows() == 0 || image.matrix.columns() == 0)
        return;
    CairoSurface& surface = images_[&image];
    if (!surface)
        surface = surface_of_(image);
    const double width = cairo_image_surface_get_width(surface.get());
    const double height = cairo_image_surface_get_height(surface.get());
    cairo_translate(cairo, static_cast<double>(image.box.x), static_cast<double>(image.box.y));
    cairo_scale(cairo, static_cast<double>(image.box.width) / width, static_cast<double>(image.box.height) / height);
    cairo_set_source_surface(cairo, surface.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cairo, 0, 0, width, height);
    cairo_fill(cairo);
}

namespace {

/// The pixel as Cairo keeps it: a word of A, R, G, B, alpha multiplied in.
std::uint32_t premultiplied(std::uint32_t rgba) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, 4>>(rgba);
    const std::uint32_t alpha = bytes[3];
    const auto part = [&](std::size_t i) { return (bytes.at(i) * alpha + 127) / 255; };
    return alpha << 24U | part(0) << 16U | part(1) << 8U | part(2);
}

} // namespace

void DestroySurface::operator()(cairo_surface_t* surface) const {
    cairo_surface_destroy(surface);
}

CairoSurface cairo_surface(const Pixels& pixels) {
    CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(pixels.width),
                                                    static_cast<int>(pixels.height)));
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
        throw std::bad_alloc();
    cairo_surface_flush(surface.get());
    auto* words = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface.get()));
    const Index stride = cairo_image_surface_get_stride(surface.get()) / Index{sizeof(std::uint32_t)};
    for (Index y = 0; y < pixels.height; ++y)
        for (Index x = 0; x < pixels.width; ++x)
            words[y * stride + x] = premultiplied(pixels.rgba[static_cast<std::size_t>(y * pixels.width + x)]);
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

} // namespace attn
