#include "core/notation/named_words.h"

#include "core/model/arrays.h"
#include "core/notation/size_letters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>
#include <string_view>
#include <utility>

namespace attn {

namespace {

using Digits = std::array<std::string_view, 10>;
constexpr Digits superscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr Digits subscripts{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

std::string written_in(const Digits& digits, std::string_view number) {
    std::string written;
    for (const char digit : number)
        written += digits.at(static_cast<std::size_t>(digit - '0'));
    return written;
}

std::string number_of(const Notation& notation, Index head) {
    return std::to_string(head + first_head(notation.chosen));
}

} // namespace

std::string shown_name(const Notation& notation, ArrayId array) {
    const auto& wordings = notation.chosen.profile().arrays;
    const auto own = wordings.find(array);
    if (own != wordings.end() && !own->second.word.empty())
        return as_laid_out(own->second.word, notation);
    const Array& row = row_of(array);
    const bool is_matrix_or_bias = row.name.starts_with("W_") || row.name.starts_with("b_");
    if (is_parameter(array) && is_matrix_or_bias) {
        // What all heads have of it is one matrix.
        const std::string all = has_heads(array) ? fmt::format("<all {}", row.symbol.substr(1)) : std::string();
        return in_letters(all.empty() ? row.symbol : all, notation);
    }
    if (!row.word.empty())
        return as_laid_out(std::string(row.word), notation);
    // What has a letter of the notation's own is called by it.
    const bool is_letter = row.name.size() == 1 && !is_made_by_heads(array);
    return is_letter ? in_letters(row.symbol, notation) : std::string(row.name);
}

std::string head_mark(const Notation& notation, Index head) {
    const auto& symbols = notation.chosen.profile().symbols;
    const auto own = symbols.find("of h");
    const bool is_below = own != symbols.end() && own->second.starts_with('_');
    return notation.heads > 1 && is_below ? written_in(subscripts, number_of(notation, head))
                                          : head_mark_above(notation, head);
}

std::string head_mark_above(const Notation& notation, Index head) {
    return notation.heads == 1 ? std::string() : "⁽" + written_in(superscripts, number_of(notation, head)) + "⁾";
}

std::string matrix_name(const Notation& notation, ArrayId array, Index head) {
    std::string name = shown_name(notation, array);
    if (notation.heads == 1)
        return name;
    const std::string number = number_of(notation, head);
    const std::string symbol = in_notation(row_of(array).symbol, notation, head);
    if (symbol.find(fmt::format("_{{{}}}", number)) == std::string::npos)
        return name + head_mark(notation, head);
    return name.insert(std::min(name.find('^'), name.size()), written_in(subscripts, number));
}

NamedWords::NamedWords(std::string words) {
    if (!words.empty())
        parts_.emplace_back(std::move(words));
}

NamedWords NamedWords::array(ArrayId array) {
    return NamedWords(Part(ArrayName{array}));
}

NamedWords NamedWords::matrix(ArrayId array, Index head) {
    return has_heads(array) || head > 0 ? NamedWords(Part(MatrixName{array, head})) : NamedWords::array(array);
}

NamedWords NamedWords::cell(const CellId& cell) {
    return matrix(cell.array, cell.head) + fmt::format("[{},{}]", cell.row + 1, cell.column + 1);
}

NamedWords NamedWords::line(ArrayId array, Index head, bool is_row, Index number) {
    return NamedWords(Part(LineName{array, is_row})) + fmt::format(" {} of ", number + 1) + matrix(array, head);
}

NamedWords NamedWords::head(Index head) {
    return NamedWords(Part(HeadNumber{head}));
}

NamedWords NamedWords::symbol(std::string formula) {
    return NamedWords(Part(Formula{std::move(formula)}));
}

NamedWords NamedWords::of_name(std::string_view name) {
    if (const auto array = find_array(name))
        return NamedWords::array(*array);
    if (const auto known = parse_cell_name(name))
        return cell(*known);
    const std::string_view letters = name == "d_model" ? "D" : name;
    return length_by_letter(letters) != nullptr ? symbol(fmt::format("<{}>", letters)) : NamedWords(std::string(name));
}

NamedWords NamedWords::of(const Error& error) {
    const std::string_view message = error.message;
    NamedWords words;
    std::size_t done = 0;
    for (const Error::Name& name : error.names) {
        words += std::string(message.substr(done, name.at - done));
        words += of_name(message.substr(name.at, name.length));
        done = name.at + name.length;
    }
    return words + std::string(message.substr(done));
}

NamedWords NamedWords::of_text(std::string_view text) {
    NamedWords words;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos)
            break;
        words += std::string(text.substr(0, open));
        words += of_reference(text.substr(open + 1, close - open - 1));
        text.remove_prefix(close + 1);
    }
    return words + std::string(text);
}

NamedWords NamedWords::of_reference(std::string_view reference) {
    constexpr std::string_view name = "name ";
    constexpr std::string_view head = "head ";
    if (reference.starts_with(name))
        return of_name(reference.substr(name.size()));
    for (const bool is_row : {true, false})
        for (const bool many : {true, false})
            if (reference == fmt::format("{}{}", is_row ? "row" : "column", many ? "s" : ""))
                return NamedWords(Part(LineName{ArrayId::X, is_row, many}));
    Index number = 0;
    const std::string_view digits = reference.starts_with(head) ? reference.substr(head.size()) : std::string_view();
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (problem == std::errc() && end == digits.data() + digits.size() && number > 0)
        return NamedWords::head(number - 1);
    return fmt::format("{{{}}}", reference);
}

NamedWords& NamedWords::operator+=(const NamedWords& more) {
    for (const Part& part : more.parts_) {
        const auto* const text = std::get_if<std::string>(&part);
        auto* const last = parts_.empty() ? nullptr : std::get_if<std::string>(&parts_.back());
        if (text != nullptr && last != nullptr)
            *last += *text;
        else
            parts_.push_back(part);
    }
    return *this;
}

struct NamedWords::Writing {
    const Notation& notation;

    std::string operator()(const std::string& words) const { return words; }
    std::string operator()(const ArrayName& name) const { return shown_name(notation, name.array); }
    std::string operator()(const MatrixName& name) const { return matrix_name(notation, name.array, name.head); }
    std::string operator()(const HeadNumber& number) const {
        return std::to_string(number.head + first_head(notation.chosen));
    }
    std::string operator()(const LineName& line) const {
        const bool is_transposed = notation.tokens_as_columns && is_stage(line.array);
        return std::string(line.is_row != is_transposed ? "row" : "column") + (line.many ? "s" : "");
    }
    std::string operator()(const Formula& formula) const { return in_letters(formula.tex, notation); }
};

std::string NamedWords::in(const Notation& notation) const {
    std::string text;
    for (const Part& part : parts_)
        text += std::visit(Writing{notation}, part);
    return text;
}

} // namespace attn
