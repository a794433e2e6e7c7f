#include "core/handouts/worked_tex.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/handouts/cell_formula_in_text.h"
#include "core/handouts/worked_cell.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace attn {

namespace {

struct Spelling {
    std::string_view letters;
    std::string_view tex;
};

/// Signs of arithmetic as mathematics has them.
constexpr std::array arithmetic{Spelling{"×", R"(\times )"}, Spelling{"·", R"(\cdot )"}, Spelling{"≈", R"(\approx )"},
                                Spelling{"−", "-"}, Spelling{"∞", R"(\infty )"}};

bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/// Where words end that begin at `place`, with the spaces before and between them.
std::size_t end_of_words(std::string_view line, std::size_t place) {
    std::size_t end = place;
    if (line.substr(place).starts_with(" exp(")) // no word
        return end;
    for (std::size_t at = place; at < line.size() && (is_letter(line[at]) || line[at] == ' '); ++at)
        if (is_letter(line[at]))
            end = at + 1;
    return end;
}

/// Of "e−9" behind the digits of a number, and 0 where there is none.
std::size_t end_of_power(std::string_view rest) {
    constexpr std::string_view minus = "−";
    std::size_t digits = rest.starts_with("e") ? 1 : 0;
    if (digits == 1 && rest.substr(1).starts_with(minus))
        digits += minus.size();
    const std::size_t end = std::min(rest.find_first_not_of("0123456789", digits), rest.size());
    return digits > 0 && end > digits ? end : 0;
}

/// Digits that are raised, with their sign.
constexpr std::array raised{Spelling{"⁰", "0"}, Spelling{"¹", "1"}, Spelling{"²", "2"}, Spelling{"³", "3"},
                            Spelling{"⁴", "4"}, Spelling{"⁵", "5"}, Spelling{"⁶", "6"}, Spelling{"⁷", "7"},
                            Spelling{"⁸", "8"}, Spelling{"⁹", "9"}, Spelling{"⁻", "-"}};

struct RaisedNumber {
    std::string tex;
    std::size_t length = 0; ///< in letters, bytes
};

/// Of the beginning of a line what is raised.
RaisedNumber raised_number(std::string_view rest) {
    RaisedNumber number;
    const auto next = [&] {
        return std::ranges::find_if(
            raised, [&](const Spelling& row) { return rest.substr(number.length).starts_with(row.letters); });
    };
    for (const auto* found = next(); found != raised.end(); found = next()) {
        number.tex += found->tex;
        number.length += found->letters.size();
    }
    return number;
}

/// Whether the cell's name has its head in it.
bool names_its_head(const DrawContext& drawing, const CellId& cell) {
    CellId other = cell;
    other.head = cell.head == 0 ? 1 : 0;
    return drawing.sizes().H > 1 && has_heads(cell.array) && cell_tex(drawing, cell) != cell_tex(drawing, other);
}

} // namespace

namespace {

/// What the cell's own formula calls it, with the numbers of its row and column: A_{(4,1)}, (head_2)_{4,1}; empty where
/// that speaks of no one cell.
std::string name_in_formula(const DrawContext& drawing, const CellId& cell) {
    const Notation notation = notation_of(drawing.session);
    const std::string formula = cell_formula_in_text(drawing, cell.array);
    const std::string left = formula.substr(0, formula.find(" = "));
    const std::string named = in_notation(left, notation, cell.head);
    const bool is_swapped = is_row_last(drawing, cell.array, formula);
    const std::string numbers = is_swapped ? fmt::format("{},{}", cell.column + 1, cell.row + 1)
                                           : fmt::format("{},{}", cell.row + 1, cell.column + 1);
    for (const char* const row : {"<i>", "<j>"})
        for (const char* const column : {"<j>", "<column>", "<d>", "*"}) {
            std::string i = in_notation(row, notation);
            std::string j = in_notation(column, notation);
            if (is_swapped)
                std::swap(i, j);
            for (const auto& [letters, counted] :
                 {std::pair(fmt::format("({},{})", i, j), fmt::format("({})", numbers)),
                  std::pair(fmt::format("_{{{},{}}}", i, j), fmt::format("_{{{}}}", numbers)),
                  std::pair(fmt::format("_{{{}{}}}", i, j), fmt::format("_{{{}}}", numbers))})
                if (const std::size_t at = named.rfind(letters); at != std::string::npos)
                    return std::string(named).replace(at, letters.size(), counted);
        }
    return {};
}

} // namespace

