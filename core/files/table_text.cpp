#include "core/files/table_text.h"

#include "core/files/printable.h"
#include "core/tensor/decimal.h"

#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr int most_decimals = 3;
constexpr float largest_fixed = 1e6F;
constexpr float smallest_fixed = 5e-4F;

std::string fixed(float value, int decimals) {
    return fixed_digits(value, decimals);
}

bool is_exact(float value, int decimals) {
    return !std::isfinite(value) || std::stof(fixed(value, decimals)) == value;
}

int decimals_for(ConstView matrix) {
    for (int decimals = 0; decimals < most_decimals; ++decimals) {
        bool exact = true;
        for (Index i = 0; exact && i < matrix.rows; ++i)
            for (const float value : matrix.row(i))
                exact = exact && is_exact(value, decimals);
        if (exact)
            return decimals;
    }
    return most_decimals;
}

/// The differences between tables in TeX and in Markdown.
struct Style {
    std::string_view infinity;
    std::string_view not_a_number;
    std::string_view power; ///< text between mantissa and exponent
    std::string_view after_power;
};
constexpr Style tex{R"(\infty)", R"(\mathrm{NaN})", R"( \times 10^{)", "}"};
constexpr Style markdown{"∞", "NaN", "e", ""};

std::string rounded_text(float value, int decimals, const Style& style) {
    if (std::isnan(value))
        return std::string(style.not_a_number);
    if (std::isinf(value))
        return fmt::format("{}{}", value < 0 ? "-" : "", style.infinity);
    const float size = std::abs(value);
    if (size == 0 || (size >= smallest_fixed && size < largest_fixed))
        return fixed(value, decimals);
    Decimal mantissa = with_digits(shortest_decimal(value), most_decimals);
    const int power = first_place(mantissa);
    mantissa.exponent -= power;
    return fmt::format("{}{}{}{}", fixed_digits(mantissa, most_decimals - 1), style.power, power, style.after_power);
}

/// Returns a line for each row: `number` of each cell, with the texts before, between and after the cells.
template <class Number>
std::string lines_of(ConstView matrix, std::string_view before, std::string_view between, std::string_view after,
                     Number number) {
    std::string text;
    for (Index i = 0; i < matrix.rows; ++i) {
        text += before;
        for (Index j = 0; j < matrix.columns; ++j) {
            text += j > 0 ? between : "";
            text += number(matrix(i, j));
        }
        text += after;
    }
    return text;
}

std::string numpy_number(float value) {
    if (std::isinf(value))
        return value < 0 ? "-np.inf" : "np.inf";
    return std::isnan(value) ? "np.nan" : shortest_text(value);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

struct Replacement {
    std::string_view from, to;
};

// In this order: line ends are replaced before the contents of lines.
constexpr std::array tex_signs{Replacement{R"(\\)", "\n"},          Replacement{"&", "\t"},
                               Replacement{R"(\infty)", "inf"},     Replacement{R"(\mathrm{NaN})", "nan"},
                               Replacement{R"( \times 10^{)", "e"}, Replacement{"}", ""}};
constexpr std::array python_signs{Replacement{"dtype=np.float32", ""},
                                  Replacement{"dtype=float32", ""},
                                  Replacement{"np.array(", ""},
                                  Replacement{"torch.tensor(", ""},
                                  Replacement{"array(", ""},
                                  Replacement{"tensor(", ""},
                                  Replacement{"np.", ""},
                                  Replacement{")", ""},
                                  Replacement{"],", "\n"},
                                  Replacement{"]", "\n"},
                                  Replacement{"[", " "}};

template <std::size_t count>
void replace_each(std::string& text, const std::array<Replacement, count>& signs) {
    for (const Replacement& sign : signs)
        replace_all(text, sign.from, sign.to);
}

void remove_environments(std::string& text) {
    for (const std::string_view mark : {R"(\begin{)", R"(\end{)"})
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
            const std::size_t end = text.find('}', at);
            text.erase(at, end == std::string::npos ? std::string::npos : end + 1 - at);
        }
}

