#include "core/figure/svg.h"

#include "core/figure/cell_pixels.h"
#include "core/figure/hatch.h"
#include "core/figure/number.h"
#include "core/figure/png.h"
#include "core/figure/text.h"
#include "core/figure/xml.h"
#include "core/files/base64.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace attn {

namespace {

std::string paint_of(std::string_view property, Colour colour) {
    if (!colour.visible())
        return fmt::format(R"( {}="none")", property);
    std::string written = fmt::format(R"( {}="#{:02x}{:02x}{:02x}")", property, colour.r, colour.g, colour.b);
    if (colour.a != 255)
        written += fmt::format(R"( {}-opacity="{}")", property, coordinate(static_cast<float>(colour.a) / 255));
    return written;
}

std::string stroke_of(const Stroke& stroke) {
    if (!stroke.visible())
        return {};
    std::string written = paint_of("stroke", stroke.colour);
    if (stroke.width != 1)
        written += fmt::format(R"( stroke-width="{}")", coordinate(stroke.width));
    if (stroke.style != LineStyle::solid)
        written += fmt::format(R"( stroke-dasharray="{} {}")",
                               coordinate(stroke.style == LineStyle::dotted ? stroke.width : stroke.width * 3),
                               coordinate(stroke.width * 2));
    return written;
}

std::string box_of(const Box& box) {
    return fmt::format(R"( x="{}" y="{}" width="{}" height="{}")", coordinate(box.x), coordinate(box.y),
                       coordinate(box.width), coordinate(box.height));
}

std::string point_of(Point point) {
    return coordinate(point.x) + " " + coordinate(point.y);
}

std::string outline_of(const Path& path) {
    std::string outline = "M" + point_of(path.points.front());
    for (std::size_t i = 1; i < path.points.size(); ++i) {
        if (!path.curved)
            outline += "L";
        else
            outline += i % 3 == 1 ? "C" : " ";
        outline += point_of(path.points[i]);
    }
    if (path.closed)
        outline += "Z";
    return outline;
}

class Writer {
public:
    /// `place` is the figure's place in an HTML document; null: the figure is an SVG file.
    explicit Writer(const Typesetter& typesetter, const InlineSvg* place = nullptr)
        : typesetter_(typesetter), place_(place) {}

    void write(const Item& item) {
        if (std::holds_alternative<FormulaMark>(item.shape()))
            return;
        target_ = target_name(item.target);
        const auto* cell = std::get_if<CellId>(&item.target);
        value_ = place_ != nullptr && place_->value_of && cell != nullptr ? place_->value_of(*cell) : "";
        if (item.clip)
            begin_clip(*item.clip);
        std::visit(*this, item.shape());
        if (item.clip)
            svg_ += "</g>\n";
    }

    void operator()(const Rectangle& rectangle) {
        svg_ += "<rect" + box_of(rectangle.filled());
        if (rectangle.corner_radius > 0)
            svg_ += fmt::format(R"( rx="{}")", coordinate(rectangle.corner_radius));
        svg_ += paint_of("fill", rectangle.fill) + stroke_of(rectangle.stroke);
        if (value_.empty())
            end_element();
        else
            svg_ += named() + " tabindex=\"0\"><title>" + xml_escaped(value_) + "</title></rect>\n";
        if (rectangle.hatch.visible())
            hatch(rectangle);
    }

    void operator()(const Path& path) {
        if (path.points.empty())
            return;
        svg_ += fmt::format(R"(<path d="{}")", outline_of(path));
        svg_ += paint_of("fill", path.fill) + stroke_of(path.stroke);
        end_element();
    }

    void operator()(const Text& text) {
        if (text.text.empty() || !text.colour.visible())
            return;
        // The viewer places the text by its anchor, since its font may be a little wider or narrower than ours.
        constexpr std::array anchors{"start", "middle", "end"};
        const float down = typesetter_.baseline_start(text).y;
        if (text.direction != Direction::level)
            svg_ += fmt::format(R"svg(<text x="0" y="{}" transform="translate({}) rotate(-{})")svg", coordinate(down),
                                point_of(text.position), coordinate(degrees_of(text.direction)));
        else
            svg_ +=
                fmt::format(R"(<text x="{}" y="{}")", coordinate(text.position.x), coordinate(text.position.y + down));
        svg_ += fmt::format(R"( class="{}" font-size="{}")", text.font.family == FontFamily::sans ? "s" : "m",
                            coordinate(text.font.size));
        if (text.horizontal != Horizontal::left)
            svg_ += fmt::format(R"( text-anchor="{}")", anchors.at(static_cast<std::size_t>(text.horizontal)));
        if (text.font.weight != FontWeight::regular)
            svg_ += fmt::format(R"( font-weight="{}")", static_cast<int>(text.font.weight));
        if (text.font.italic)
            svg_ += R"( font-style="italic")";
        if (text.font.letter_spacing != 0)
            svg_ += fmt::format(R"( letter-spacing="{}")", coordinate(text.font.letter_spacing));
        if (text.grey && typesetter_.has_own_colours(text))
            svg_ += without_colours();
        svg_ += paint_of("fill", text.colour) + named() + ">" + xml_escaped(text.text) + "</text>\n";
    }

    void operator()(const Image& image) {
        if (image.box.empty() || image.matrix.rows() == 0 || image.matrix.columns() == 0)
            return;
        const auto png = encode_png(pixels_in_vector_files(image));
        if (!png) {
            failure_ = png.error();
            return;
        }
        svg_ += "<image" + box_of(image.box) + R"( preserveAspectRatio="none" style="image-rendering:pixelated")" +
                fmt::format(R"( href="data:image/png;base64,{}")", base64(*png));
        end_element();
    }

    void operator()(const FormulaMark& /*mark*/) {} // the items that draw the formula follow

    Result<std::string> finish(std::string head) && {
        if (failure_)
            return *failure_;
        return std::move(head) + definitions_ + svg_ + "</svg>\n";
    }

private:
    std::string prefix() const { return place_ == nullptr ? "" : place_->name + "-"; }

    std::string named() const {
        return target_.empty() ? "" : fmt::format(R"( data-target="{}")", xml_escaped(target_));
    }

    void end_element() { svg_ += named() + "/>\n"; }

    std::string without_colours() {
        if (!has_grey_filter_)
            definitions_ +=
                fmt::format("<filter id=\"{}g\"><feColorMatrix type=\"saturate\" values=\"0\"/></filter>\n", prefix());
        has_grey_filter_ = true;
        return fmt::format(" filter=\"url(#{}g)\"", prefix());
    }

    void begin_clip(const Box& clip) {
        if (clips_ == 0 || clip != last_clip_) {
            last_clip_ = clip;
            definitions_ +=
                fmt::format("<clipPath id=\"{}c{}\"><rect{}/></clipPath>\n", prefix(), ++clips_, box_of(clip));
        }
        svg_ += fmt::format("<g clip-path=\"url(#{}c{})\">\n", prefix(), clips_);
    }

    void hatch(const Rectangle& rectangle) {
        std::string lines;
        for (const auto& [from, to] : hatch_lines(rectangle))
            lines += "M" + point_of(from) + "L" + point_of(to);
        if (!lines.empty())
            svg_ +=
                fmt::format(R"(<path d="{}" fill="none"{}/>)", lines, stroke_of({rectangle.hatch, hatch_width})) + "\n";
    }

    const Typesetter& typesetter_;
    const InlineSvg* place_;
    std::string target_;
    std::string value_; ///< the cell's words, in HTML
    std::string svg_;
    std::string definitions_;
    std::optional<Error> failure_;
    Box last_clip_;
    int clips_ = 0;
    bool has_grey_filter_ = false;
};

} // namespace

std::string_view svg_styles() {
    return "text{white-space:pre}"
           ".s{font-family:Inter,'DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums}"
           ".m{font-family:STIXGeneral,STIX,'STIX Two Text','Times New Roman',serif}";
}

Result<std::string> write_inline_svg(const DisplayList& list, const Page& page, const InlineSvg& place,
                                     const Typesetter& typesetter) {
    if (page.area.empty())
        return error("the picture is empty");
    std::string head = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" "
        "aria-label=\"{}\">\n",
        coordinate(page.area.width), coordinate(page.area.height), coordinate(page.area.x), coordinate(page.area.y),
        coordinate(page.area.width), coordinate(page.area.height), xml_escaped(place.label));
    Writer writer(typesetter, &place);
    for (const Item& item : list.items)
        writer.write(item);
    return std::move(writer).finish(std::move(head));
}

Result<std::string> write_svg(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter) {
    if (page.area.empty() || !(scale > 0))
        return error("the picture is empty");
    std::string head =
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
                    "viewBox=\"{} {} {} {}\">\n",
                    coordinate(page.area.width * scale), coordinate(page.area.height * scale), coordinate(page.area.x),
                    coordinate(page.area.y), coordinate(page.area.width), coordinate(page.area.height));
    head += fmt::format("<style>{}</style>\n", svg_styles());
    if (page.ground.visible())
        head += "<rect" + box_of(page.area) + paint_of("fill", page.ground) + "/>\n";

    Writer writer(typesetter);
    for (const Item& item : list.items)
        writer.write(item);
    return std::move(writer).finish(std::move(head));
}

} // namespace attn