std::string cell_tex(const DrawContext& drawing, const CellId& cell) {
    if (std::string name = name_in_formula(drawing, cell); !name.empty())
        return name;
    const Array& row = row_of(cell.array);
    std::string letter = in_notation(row.letter, notation_of(drawing.session));
    if (letter.find('_') != std::string::npos && !letter.starts_with("{"))
        letter = "{" + letter + "}";
    const bool has_row = row.rows != Axis::one;
    const bool has_column = row.columns != Axis::one;
    if (!has_row && !has_column)
        return letter;
    if (has_row && has_column && is_row_last(drawing, cell.array, cell_formula_in_text(drawing, cell.array)))
        return fmt::format("{}_{{{},{}}}", letter, cell.column + 1, cell.row + 1);
    return letter + "_{" + (has_row ? std::to_string(cell.row + 1) : "") + (has_row && has_column ? "," : "") +
           (has_column ? std::to_string(cell.column + 1) : "") + "}";
}

std::string worked_line_tex(std::string_view line) {
    std::string tex;
    for (std::size_t place = 0; place < line.size();) {
        const std::string_view rest = line.substr(place);
        const auto* const sign =
            std::ranges::find_if(arithmetic, [&](const Spelling& row) { return rest.starts_with(row.letters); });
        if (sign != arithmetic.end()) {
            tex += sign->tex;
            place += sign->letters.size();
        } else if (const std::size_t power = end_of_power(rest); power > 0) {
            tex += fmt::format(R"( \cdot 10^{{{}}})", worked_line_tex(rest.substr(1, power - 1)));
            place += power;
        } else if (const RaisedNumber above = raised_number(rest); above.length > 0) {
            tex += fmt::format("^{{{}}}", above.tex);
            place += above.length;
        } else if (constexpr std::string_view of_head = " (head "; rest.starts_with(of_head)) {
            tex += R"(\text{ (head })";
            place += of_head.size();
        } else if (rest.starts_with("exp(")) {
            tex += R"(\exp)";
            place += 3;
        } else if (const std::size_t end = end_of_words(line, place); end > place) {
            const bool before_number = end < line.size() && line[end] == ' ';
            tex += fmt::format(R"(\text{{{}{}}})", line.substr(place, end - place), before_number ? " " : "");
            place = end;
        } else if (rest.front() == ';') {
            tex += R"(;\; )";
            ++place;
        } else {
            tex += rest.front();
            ++place;
        }
    }
    return tex;
}

std::string worked_cell_tex(const DrawContext& drawing, const CellId& cell, std::size_t most) {
    const std::string line = worked_cell(drawing, cell, most);
    std::string_view left = line;
    std::string tex;
    const auto name = [&](const CellId& named) {
        const std::string letters = short_cell(drawing, named);
        const std::size_t at = left.find(letters);
        if (at == std::string_view::npos)
            return;
        tex += worked_line_tex(left.substr(0, at)) + cell_tex(drawing, named);
        left.remove_prefix(at + letters.size());
    };
    const Explanation explanation = explain(drawing.trace, cell);
    name(explanation.cell);
    if (explanation.rule == Rule::copy && !explanation.terms.empty() && explanation.terms.front().left.cell) {
        const CellId& from = *explanation.terms.front().left.cell;
        name(from);
        const std::string of_head = fmt::format(" of head {}", head_number(drawing.session, from.head));
        if (names_its_head(drawing, from) && left.starts_with(of_head))
            left.remove_prefix(of_head.size());
    }
    return tex_formula(exponentials_as_in_notes(drawing, tex + worked_line_tex(left))).tex;
}

} // namespace attn
