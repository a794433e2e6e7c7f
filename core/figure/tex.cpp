#include "core/figure/tex.h"

#include "core/figure/cell_pixels.h"
#include "core/figure/hatch.h"
#include "core/figure/number.h"
#include "core/figure/tex_text.h"
#include "core/figure/text.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace attn {

namespace {

/// More rectangles than this are more than TeX's memory bears.
constexpr Index most_cells = 20'000;
constexpr float big_points_a_pixel = 72.0F / 96.0F;

/// LuaTeX sets Latin Modern in Unicode by itself, and would take T1's place of ß for SS.
constexpr std::string_view latin_fonts =
    R"(\ifdefined\directlua\else\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\fi
)";

/// Fonts of the system, those that are there, for scripts that TeX's own fonts lack; as wide as those that the figure
/// was laid out in.
constexpr std::string_view begin_of_system_fonts = R"(\usepackage{fontspec}
\directlua{fallbacks = {}}
\newcommand\fallback[1]{\IfFontExistsTF{#1}{\directlua{table.insert(fallbacks, "#1:mode=harf;")}}{}}
\fallback{Noto Sans CJK SC}\fallback{Droid Sans Fallback})";
constexpr const char* coloured_emoji = R"(\fallback{Noto Color Emoji})";
constexpr const char* grey_emoji = R"(\fallback{Noto Emoji}\fallback{Symbola}\fallback{Noto Color Emoji})";
constexpr const char* end_of_system_fonts = R"(
\directlua{luaotfload.add_fallback("others", fallbacks)}
\setsansfont{DejaVu Sans}[Scale=0.87,Renderer=HarfBuzz,RawFeature={fallback=others}]
)";

std::string rotation(Direction direction) {
    return direction == Direction::level ? "" : fmt::format(",rotate={}", degrees_of(direction));
}

class TexWriter {
public:
    TexWriter(const Page& page, float scale, const Typesetter& typesetter)
        : page_(page), unit_(scale * big_points_a_pixel), typesetter_(typesetter) {}

    void write(const DisplayList& list) {
        std::size_t skipped = 0;
        for (const Item& item : list.items) {
            if (skipped > 0) {
                --skipped;
                continue;
            }
            const bool clipped = item.clip && sticks_out(item, *item.clip);
            if (clipped)
                body_ += fmt::format("\\begin{{scope}}\\clip {};\n", rectangle(*item.clip));
            std::visit(*this, item.shape());
            if (clipped)
                body_ += "\\end{scope}\n";
            if (const auto* mark = std::get_if<FormulaMark>(&item.shape()))
                skipped = mark->pieces;
        }
    }

    void operator()(const Rectangle& shape) {
        const std::string corners =
            shape.corner_radius > 0 ? fmt::format(",rounded corners={}bp", length(shape.corner_radius)) : "";
        if (shape.fill.visible())
            body_ += fmt::format("\\fill[{}{}] {};\n", colour(shape.fill, "fill"), corners, rectangle(shape.filled()));
        if (shape.hatch.visible())
            hatch(shape);
        if (shape.stroke.visible())
            body_ += fmt::format("\\draw[{}{}] {};\n", stroke(shape.stroke), corners, rectangle(shape.box));
    }

    void operator()(const Path& path) {
        if (path.points.empty())
            return;
        const std::string outline = outline_of(path);
        if (path.fill.visible())
            body_ += fmt::format("\\fill[{}] {};\n", colour(path.fill, "fill"), outline);
        if (path.stroke.visible())
            body_ += fmt::format("\\draw[{}] {};\n", stroke(path.stroke), outline);
    }

    void operator()(const Text& text) {
        if (text.text.empty() || !text.colour.visible())
            return;
        constexpr std::array anchors{"base west", "base", "base east"};
        const TexText written = tex_text(text.text);
        beyond_latin_ = beyond_latin_ || written.beyond_latin;
        grey_ = grey_ || text.grey;
        const float down = typesetter_.baseline_start(text).y;
        const Point at = text.position + turned(Point{0, down}, text.direction);
        std::string font = text.font.family == FontFamily::sans ? "\\sffamily" : "\\rmfamily";
        if (text.font.weight >= FontWeight::semibold)
            font += "\\bfseries";
        if (text.font.italic)
            font += "\\itshape";
        body_ += fmt::format("\\node[anchor={}{},{}] at {} {{\\figuresize{{{}}}{} {}}};\n",
                             anchors.at(static_cast<std::size_t>(text.horizontal)), rotation(text.direction),
                             colour(text.colour, "text"), point(at), length(text.font.size), font, written.tex);
    }

    void operator()(const Image& image) {
        const Index rows = image.shown_rows();
        const Index columns = image.shown_columns();
        if (rows == 0 || columns == 0)
            return;
        if (rows * columns > most_cells) {
            failure_ = error("a matrix of {}×{} is too large for TeX; write a .pdf and include it", rows, columns);
            return;
        }
        const Pixels cells = cell_pixels(image, columns, rows);
        const Point step{image.box.width / static_cast<float>(columns), image.box.height / static_cast<float>(rows)};
        for (Index i = 0; i < rows; ++i)
            for (Index j = 0; j < columns;) {
                const Index first = j;
                const std::uint32_t pixel = pixel_at(cells, i, j);
                while (j < columns && pixel_at(cells, i, j) == pixel)
                    ++j;
                Rectangle run;
                run.box = {image.box.x + static_cast<float>(first) * step.x,
                           image.box.y + static_cast<float>(i) * step.y, static_cast<float>(j - first) * step.x,
                           step.y};
                run.overlap_right = j < columns ? step.x * seam : 0;
                run.overlap_below = i + 1 < rows ? step.y * seam : 0;
                run.fill = unpacked(pixel);
                (*this)(run);
            }
    }

