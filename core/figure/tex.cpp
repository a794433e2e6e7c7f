#include "core/figure/tex.h"

#include "core/figure/cell_pixels.h"
#include "core/figure/hatch.h"
#include "core/figure/number.h"
#include "core/figure/tex_text.h"
#include "core/figure/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

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

/// Sets what is wider than its room as much smaller. (With fonts of fixed sizes another size would not do: the nearest
/// that there is can be larger.)
constexpr std::string_view fitting =
    R"(\def\fitted#1#2#3{\setbox0\hbox{\fontsize{#2bp}{#2bp}\selectfont#3}%
\ifdim\wd0>#1bp\resizebox{#1bp}{!}{\box0}\else\box0\fi}
)";

/// Fills a rectangle, as a path of TikZ would, in half of its time: there are thousands.
constexpr std::string_view filling =
    R"(\def\cell#1#2#3#4#5{\pgfsetfillcolor{#1}%
\pgfpathrectanglecorners{\pgfpointxy{#2}{#3}}{\pgfpointxy{#4}{#5}}\pgfusepath{fill}}
)";

/// What a picture may need of the preamble, and what shows that it does.
struct Package {
    std::string_view name;
    std::string_view shown_by; ///< in its TeX; empty: always
};
constexpr std::array packages{Package{"amsmath", "\\text{"},        Package{"amsmath", "matrix}"},
                              Package{"amsmath", "\\operatorname"}, Package{"amsmath", "\\tfrac"},
                              Package{"amssymb", "\\mathbb"},       Package{"tikz", ""}};

/// How far TeX's text may reach beyond what it was measured as, before it comes near something else.
constexpr float kept_away = 4; // logical pixels
/// A page of paper leaves at least so much free around what stands on it, and a figure less.
constexpr float least_margin = 40; // logical pixels
/// So near to a margin, something ends there.
constexpr float at_edge = 1.5F; // logical pixels

class TexWriter {
public:
    TexWriter(const Page& page, float scale, const Typesetter& typesetter)
        : page_(page), unit_(scale * big_points_a_pixel), typesetter_(typesetter) {}

    void write(const DisplayList& list) {
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
            if (const auto* mark = std::get_if<FormulaMark>(&item.shape()))
                skipped = mark->pieces;
            else if (const auto line = lines_.find(at_); line != lines_.end())
                skipped = line->second.pieces - 1;
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
        const auto line = lines_.find(at_);
        const TexText written = line != lines_.end() ? tex_prose(line->second.words) : tex_text(text.text);
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
        // TeX's letters are wider: what ends where all ends keeps that edge, and reaches further left.
        const Box& own = obstacles_[at_];
        const bool ends_at_edge = has_margins_ && own.right() > room_.right() - at_edge && own.x > room_.x + at_edge;
        const Horizontal side = ends_at_edge ? Horizontal::right : Horizontal::left;
        put(ends_at_edge ? "right," : "left,", Direction::level, mark.colour,
            {ends_at_edge ? own.right() : mark.position.x, mark.position.y},
            fmt::format("\\fitted{{{}}}{{{}}}{{$\\displaystyle {}$}}", length(room(side)), length(mark.size),
                        written.tex));
    }

    Result<std::string> finish(const TexWords& words) && {
        if (failure_)
            return *failure_;
        std::string picture = "\\begin{tikzpicture}[x=1bp,y=-1bp,line width=1bp]\n";
        for (const std::string& hex : colours_)
            picture += fmt::format("\\definecolor{{c{}}}{{HTML}}{{{}}}\n", hex, hex);
        picture += std::string(fitting) + std::string(filling) +
                   fmt::format("\\useasboundingbox {};\n", rectangle(page_.area));
        if (page_.ground.visible())
            picture += fmt::format("\\fill[{}] {};\n", colour(page_.ground, "fill"), rectangle(page_.area));
        picture += body_ + "\\end{tikzpicture}";
        return words.standalone ? document(words, picture) : to_input(words, picture);
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

    /// Texts that are one line: a sentence, and the indices of symbols in it.
    struct Line {
        std::string words; ///< "W_Q is", whichever pieces it was laid out in
        std::size_t pieces = 1;
    };

    /// The line that begins with that item, of texts each of which begins where the one before ends.
    std::optional<Line> line_from(std::span<const Item> items) const {
        const auto* const first = std::get_if<Text>(&items.front().shape());
        if (first == nullptr || first->horizontal != Horizontal::left || first->direction != Direction::level)
            return std::nullopt;
        Line line{.words = first->text};
        float end = first->position.x + typesetter_.measure(*first).width;
        for (const Item& item : items.subspan(1)) {
            const auto* const next = std::get_if<Text>(&item.shape());
            const bool goes_on = next != nullptr && next->horizontal == Horizontal::left &&
                                 next->colour == first->colour && std::abs(next->position.x - end) < 0.1F;
            const bool is_smaller = goes_on && next->font.size < first->font.size;
            const bool is_index = is_smaller && next->position.y > first->position.y;
            const bool is_exponent = is_smaller && next->position.y < first->position.y;
            if (!goes_on ||
                (!is_index && !is_exponent && (next->font != first->font || next->position.y != first->position.y)))
                break;
            const bool is_raised_by_itself = next->text == "⊤";
            line.words += (is_index ? "_" : is_exponent && !is_raised_by_itself ? "^" : "") + next->text;
            end += typesetter_.measure(*next).width;
            ++line.pieces;
        }
        return line.pieces > 1 ? std::optional(std::move(line)) : std::nullopt;
    }

    /// Places that texts keep away from, by the items' places: formulas and lines stand for their pieces, and what is
    /// not drawn has none.
    std::vector<Box> obstacles_in(const DisplayList& list) {
        const std::span items(list.items);
        std::vector<Box> boxes(items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto* const mark = std::get_if<FormulaMark>(&items[i].shape());
            if (mark != nullptr) {
                const std::size_t pieces = std::min(mark->pieces, items.size() - i - 1);
                boxes[i] = bounds(items.subspan(i + 1, pieces), typesetter_);
                i += pieces;
            } else if (auto line = line_from(items.subspan(i))) {
                boxes[i] = bounds(items.subspan(i, line->pieces), typesetter_);
                const std::size_t first = i;
                i += line->pieces - 1;
                lines_.emplace(first, *std::move(line));
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

    /// How wide the text in turn may be: as far as the next thing beside it, or the margin, and never less than it was
    /// measured as.
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

    /// A line of comment for each line of the preamble.
    static std::string as_comment(std::string_view lines) {
        std::string comment;
        while (!lines.empty()) {
            const std::size_t end = std::min(lines.find('\n'), lines.size());
            comment += fmt::format("% {}\n", lines.substr(0, end));
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
        return comment;
    }

    std::string to_input(const TexWords& words, const std::string& picture) const {
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
            tex += "% \\usepackage[T1]{fontenc}\n% \\usepackage{lmodern}\n"; // without it fonts are of dots
        constexpr float points_a_centimetre = 72 / 2.54F;
        tex += fmt::format(
            "% {:.4g} x {:.4g} cm; \\resizebox{{\\linewidth}}{{!}}{{\\input{{...}}}} makes it as wide as a line\n",
            page_.area.width * unit_ / points_a_centimetre, page_.area.height * unit_ / points_a_centimetre);
        if (!words.caption.empty())
            tex += fmt::format("% \\caption{{{}}}\n", one_line(words.caption));
        return tex + picture + "%\n";
    }

    std::string document(const TexWords& words, const std::string& picture) const {
        std::string tex = fmt::format("% {}\n% compile with {}\n", one_line(words.title),
                                      beyond_latin_ ? "lualatex" : "pdflatex or lualatex");
        tex += "\\documentclass[border=0pt]{standalone}\n\\usepackage{amsmath,amssymb}\n\\usepackage{tikz}\n";
        tex += beyond_latin_ ? system_fonts() : std::string(latin_fonts);
        return tex + "\\begin{document}\n" + picture + "\n\\end{document}\n";
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

    /// TeX's own words at that place of their baseline. (As a node of TikZ each takes TeX five times as long.) They are
    /// turned where they have been moved to.
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

    /// What the picture calls it.
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
    std::map<std::size_t, Line> lines_; ///< by the place of their first item
    std::vector<Box> obstacles_;
    Box room_; ///< what texts may fill: the page, or what is within its margins
    bool has_margins_ = false;
    std::size_t at_ = 0; ///< of the item in turn
    std::string body_;
    std::set<std::string> colours_;
    bool beyond_latin_ = false;
    bool grey_ = false;
    std::optional<Error> failure_;
};

} // namespace

Result<std::string> write_tex(const DisplayList& list, const Page& page, float scale, const TexWords& words,
                              const Typesetter& typesetter) {
    if (page.area.empty() || !(scale > 0))
        return error("the picture is empty");
    TexWriter writer(page, scale, typesetter);
    writer.know(page.ground);
    writer.write(list);
    return std::move(writer).finish(words);
}

} // namespace attn
