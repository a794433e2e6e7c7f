#include "core/files/csv.h"

#include "core/files/printable.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr std::string_view blanks = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// Returns the separator of the table; ' ' means any run of blanks.
char separator_of(std::string_view text) {
    for (const char separator : {'\t', ';', ','})
        if (text.find(separator) != std::string_view::npos)
            return separator;
    return ' ';
}

std::vector<std::string_view> split(std::string_view line, char separator) {
    std::vector<std::string_view> cells;
    if (separator != ' ') {
        for (;;) {
            const std::size_t end = line.find(separator);
            cells.push_back(trimmed(line.substr(0, end)));
            if (end == std::string_view::npos)
                return cells;
            line.remove_prefix(end + 1);
        }
    }
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::size_t end = std::min(line.find_first_of(blanks), line.size());
        cells.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return cells;
}

/// Returns the cell with typographic signs replaced by those that from_chars reads, and without the quotes of
/// spreadsheets.
std::string plain(std::string_view cell, bool decimal_comma) {
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
        cell = trimmed(cell.substr(1, cell.size() - 2));
    std::string text(cell);
    const auto replace_all = [&](std::string_view from, std::string_view to) {
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
    };
    replace_all("−", "-");
    replace_all("∞", "inf");
    if (decimal_comma && text.find('.') == std::string::npos && std::ranges::count(text, ',') == 1)
        replace_all(",", ".");
    if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+')
        text.erase(0, 1);
    return text;
}

template <class Number>
std::errc parse_all(const std::string& text, Number& number) {
    const char* const end = text.data() + text.size();
    const auto [rest, status] = std::from_chars(text.data(), end, number);
    return rest == end ? status : std::errc::invalid_argument;
}

struct ParsedCell {
    std::optional<float> value;
    bool beyond_range = false; // true: a number, but too large for float32
};

ParsedCell parse_cell(std::string_view cell, bool decimal_comma) {
    const std::string text = plain(cell, decimal_comma);
    float value = 0;
    const std::errc status = parse_all(text, value);
    if (status == std::errc{})
        return {value};
    if (status != std::errc::result_out_of_range)
        return {};
    // Too large, or too small for float32? Only a number near zero is below 1 as a double.
    double precise = 0;
    const bool small = parse_all(text, precise) == std::errc{}
                           ? precise > -1 && precise < 1
                           : text.find("e-") != std::string::npos || text.find("E-") != std::string::npos;
    if (small)
        return {text.starts_with('-') ? -0.0F : 0.0F};
    return {std::nullopt, true};
}

/// Removes the next line from the text and returns it.
std::string_view next_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

/// True if a spreadsheet would take the cell for a formula.
bool begins_formula(std::string_view cell) {
    constexpr std::array<std::string_view, 9> beginnings{"=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"};
    if (std::ranges::none_of(beginnings, [&](std::string_view beginning) { return cell.starts_with(beginning); }))
        return false;
    const char* const end = cell.data() + cell.size();
    double number = 0;
    const auto [rest, status] = std::from_chars(cell.data() + (cell.front() == '+' ? 1 : 0), end, number);
    return rest != end || status == std::errc::invalid_argument;
}

/// Returns the text without characters that disturb a terminal; line breaks and tabs stay.
std::string printable_cell(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
        safe += printable(text.substr(0, end), text.size());
        if (end < text.size())
            safe += text[end];
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return safe;
}

} // namespace

std::string csv_field(std::string_view label) {
    std::string text = printable_cell(label);
    if (begins_formula(text))
        text.insert(0, "'");
    if (text.find_first_of(",;\t\"\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char letter : text)
        quoted.append(letter == '"' ? 2 : 1, letter);
    return quoted + '"';
}

std::string csv_comment(std::string_view text) {
    std::string line = "# ";
    const std::string plain_text = printable(text, text.size());
    for (std::string_view rest = plain_text; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(",;"), rest.size() - 1) + 1;
        line += rest.substr(0, end);
        rest.remove_prefix(end);
        const std::size_t blank = std::min(rest.find_first_not_of(" \""), rest.size());
        line += rest.substr(0, blank);
        rest.remove_prefix(blank);
        if (begins_formula(rest))
            line += '\'';
    }
    return line + '\n';
}

std::string shortest_text(float value) {
    if (value != value)
        return "nan"; // to_chars would write the sign, which means nothing
    std::array<char, 32> text{};
    const auto [end, status] = std::to_chars(text.data(), text.data() + text.size(), value);
    assert(status == std::errc{});
    return {text.data(), end};
}

std::string csv_text(ConstView matrix, const TableLabels& labels) {
    assert(labels.rows.empty() || std::ssize(labels.rows) == matrix.rows);
    assert(labels.columns.empty() || std::ssize(labels.columns) == matrix.columns);
    std::string text;
    if (!labels.columns.empty()) {
        if (!labels.rows.empty())
            text += ',';
        for (std::size_t j = 0; j < labels.columns.size(); ++j) {
            text += j > 0 ? "," : "";
            text += csv_field(labels.columns[j]);
        }
        text += '\n';
    }
    for (Index i = 0; i < matrix.rows; ++i) {
        if (!labels.rows.empty())
            text += csv_field(labels.rows[static_cast<std::size_t>(i)]) + ',';
        for (Index j = 0; j < matrix.columns; ++j) {
            text += j > 0 ? "," : "";
            text += shortest_text(matrix(i, j));
        }
        text += '\n';
    }
    return text;
}

Result<Matrix> parse_table(std::string_view text, std::string_view name) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark))
        text.remove_prefix(byte_order_mark.size());
    const char separator = separator_of(text);
    const bool decimal_comma = separator == ';' || separator == '\t';
    std::vector<float> values;
    std::size_t columns = 0;
    Index rows = 0;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = next_line(text);
        if (trimmed(line).empty())
            continue;
        const auto cells = split(line, separator);
        if (rows == 0)
            columns = cells.size();
        else if (cells.size() != columns)
            return error("{}: line {} has {} {}, those before it have {}", name, number, cells.size(),
                         noun_for(cells.size(), "number"), columns);
        for (std::size_t j = 0; j < cells.size(); ++j) {
            const ParsedCell cell = parse_cell(cells[j], decimal_comma);
            if (cell.beyond_range)
                return error("{}: line {}, column {}: {} is beyond the range of float32", name, number, j + 1,
                             printable(cells[j], 30));
            if (!cell.value)
                return error("{}: line {}, column {}: \"{}\" is no number", name, number, j + 1,
                             printable(cells[j], 30));
            values.push_back(*cell.value);
        }
        ++rows;
    }
    if (rows == 0)
        return error("{}: is empty, a table of numbers was expected", name);
    return Matrix::adopt(std::move(values), rows, static_cast<Index>(columns));
}

} // namespace attn
