#include "core/handouts/displayed_formula.h"

#include "core/figure/typeset_formula.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

namespace attn {

namespace {

constexpr float pixels_a_cm = 96 / 2.54F;
constexpr float pixels_a_point = 96 / 72.0F;
/// The factor by which TeX's letters may be wider than those measured here.
constexpr float wider_in_tex = 1.2F;

/// The lines of a broken formula without its first side: as many sides on a line as fit beside the first side.
std::vector<std::string> lines_behind_first(const std::vector<std::string>& sides, const FormulaLines& lines,
                                            const Typesetter& typesetter) {
    const auto width_of = [&](std::string_view tex) { return size_in_tex(tex, lines.font_size, typesetter).x; };
    const float room = lines.width - width_of(sides.front());
    std::vector<std::string> behind;
    for (std::size_t i = 1; i < sides.size(); ++i)
        if (!behind.empty() && width_of(behind.back() + " " + sides[i]) <= room)
            behind.back() += " " + sides[i];
        else
            behind.push_back(sides[i]);
    return behind;
}

bool is_broken(std::string_view tex, const FormulaLines& lines, const Typesetter& typesetter) {
    return size_in_tex(tex, lines.font_size, typesetter).x > lines.width && pieces_of(tex).size() > 1;
}

/// The two cells of an equation in a column of equations: the part before its equals sign, and the part from it on.
/// Dots stand below the signs. nullopt if the cell is no equation.
std::optional<std::array<FormulaNode, 2>> aligned_cell(const FormulaNode& cell) {
    if (cell.children.size() == 1 && cell.children.front().is_letters(R"(\vdots)")) {
        FormulaNode dots = cell.children.front();
        dots.tex = R"(\mathrel{\vdots})";
        return std::array<FormulaNode, 2>{FormulaNode{}, std::move(dots)};
    }
    std::vector<FormulaNode> sides = sides_of(cell);
    if (sides.size() < 2)
        return std::nullopt;
    FormulaNode behind = cell;
    behind.children.erase(behind.children.begin(),
                          behind.children.begin() + static_cast<std::ptrdiff_t>(sides.front().children.size()));
    return std::array<FormulaNode, 2>{std::move(sides.front()), std::move(behind)};
}

bool is_matrix_of_equations(const FormulaNode& node) {
    return node.kind == FormulaNode::Kind::fenced && node.children.front().kind == FormulaNode::Kind::grid &&
           node.tex == "matrix";
}

/// A column of equations with their equals signs below each other; nullopt for other nodes.
std::optional<FormulaNode> aligned(const FormulaNode& node) {
    if (!is_matrix_of_equations(node))
        return std::nullopt;
    FormulaNode stack = node;
    FormulaNode& grid = stack.children.front();
    std::vector<FormulaNode> cells;
    for (const FormulaNode& cell : std::exchange(grid.children, {})) {
        auto two = aligned_cell(cell);
        if (!two)
            return std::nullopt;
        std::ranges::move(*two, std::back_inserter(cells));
    }
    grid.children = std::move(cells);
    grid.columns = 2;
    stack.tex = "aligned";
    return stack;
}

/// The formula as a display: columns of equations aligned, other matrices with room between rows for exponents and
/// indices.
std::string as_display(std::string_view tex) {
    const Result<Formula> read = parse_formula(tex);
    if (!read)
        return std::string(tex);
    const FormulaNode formula = with_parts(read->root, aligned);
    const auto has_exponents = [](const FormulaNode& node) {
        return is_matrix_of_equations(node) && has_part(node, [](const FormulaNode& part) {
                   return part.kind == FormulaNode::Kind::scripts && !part.children[2].is_empty_row();
               });
    };
    return (has_part(formula, has_exponents) ? R"(\def\arraystretch{1.3}{})" : "") + tex_of(formula).tex;
}

} // namespace

std::string name_in_remark(std::string_view tex) {
    const std::vector<std::string> sides = pieces_of(tex);
    return sides.size() < 2 ? "" : fmt::format("${}$: ", tex_formula(sides.front()).tex);
}

Point size_in_tex(std::string_view tex, float font_size, const Typesetter& typesetter) {
    const auto set = typeset(tex, font_size * pixels_a_point, rgb(0), typesetter);
    return set ? Point{set->width * wider_in_tex / pixels_a_cm, (set->ascent + set->descent) / pixels_a_cm} : Point();
}

std::string displayed(std::string_view tex, const FormulaLines& lines, const Typesetter& typesetter) {
    const auto width_of = [&](std::string_view formula) { return size_in_tex(formula, lines.font_size, typesetter).x; };
    const auto set = [&](std::string_view formula) {
        const std::string written = tex_formula(as_display(formula)).tex;
        return width_of(formula) <= lines.width
                   ? written
                   : fmt::format(R"(\resizebox{{{:.2f}cm}}{{!}}{{$\displaystyle {}$}})", lines.width * 0.9F, written);
    };
    if (!is_broken(tex, lines, typesetter))
        return set(tex);
    const std::vector<std::string> sides = pieces_of(tex);
    float widest = 0;
    for (std::size_t i = 1; i < sides.size(); ++i)
        widest = std::max(widest, width_of(sides[i]));
    const bool is_beside = width_of(sides[0]) + widest <= lines.width;
    std::string broken = R"(\begin{aligned})" + std::string(is_beside ? "" : "&") + set(sides[0]);
    for (std::size_t i = 1; const std::string& line : lines_behind_first(sides, lines, typesetter))
        broken += (i++ == 1 && is_beside ? " &= " : R"( \\[3pt] &= )") + set(line.substr(2));
    return broken + R"(\end{aligned})";
}

float displayed_height(std::string_view tex, const FormulaLines& lines, const Typesetter& typesetter) {
    constexpr float between_lines = 0.25F;
    const auto height_of = [&](std::string_view formula) {
        return size_in_tex(formula, lines.font_size, typesetter).y + between_lines;
    };
    if (!is_broken(tex, lines, typesetter))
        return height_of(tex);
    const std::vector<std::string> sides = pieces_of(tex);
    const std::vector<std::string> behind = lines_behind_first(sides, lines, typesetter);
    return std::accumulate(behind.begin(), behind.end(), height_of(sides[0]),
                           [&](float sum, const std::string& line) { return sum + height_of(line); });
}

std::size_t letters_in_tex(std::string_view tex) {
    std::size_t count = 0;
    bool is_told = false;
    for (std::size_t at = 0; at < tex.size(); ++at) {
        is_told = tex[at] == '<' || (is_told && tex[at] != '>');
        if (tex[at] == '\\') {
            const std::size_t end =
                tex.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", at + 1);
            at = std::max(at + 1, std::min(end, tex.size()) - 1);
            ++count; // may be a sign
        } else if (!is_told && std::string_view("{}$_^>\n").find(tex[at]) == std::string_view::npos) {
            ++count;
        }
    }
    return count;
}

std::string gathered(const std::vector<std::string>& displays) {
    return displays.empty()
               ? std::string()
               : fmt::format("\\begin{{gather*}}\n{}\n\\end{{gather*}}\n", fmt::join(displays, next_display_line));
}

std::string gathered(const std::vector<std::string>& displays, std::size_t numbered, const std::string& label) {
    std::string all;
    for (std::size_t i = 0; i < displays.size(); ++i)
        for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + next_display_line.size()) {
            end = displays[i].find(next_display_line, at);
            all += all.empty() ? "" : next_display_line;
            all += displays[i].substr(at, end == std::string::npos ? end : end - at);
            all += i == numbered && at == 0 ? "\\label{" + label + "}" : R"( \notag)";
        }
    return "\\begin{gather}\n" + all + "\n\\end{gather}\n";
}

} // namespace attn
