#include "core/notation/named_words.h"

#include "core/model/arrays.h"
#include "core/notation/formula_layout.h"
#include "core/notation/size_letters.h"
#include "core/text/references.h"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {

namespace {

/// Returns the notation as for a layer with one head: symbols have no numbers.
Notation of_one_head(const Notation& notation) {
    Notation alone = notation;
    alone.heads = 1;
    return alone;
}

std::string symbol_of_all_heads(const Array& row) {
    return has_heads(row.id) ? fmt::format("<all {}", row.symbol.substr(1)) : std::string(row.symbol);
}

/// Returns the array's symbol if the word equals it, e.g. "P" in a notation whose attention weights are P; otherwise
/// nullopt.
std::optional<Prose> symbol_of_word(std::string_view word, const Array& row, const Notation& notation) {
    Prose symbol = Prose::symbol(tree_in_notation(row.symbol, of_one_head(notation)));
    return symbol.letters() == word ? std::optional(std::move(symbol)) : std::nullopt;
}

/// True if the formula is a single letter or name with scripts, and not a product such as QK^T.
bool is_one_symbol(const FormulaNode& formula) {
    using Kind = FormulaNode::Kind;
    const bool is_around = formula.kind == Kind::row || formula.kind == Kind::name || formula.kind == Kind::scope;
    if (is_around)
        return formula.children.size() == 1 && is_one_symbol(formula.children.front());
    return formula.kind == Kind::scripts ? is_one_symbol(formula.children.front()) : true;
}

/// Reads a text of the tables from its beginning to its end.
class TextReader {
public:
    /// `is_word`: the text is a name for an array, in which names of arrays are not replaced.
    TextReader(std::string_view text, const Notation& notation, bool is_word)
        : rest_(text), notation_(notation), is_word_(is_word) {}

    Prose read() { return until({}); }
    /// Returns the reason why the text cannot be read; nullopt if it can.
    const std::optional<Error>& problem() const { return problem_; }

private:
    /// Reads up to the end of the scope, or of the text.
    Prose until(std::string_view end) {
        Prose text;
        while (!rest_.empty()) {
            const std::size_t mark = std::min(rest_.find_first_of("<$"), rest_.size());
            text += Prose(rest_.substr(0, mark));
            rest_.remove_prefix(mark);
            const std::size_t close = rest_.find(rest_.starts_with('$') ? '$' : '>', 1);
            if (close == std::string_view::npos) {
                text += Prose(std::exchange(rest_, {}));
                break;
            }
            const std::string_view inside = rest_.substr(1, close - 1);
            const bool is_formula = rest_.front() == '$';
            rest_.remove_prefix(close + 1);
            if (is_formula)
                text += formula(inside, fmt::format("${}$", inside));
            else if (!end.empty() && inside == end)
                return text;
            else if (inside.ends_with('('))
                text += scope(inside.substr(0, inside.size() - 1));
            else
                text += named(inside);
        }
        if (!end.empty())
            fail(error("<{}> is missing", end));
        return text;
    }

    /// Reads a scope. A scope that is not a condition is written as it is, and is a problem.
    Prose scope(std::string_view condition) {
        Prose inside = until(fmt::format("){}", condition));
        const std::optional<bool> written = is_written(condition, notation_);
        if (!written)
            fail(error("there is no condition <{}(>", condition));
        return written.value_or(true) ? inside : Prose();
    }

    Prose named(std::string_view name) {
        if (name == "line")
            return token_line(notation_.tokens_as_columns);
        if (name == "token" || name == "word")
            return noun_of_token(notation_, name);
        if (const auto array = is_word_ ? std::nullopt : find_array(name))
            return name_of(notation_, *array);
        const std::string written = fmt::format("<{}>", name);
        return is_word_ ? Prose(written) : formula(written, written);
    }

    /// Reads a formula. If it cannot be read, it is written as it is, and is a problem.
    Prose formula(std::string_view formula, const std::string& written) {
        Result<FormulaNode> read = checked_in_notation(formula, notation_);
        if (!read)
            fail(read.error());
        return read ? Prose::symbol(*std::move(read)) : Prose(written);
    }