/// Returns the text without commas that end a line or are alone in it.
std::string without_idle_commas(const std::string& text) {
    std::string kept;
    std::string line;
    const auto flush = [&] {
        const std::size_t end = line.find_last_not_of(", \r");
        kept += line.substr(0, end == std::string::npos ? 0 : end + 1) + '\n';
        line.clear();
    };
    for (const char letter : text)
        if (letter == '\n')
            flush();
        else
            line += letter;
    flush();
    return kept;
}

} // namespace

std::string tab_text(ConstView matrix) {
    return lines_of(matrix, "", "\t", "\n", shortest_text);
}

std::string numpy_text(ConstView matrix) {
    std::string rows = lines_of(matrix, "          [", ", ", "],\n", numpy_number);
    if (rows.empty())
        return "np.zeros((0, 0), dtype=np.float32)\n";
    constexpr std::size_t indent = 10; // width of "np.array(["
    rows.erase(0, indent);
    rows.resize(rows.size() - 2);
    return "np.array([" + rows + "], dtype=np.float32)\n";
}

std::string tex_rows(ConstView matrix, std::string_view indent, std::string_view last_end, const NumberText& number) {
    constexpr std::string_view end = " \\\\\n";
    std::string rows = lines_of(matrix, indent, " & ", end, number);
    if (!rows.empty())
        rows.replace(rows.size() - end.size(), end.size(), last_end);
    return rows;
}

std::string tex_text(ConstView matrix) {
    const NumberText number = [decimals = decimals_for(matrix)](float value) {
        return rounded_text(value, decimals, tex);
    };
    return "\\begin{bmatrix}\n" + tex_rows(matrix, "  ", " \\\\\n", number) + "\\end{bmatrix}\n";
}

std::string markdown_text(ConstView matrix, const TableLabels& labels) {
    return markdown_text(matrix, labels, [decimals = decimals_for(matrix)](float value) {
        return rounded_text(value, decimals, markdown);
    });
}

std::string markdown_text(ConstView matrix, const TableLabels& labels, const NumberText& number) {
    std::string text = "|";
    if (!labels.rows.empty())
        text += " |";
    for (Index j = 0; j < matrix.columns; ++j)
        text += labels.columns.empty()
                    ? fmt::format(" {} |", j + 1)
                    : fmt::format(" {} |", markdown_escaped(labels.columns[static_cast<std::size_t>(j)]));
    text += labels.rows.empty() ? "\n|" : "\n|---|";
    for (Index j = 0; j < matrix.columns; ++j)
        text += "---:|";
    text += '\n';
    for (Index i = 0; i < matrix.rows; ++i) {
        text += '|';
        if (!labels.rows.empty())
            text += fmt::format(" {} |", markdown_escaped(labels.rows[static_cast<std::size_t>(i)]));
        for (const float value : matrix.row(i))
            text += fmt::format(" {} |", number(value));
        text += '\n';
    }
    return text;
}

std::string markdown_escaped(std::string_view text) {
    constexpr std::string_view marks = R"(|\`*_<>[]~&)";
    std::string safe;
    for (const char letter : printable(text, text.size())) {
        if (marks.find(letter) != std::string_view::npos)
            safe += '\\';
        safe += letter;
    }
    return safe;
}

std::string in_html_comment(std::string_view text) {
    std::string safe;
    for (const char letter : printable(text, text.size())) {
        // "-->" and "--!>" end a comment, and so does ">" at its beginning.
        if ((letter == '-' && safe.ends_with('-')) || letter == '>')
            safe += ' ';
        safe += letter;
    }
    return safe;
}

Result<Matrix> parse_pasted(std::string_view text, std::string_view name) {
    std::string table(text);
    if (table.find(R"(\begin{)") != std::string::npos) {
        remove_environments(table);
        replace_each(table, tex_signs);
    } else if (table.find('[') != std::string::npos) {
        replace_each(table, python_signs);
        table = without_idle_commas(table);
    }
    return parse_table(table, name);
}

} // namespace attn
