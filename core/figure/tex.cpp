#include "core/figure/tex.h"

#include "core/figure/cell_pixels.h"
#include "core/figure/hatch.h"
#include "core/figure/number.h"
#include "core/figure/tex_nodes.h"
#include "core/figure/text.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace attn {

namespace {

/// The largest number of rectangles that TeX's memory can hold.
constexpr Index most_cells = 20'000;
constexpr float big_points_a_pixel = 72.0F / 96.0F;

/// The fonts of LaTeX. LuaTeX uses Latin Modern in Unicode by itself, and T1 would make it write SS for ß.
constexpr std::string_view latin_fonts =
    R"(\ifdefined\directlua\else\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\fi
)";

/// Fonts of the system, if they exist, for scripts that TeX's fonts lack. They are as wide as the fonts with which the
/// figure was laid out.
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

/// Shrinks text that is wider than its room. (Choosing a smaller size would not do: for fonts of fixed sizes the
/// nearest size may be too large.)
constexpr std::string_view fitting =
    R"(\def\fitted#1#2#3{\setbox0\hbox{\fontsize{#2bp}{#2bp}\selectfont#3}%
\ifdim\wd0>#1bp\resizebox{#1bp}{!}{\box0}\else\box0\fi}
)";

/// Fills a rectangle in half the time of a TikZ path; a figure has thousands of them.
constexpr std::string_view filling =
    R"(\def\cell#1#2#3#4#5{\pgfsetfillcolor{#1}%