    void fail(Error problem) {
        if (!problem_)
            problem_ = std::move(problem);
    }

    std::string_view rest_;
    const Notation& notation_;
    bool is_word_;
    std::optional<Error> problem_; ///< the first problem
};

Prose word_in(std::string_view word, const Notation& notation) {
    return TextReader(word, notation, true).read();
}

} // namespace

Prose symbol_in(std::string_view formula, const Notation& notation) {
    return Prose::symbol(tree_in_notation(formula, notation));
}

Prose name_of(const Notation& notation, ArrayId array) {
    const Array& row = row_of(array);
    const auto& wordings = notation.chosen.profile().arrays;
    const auto own = wordings.find(array);
    if (own != wordings.end() && !own->second.word.empty()) {
        Prose word = word_in(own->second.word, notation);
        return symbol_of_word(word.letters(), row, notation).value_or(word);
    }
    if (is_weight_or_bias(row)) // all heads' parts of it are one matrix
        return symbol_in(symbol_of_all_heads(row), notation);
    if (!row.word.empty())
        return word_in(row.word, notation);
    if (row.name.size() == 1 && !is_made_by_heads(array))
        return symbol_in(row.symbol, notation);
    return row.name.size() == 1 ? symbol_in(row.name, notation) : Prose(row.name);
}

Prose name_of(const Notation& notation, ArrayId array, Index head) {
    Prose name = name_of(notation, array);
    if (notation.heads == 1)
        return name;
    const Array& row = row_of(array);
    FormulaNode symbol = tree_in_notation(row.symbol, notation, head);
    const bool is_symbol = is_weight_or_bias(row) || symbol_of_word(name.letters(), row, notation).has_value();
    if (is_symbol && is_one_symbol(symbol))
        return Prose::symbol(std::move(symbol));
    return name + Prose::symbol(tree_in_notation("<of h>", notation, head));
}

std::string shown_name(const Notation& notation, ArrayId array) {
    return name_of(notation, array).letters();
}

std::string matrix_name(const Notation& notation, ArrayId array, Index head) {
    return name_of(notation, array, head).letters();
}

std::string head_mark(const Notation& notation, Index head) {
    return notation.heads == 1 ? std::string() : letters_of(tree_in_notation("<of h>", notation, head));
}

std::string head_mark_above(const Notation& notation, Index head) {
    return notation.heads == 1 ? std::string() : letters_of(tree_in_notation("^{(<h>)}", notation, head));
}

Prose words_in(std::string_view text, const Notation& notation) {
    return TextReader(text, notation, false).read();
}

Result<Prose> checked_words_in(std::string_view text, const Notation& notation, bool is_word) {
    TextReader reader(text, notation, is_word);
    Prose words = reader.read();
    if (reader.problem())
        return *reader.problem();
    return words;
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
    for_each_reference(
        text, [&](std::string_view plain) { words += std::string(plain); },
        [&](std::string_view reference) { words += of_reference(reference); });
    return words;
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

    Prose operator()(const std::string& words) const { return words; }
    Prose operator()(const ArrayName& name) const { return name_of(notation, name.array); }
    Prose operator()(const MatrixName& name) const { return name_of(notation, name.array, name.head); }
    Prose operator()(const HeadNumber& number) const {
        return std::to_string(number.head + first_head(notation.chosen));
    }
    Prose operator()(const LineName& line) const {
        const bool is_transposed = notation.tokens_as_columns && is_stage(line.array);
        return std::string(line.is_row != is_transposed ? "row" : "column") + (line.many ? "s" : "");
    }
    Prose operator()(const Formula& formula) const { return symbol_in(formula.tex, notation); }
};

Prose NamedWords::in(const Notation& notation) const {
    Prose text;
    for (const Part& part : parts_)
        text += std::visit(Writing{notation}, part);
    return text;
}

} // namespace attn