    void operator()(const FormulaMark& mark) {
        const TexText written = tex_formula(mark.tex);
        beyond_latin_ = beyond_latin_ || written.beyond_latin;
        body_ += fmt::format("\\node[anchor=base west,{}] at {} {{\\figuresize{{{}}}$\\displaystyle {}$}};\n",
                             colour(mark.colour, "text"), point(mark.position), length(mark.size), written.tex);
    }

    Result<std::string> finish(const std::string& title) && {
        if (failure_)
            return *failure_;
        std::string tex = fmt::format("% {}\n% compile with {}\n", one_line(title),
                                      beyond_latin_ ? "lualatex" : "pdflatex or lualatex");
        tex += "\\documentclass[border=0pt]{standalone}\n\\usepackage{amsmath,amssymb}\n\\usepackage{tikz}\n";
        tex += beyond_latin_ ? system_fonts() : std::string(latin_fonts);
        tex += "\\newcommand\\figuresize[1]{\\fontsize{#1bp}{#1bp}\\selectfont}\n";
        for (const std::string& hex : colours_)
            tex += fmt::format("\\definecolor{{c{}}}{{HTML}}{{{}}}\n", hex, hex);
        tex += "\\begin{document}\n\\begin{tikzpicture}[x=1bp,y=-1bp,line width=1bp,"
               "every node/.style={inner sep=0pt,outer sep=0pt}]\n";
        tex += fmt::format("\\useasboundingbox {};\n", rectangle(page_.area));
        if (page_.ground.visible())
            tex += fmt::format("\\fill[{}] {};\n", colour(page_.ground, "fill"), rectangle(page_.area));
        return tex + body_ + "\\end{tikzpicture}\n\\end{document}\n";
    }

    /// Names a colour before the header is written.
    void know(Colour known) {
        if (known.visible())
            colour(known, "fill");
    }

private:
    static constexpr float seam = 0.1F;

    static std::uint32_t pixel_at(const Pixels& pixels, Index row, Index column) {
        return pixels.rgba[static_cast<std::size_t>(row * pixels.width + column)];
    }

    std::string system_fonts() const {
        return std::string(begin_of_system_fonts) + (grey_ ? grey_emoji : coloured_emoji) + end_of_system_fonts;
    }

    static std::string one_line(std::string text) {
        for (char& letter : text)
            if (static_cast<unsigned char>(letter) < 0x20)
                letter = ' ';
        return text;
    }

    bool sticks_out(const Item& item, const Box& clip) const {
        Item whole = item;
        whole.clip.reset();
        const Box box = bounds(whole, typesetter_);
        return common(box, clip) != box;
    }

    std::string length(float units) const { return coordinate(units * unit_); }

    std::string point(Point at) const {
        return fmt::format("({},{})", length(at.x - page_.area.x), length(at.y - page_.area.y));
    }

    std::string rectangle(const Box& box) const {
        return point({box.x, box.y}) + " rectangle " + point({box.right(), box.bottom()});
    }

    std::string colour(Colour value, std::string_view what) {
        std::string hex = fmt::format("{:02X}{:02X}{:02X}", value.r, value.g, value.b);
        colours_.insert(hex);
        std::string option = what == "text" ? "text=c" + hex : what == "draw" ? "draw=c" + hex : "fill=c" + hex;
        if (value.a != 255)
            option += fmt::format(",{} opacity={}", what, coordinate(static_cast<float>(value.a) / 255));
        return option;
    }

    std::string stroke(const Stroke& line) {
        std::string option = colour(line.colour, "draw") + fmt::format(",line width={}bp", length(line.width));
        if (line.style != LineStyle::solid)
            option += fmt::format(",dash pattern=on {}bp off {}bp",
                                  length(line.style == LineStyle::dotted ? line.width : line.width * 3),
                                  length(line.width * 2));
        return option;
    }

    std::string outline_of(const Path& path) const {
        std::string outline = point(path.points.front());
        if (path.curved)
            for (std::size_t i = 1; i + 2 < path.points.size(); i += 3)
                outline += fmt::format(" .. controls {} and {} .. {}", point(path.points[i]), point(path.points[i + 1]),
                                       point(path.points[i + 2]));
        else
            for (std::size_t i = 1; i < path.points.size(); ++i)
                outline += " -- " + point(path.points[i]);
        return path.closed ? outline + " -- cycle" : outline;
    }

    void hatch(const Rectangle& shape) {
        std::string lines;
        for (const auto& [from, to] : hatch_lines(shape.box))
            lines += " " + point(from) + " -- " + point(to);
        if (!lines.empty())
            body_ += fmt::format("\\draw[{}]{};\n", stroke({shape.hatch, hatch_width}), lines);
    }

    const Page& page_;
    float unit_;
    const Typesetter& typesetter_;
    std::string body_;
    std::set<std::string> colours_;
    bool beyond_latin_ = false;
    bool grey_ = false;
    std::optional<Error> failure_;
};

} // namespace

Result<std::string> write_tex(const DisplayList& list, const Page& page, float scale, const std::string& title,
                              const Typesetter& typesetter) {
    if (page.area.empty() || !(scale > 0))
        return error("the picture is empty");
    TexWriter writer(page, scale, typesetter);
    writer.know(page.ground);
    writer.write(list);
    return std::move(writer).finish(title);
}

} // namespace attn