\pgfpathrectanglecorners{\pgfpointxy{#2}{#3}}{\pgfpointxy{#4}{#5}}\pgfusepath{fill}}
)";

/// Names a place so that lines can be drawn to it, in any style of TikZ's nodes. Arguments: its names, the last of
/// which is unique, width, height, and centre.
constexpr std::string_view naming =
    R"(\def\place#1#2#3#4#5{{\pgftransformshift{\pgfpointxy{#4}{#5}}%
\pgfset{minimum width=#2bp,minimum height=#3bp,inner sep=0pt,outer sep=0pt}%
\pgfnode{rectangle}{center}{}{\csname tikz@pp@name\endcsname{#1}}{}}}
\def\alsoplace#1#2{\pgfnodealias{\csname tikz@pp@name\endcsname{#1}}{\csname tikz@pp@name\endcsname{#2}}}
)";

/// A package for the preamble, and the piece of TeX by which one sees that a picture needs it.
struct Package {
    std::string_view name;
    std::string_view shown_by; ///< occurs in the picture's TeX; empty: always needed
};
constexpr std::array packages{Package{"amsmath", "\\text{"},        Package{"amsmath", "matrix}"},
                              Package{"amsmath", "\\operatorname"}, Package{"amsmath", "\\tfrac"},
                              Package{"amssymb", "\\mathbb"},       Package{"tikz", ""}};

/// The distance that a text keeps from other items, because TeX's letters may be wider than measured.
constexpr float kept_away = 4; // logical pixels
/// The least margin of a printed page; figures have smaller ones.
constexpr float least_margin = 40; // logical pixels
/// The distance from a margin within which a text counts as aligned with the margin.
constexpr float at_edge = 1.5F; // logical pixels

class TexWriter {
public:
    TexWriter(const Page& page, float scale, const Typesetter& typesetter)
        : page_(page), unit_(scale * big_points_a_pixel), typesetter_(typesetter) {}

    void write(const DisplayList& list) {
        TexNodes nodes(list);
        obstacles_ = obstacles_in(list);
        const Box ink = united_of(obstacles_);
        has_margins_ = ink.x - page_.area.x >= least_margin && page_.area.right() - ink.right() >= least_margin;
        room_ = has_margins_ ? ink : page_.area;
        std::size_t skipped = 0;
        for (const Item& item : list.items) {
            if (skipped > 0) {
                --skipped;
                continue;
            }
            at_ = static_cast<std::size_t>(&item - list.items.data());
            const bool clipped = item.clip && sticks_out(item, *item.clip);
            if (clipped)
                body_ += fmt::format("\\begin{{scope}}\\clip {};\n", rectangle(*item.clip));
            std::visit(*this, item.shape());
            if (clipped)
                body_ += "\\end{scope}\n";
            for (const TexNode& node : nodes.of(item, obstacles_[at_]))
                name(node);
            if (const auto* mark = std::get_if<FormulaMark>(&item.shape()))
                skipped = mark->pieces;
            else if (const auto* text = std::get_if<Text>(&item.shape()); text != nullptr && text->line)
                skipped = text->line->pieces - 1;
        }
    }

    void operator()(const Rectangle& shape) {
        const std::string corners =
            shape.corner_radius > 0 ? fmt::format(",rounded corners={}bp", length(shape.corner_radius)) : "";
        if (shape.fill.visible() && shape.fill.a == 255 && corners.empty())
            body_ += cell(shape.fill, shape.filled());
        else if (shape.fill.visible())
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
        constexpr std::array sides{"left,", "", "right,"};
        const TexText written = text.line ? text.line->tex : tex_text(text.text);
        beyond_latin_ = beyond_latin_ || written.beyond_latin;
        grey_ = grey_ || text.grey;
        const float down = typesetter_.baseline_start(text).y;
        const Point at = text.position + turned(Point{0, down}, text.direction);
        std::string font = text.font.family == FontFamily::sans ? "\\sffamily" : "\\rmfamily";
        if (text.font.weight >= FontWeight::semibold)
            font += "\\bfseries";
        if (text.font.italic)
            font += "\\itshape";
        const float width =
            text.direction == Direction::level ? room(text.horizontal) : typesetter_.measure(text).width;
        put(sides.at(static_cast<std::size_t>(text.horizontal)), text.direction, text.colour, at,
            fmt::format("\\fitted{{{}}}{{{}}}{{{} {}}}", length(width), length(text.font.size), font, written.tex));
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
        // TeX's letters are wider, so a text that ends at the right margin is right-aligned and grows to the left.
        const Box& own = obstacles_[at_];
        const bool ends_at_edge = has_margins_ && own.right() > room_.right() - at_edge && own.x > room_.x + at_edge;
        const Horizontal side = ends_at_edge ? Horizontal::right : Horizontal::left;
        put(ends_at_edge ? "right," : "left,", Direction::level, mark.colour,
            {ends_at_edge ? own.right() : mark.position.x, mark.position.y},
            fmt::format("\\fitted{{{}}}{{{}}}{{$\\displaystyle {}$}}", length(room(side)), length(mark.size),
                        written.tex));
    }

    Result<TexPicture> finish(const TexWords& words) && {
        if (failure_)
            return *failure_;
        std::string picture = fmt::format("\\begin{{tikzpicture}}[x=1bp,y=-1bp,line width=1bp{}]\n",
                                          example_.empty() ? "" : ",remember picture");
        for (const std::string& hex : colours_)
            picture += fmt::format("\\definecolor{{c{}}}{{HTML}}{{{}}}\n", hex, hex);
        picture += std::string(fitting) + std::string(filling) +
                   fmt::format("\\useasboundingbox {};\n", rectangle(page_.area));
        if (page_.ground.visible())
            picture += fmt::format("\\fill[{}] {};\n", colour(page_.ground, "fill"), rectangle(page_.area));
        picture += body_ + (example_.empty() ? "" : std::string(naming)) + nodes_ + "\\end{tikzpicture}";
        return words.standalone ? document(words, picture) : to_input(words, picture);
    }

    /// Adds a colour before the header is written.
    void know(Colour known) {
        if (known.visible())
            colour(known, "fill");
    }

private:
    static constexpr float seam = 0.1F;

    static std::uint32_t pixel_at(const Pixels& pixels, Index row, Index column) {
        return pixels.rgba[static_cast<std::size_t>(row * pixels.width + column)];
    }

    /// The boxes that texts keep away from, by the index of the item. A formula or line has one box for all its items;
    /// an item that is not drawn has none.
    std::vector<Box> obstacles_in(const DisplayList& list) const {
        const std::span items(list.items);
        std::vector<Box> boxes(items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto* const mark = std::get_if<FormulaMark>(&items[i].shape());
            const auto* const text = std::get_if<Text>(&items[i].shape());
            if (mark != nullptr) {
                const std::size_t pieces = std::min(mark->pieces, items.size() - i - 1);
                boxes[i] = bounds(items.subspan(i + 1, pieces), typesetter_);
                i += pieces;
            } else if (text != nullptr && text->line) {
                const std::size_t pieces = std::min(text->line->pieces, items.size() - i);
                boxes[i] = bounds(items.subspan(i, pieces), typesetter_);
                i += pieces - 1;
            } else
                boxes[i] = bounds(items[i], typesetter_);
        }
        return boxes;
    }

    static Box united_of(std::span<const Box> boxes) {
        Box all;
        for (const Box& box : boxes)
            all = all.empty() ? box : box.empty() ? all : united(all, box);
        return all;
    }

    /// The width that the current text may take: up to the next item beside it or to the margin, but at least its
    /// measured width.
    float room(Horizontal side) const {
        const Box& own = obstacles_[at_];
        float left = room_.x;
        float right = room_.right();
        for (std::size_t i = 0; i < obstacles_.size(); ++i) {
            const Box& other = obstacles_[i];
            const bool is_beside = i != at_ && !other.empty() && other.y < own.bottom() && other.bottom() > own.y;
            if (!is_beside)
                continue;
            const bool is_around = other.x <= own.x && other.right() >= own.right();
            if (is_around || other.x >= own.x + own.width / 2)
                right = std::min(right, is_around ? other.right() : other.x - kept_away);
            if (is_around || other.right() <= own.x + own.width / 2)
                left = std::max(left, is_around ? other.x : other.right() + kept_away);
        }
        const float to_right = std::max(own.width, right - own.x);
        const float to_left = std::max(own.width, own.right() - left);
        switch (side) {
        case Horizontal::left:
            return to_right;
        case Horizontal::centre:
            return std::min(2 * to_right - own.width, 2 * to_left - own.width);
        case Horizontal::right:
            break;
        }
        return to_left;
    }

    /// Turns each line of the preamble into a comment.
    static std::string as_comment(std::string_view lines) {
        std::string comment;
        while (!lines.empty()) {
            const std::size_t end = std::min(lines.find('\n'), lines.size());
            comment += fmt::format("% {}\n", lines.substr(0, end));
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
        return comment;
    }

    TexPicture to_input(const TexWords& words, const std::string& picture) const {
        std::string tex = fmt::format("% {}\n% To \\input, with {}; it needs:\n", one_line(words.title),
                                      beyond_latin_ ? "lualatex" : "pdflatex or lualatex");
        std::string_view last;
        for (const Package& package : packages)
            if (package.name != last && picture.find(package.shown_by) != std::string::npos) {
                tex += fmt::format("% \\usepackage{{{}}}\n", package.name);
                last = package.name;
            }
        if (beyond_latin_)
            tex += as_comment(system_fonts());
        else if (std::ranges::any_of(picture, [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; }))
            tex += "% \\usepackage[T1]{fontenc}\n% \\usepackage{lmodern}\n"; // without these, fonts may be bitmaps
        constexpr float points_a_centimetre = 72 / 2.54F;
        tex += fmt::format(
            "% {:.4g} x {:.4g} cm; \\resizebox{{\\linewidth}}{{!}}{{\\input{{...}}}} makes it as wide as a line\n",
            page_.area.width * unit_ / points_a_centimetre, page_.area.height * unit_ / points_a_centimetre);
        if (!example_.empty())
            tex += fmt::format(
                "% Its cells are nodes, for a second run: \\tikz[remember picture,overlay]\\draw[->] (0,0) -- "
                "({});\n",
                example_);
        if (!words.caption.empty())
            tex += fmt::format("% \\caption{{{}}}\n", one_line(words.caption));
        return {std::move(tex), picture + "%\n", beyond_latin_};
    }

    TexPicture document(const TexWords& words, const std::string& picture) const {
        std::string tex = fmt::format("% {}\n% compile with {}\n", one_line(words.title),
                                      beyond_latin_ ? "lualatex" : "pdflatex or lualatex");
        tex += "\\documentclass[border=0pt]{standalone}\n\\usepackage{amsmath,amssymb}\n\\usepackage{tikz}\n";
        tex += beyond_latin_ ? system_fonts() : std::string(latin_fonts);
        return {std::move(tex), "\\begin{document}\n" + picture + "\n\\end{document}\n", beyond_latin_};
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

    /// Writes TeX with its baseline at a place, rotated if the text is. (A TikZ node takes TeX five times as long.)
    void put(std::string_view side, Direction direction, Colour shown, Point at, const std::string& words) {
        const std::string turn = direction == Direction::level ? "" : fmt::format(",rotate={}", degrees_of(direction));
        const std::string set =
            fmt::format(R"(\pgftext[{}base,at={{\pgfpointxy{{{}}}{{{}}}}}{}]{{\color{{{}}}{}}})", side,
                        length(at.x - page_.area.x), length(at.y - page_.area.y), turn, named(shown), words);
        body_ += shown.a == 255 ? set + "\n"
                                : fmt::format("\\begin{{scope}}\\pgfsetfillopacity{{{}}}{}\\end{{scope}}\n",
                                              coordinate(static_cast<float>(shown.a) / 255), set);
    }

    bool sticks_out(const Item& item, const Box& clip) const {
        Item whole = item;
        whole.clip.reset();
        const Box box = bounds(whole, typesetter_);
        return common(box, clip) != box;
    }

    void name(const TexNode& node) {
        const Box& box = node.box;
        nodes_ += fmt::format("\\place{{{}}}{{{}}}{{{}}}{{{}}}{{{}}}\n", node.names.back(), length(box.width),
                              length(box.height), length(box.x + box.width / 2 - page_.area.x),
                              length(box.y + box.height / 2 - page_.area.y));
        for (std::size_t i = 0; i + 1 < node.names.size(); ++i)
            nodes_ += fmt::format("\\alsoplace{{{}}}{{{}}}\n", node.names[i], node.names.back());
        if (example_.empty())
            example_ = node.names.back();
    }

    std::string length(float units) const { return coordinate(units * unit_); }

    std::string point(Point at) const {
        return fmt::format("({},{})", length(at.x - page_.area.x), length(at.y - page_.area.y));
    }

    std::string cell(Colour fill, const Box& box) {
        return fmt::format("\\cell{{{}}}{{{}}}{{{}}}{{{}}}{{{}}}\n", named(fill), length(box.x - page_.area.x),
                           length(box.y - page_.area.y), length(box.right() - page_.area.x),
                           length(box.bottom() - page_.area.y));
    }

    std::string rectangle(const Box& box) const {
        return point({box.x, box.y}) + " rectangle " + point({box.right(), box.bottom()});
    }

    /// The name of a colour in the picture's TeX.
    std::string named(Colour value) {
        std::string hex = fmt::format("{:02X}{:02X}{:02X}", value.r, value.g, value.b);
        return "c" + *colours_.insert(std::move(hex)).first;
    }

    std::string colour(Colour value, std::string_view what) {
        std::string option = fmt::format("{}={}", what, named(value));
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
        for (const auto& [from, to] : hatch_lines(shape))
            lines += " " + point(from) + " -- " + point(to);
        if (!lines.empty())
            body_ += fmt::format("\\draw[{}]{};\n", stroke({shape.hatch, hatch_width}), lines);
    }

    const Page& page_;
    float unit_;
    const Typesetter& typesetter_;
    std::vector<Box> obstacles_;
    Box room_; ///< the box that texts may fill: the page, or the part within its margins
    bool has_margins_ = false;
    std::size_t at_ = 0; ///< index of the current item
    std::string body_;
    std::string nodes_;   ///< named places
    std::string example_; ///< one of the names; empty if there are none
    std::set<std::string> colours_;
    bool beyond_latin_ = false;
    bool grey_ = false;
    std::optional<Error> failure_;
};

} // namespace

Result<TexPicture> write_tex(const DisplayList& list, const Page& page, float scale, const TexWords& words,
                             const Typesetter& typesetter) {
    if (page.area.empty() || !(scale > 0))
        return error("the picture is empty");
    TexWriter writer(page, scale, typesetter);
    writer.know(page.ground);
    writer.write(list);
    return std::move(writer).finish(words);
}

} // namespace attn
