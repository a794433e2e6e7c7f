#include "core/files/utf8.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/formula/spacing.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace attn {

namespace {

using Kind = FormulaNode::Kind;

struct Spelling {
    std::string_view letter;
    std::string_view written;
};

constexpr std::array small_above{
    Spelling{"0", "⁰"}, Spelling{"1", "¹"}, Spelling{"2", "²"}, Spelling{"3", "³"}, Spelling{"4", "⁴"},
    Spelling{"5", "⁵"}, Spelling{"6", "⁶"}, Spelling{"7", "⁷"}, Spelling{"8", "⁸"}, Spelling{"9", "⁹"},
    Spelling{"(", "⁽"}, Spelling{")", "⁾"}, Spelling{"−", "⁻"}, Spelling{"+", "⁺"}, Spelling{"⊤", "⊤"},
    Spelling{"T", "ᵀ"}, Spelling{"a", "ᵃ"}, Spelling{"b", "ᵇ"}, Spelling{"c", "ᶜ"}, Spelling{"d", "ᵈ"},
    Spelling{"e", "ᵉ"}, Spelling{"f", "ᶠ"}, Spelling{"g", "ᵍ"}, Spelling{"h", "ʰ"}, Spelling{"i", "ⁱ"},
    Spelling{"j", "ʲ"}, Spelling{"k", "ᵏ"}, Spelling{"l", "ˡ"}, Spelling{"m", "ᵐ"}, Spelling{"n", "ⁿ"},
    Spelling{"o", "ᵒ"}, Spelling{"p", "ᵖ"}, Spelling{"r", "ʳ"}, Spelling{"s", "ˢ"}, Spelling{"t", "ᵗ"},
    Spelling{"u", "ᵘ"}, Spelling{"v", "ᵛ"}, Spelling{"w", "ʷ"}, Spelling{"x", "ˣ"}, Spelling{"y", "ʸ"},
    Spelling{"z", "ᶻ"}, Spelling{"′", "′"}, Spelling{" ", " "}};

constexpr std::array small_below{Spelling{"0", "₀"}, Spelling{"1", "₁"}, Spelling{"2", "₂"}, Spelling{"3", "₃"},
                                 Spelling{"4", "₄"}, Spelling{"5", "₅"}, Spelling{"6", "₆"}, Spelling{"7", "₇"},
                                 Spelling{"8", "₈"}, Spelling{"9", "₉"}, Spelling{"−", "₋"}, Spelling{"+", "₊"},
                                 Spelling{",", "‚"}, Spelling{"(", "₍"}, Spelling{")", "₎"}, Spelling{"a", "ₐ"},
                                 Spelling{"e", "ₑ"}, Spelling{"h", "ₕ"}, Spelling{"i", "ᵢ"}, Spelling{"j", "ⱼ"},
                                 Spelling{"k", "ₖ"}, Spelling{"l", "ₗ"}, Spelling{"m", "ₘ"}, Spelling{"n", "ₙ"},
                                 Spelling{"o", "ₒ"}, Spelling{"p", "ₚ"}, Spelling{"r", "ᵣ"}, Spelling{"s", "ₛ"},
                                 Spelling{"t", "ₜ"}, Spelling{"u", "ᵤ"}, Spelling{"v", "ᵥ"}, Spelling{"x", "ₓ"}};

/// The combining letters of accents.
constexpr std::array accents{Spelling{"ˆ", "\u0302"}, Spelling{"¯", "\u0304"}, Spelling{"˜", "\u0303"},
                             Spelling{"ˇ", "\u030C"}, Spelling{"˙", "\u0307"}, Spelling{"¨", "\u0308"},
                             Spelling{"˘", "\u0306"}, Spelling{"´", "\u0301"}, Spelling{"ˋ", "\u0300"},
                             Spelling{"→", "\u20D7"}};

/// Letters with accents that fonts contain as one letter.
constexpr std::array composed{Spelling{"s\u0302", "ŝ"}, Spelling{"s\u030C", "š"}};

template <std::size_t count>
std::optional<std::string_view> spelled(const std::array<Spelling, count>& table, std::string_view letter) {
    const auto* const found = std::ranges::find(table, letter, &Spelling::letter);
    return found == table.end() ? std::nullopt : std::optional(found->written);
}

/// Returns the text in small letters; nullopt if a letter has no small one.
template <std::size_t count>
std::optional<std::string> in_small_letters(const std::array<Spelling, count>& table, std::string_view text) {
    std::string small;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = letter_end(text, at);
        const auto letter = spelled(table, text.substr(at, end - at));
        if (!letter)
            return std::nullopt;
        small += *letter;
        at = end;
    }
    return small;
}

/// Calls `add` for each child, and `add_space` before a child that has a space before it. A sign with a space before it
/// also gets one after it.
template <class AddSpace, class Add>
void for_each_joined(const FormulaNode& node, const AddSpace& add_space, const Add& add) {
    bool is_behind_sign = false;
    bool is_first = true;
    AtomClass before = AtomClass::opening;
    for (const FormulaNode& child : node.children) {
        if ((child.is_spaced || is_behind_sign) && !is_first)
            add_space(" ");
        add(child);
        is_first = false;
        before = class_between(before, child.atom, AtomClass::ordinary);
        is_behind_sign = child.is_spaced && (before == AtomClass::binary || before == AtomClass::relation);
    }
}

std::string joined(const FormulaNode& node) {
    std::string text;
    for_each_joined(
        node, [&](std::string_view space) { text += text.empty() ? "" : space; },
        [&](const FormulaNode& child) { text += letters_of(child); });
    return text;
}

bool has_letters(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

/// True for W and b, whose index is part of a name that people type: "W_k".
bool is_typed_name(const FormulaNode& base) {
    const std::string letter = letters_of(base);
    return letter == "W" || letter == "b";
}

std::string below(const FormulaNode& node, const FormulaNode& base) {
    const std::string text = joined(node);
    if (text.empty())
        return {};
    const auto small = in_small_letters(small_below, text);
    return small && !(has_letters(text) && is_typed_name(base)) ? *small : "_" + text;
}

/// Returns the exponent in letters. If it has no small letters, it is written after "^", with a small sign of
/// transposition: "W^Kᵀ".
std::string above(const FormulaNode& node) {
    const std::string text = joined(node);
    if (text.empty())
        return {};
    if (auto small = in_small_letters(small_above, text))
        return *std::move(small);
    const FormulaNode& content = node.children.size() == 1 ? node.children.front() : node;
    const std::string last = content.children.empty() ? std::string() : letters_of(content.children.back());
    const bool is_transposed = content.children.size() > 1 && (last == "T" || last == "⊤");
    if (!is_transposed)
        return "^" + text;
    FormulaNode rest = content;
    rest.children.pop_back();
    return "^" + joined(rest) + *in_small_letters(small_above, last);
}

/// Returns the letters under an accent; the accent is written after the first of them.
std::string accented(const FormulaNode& node) {
    std::string text = joined(node);
    const auto accent = spelled(accents, node.text);
    if (text.empty() || !accent)
        return text;
    const std::size_t end = letter_end(text, 0);
    const std::string letter = text.substr(0, end) + std::string(*accent);
    return std::string(spelled(composed, letter).value_or(letter)) + text.substr(end);
}

/// Returns the letters in brackets, unless they are a single letter or number.
std::string as_operand(const FormulaNode& node) {
    std::string text = letters_of(node);
    return node.kind == Kind::row && node.children.size() > 1 ? "(" + text + ")" : text;
}

std::string rows_of(const FormulaNode& grid) {
    std::string text;
    for (std::size_t i = 0; i < grid.children.size(); ++i)
        text += (i == 0 ? "" : i % grid.columns == 0 ? "; " : " ") + letters_of(grid.children[i]);
    return text;
}

} // namespace

std::string letters_of(const FormulaNode& formula) {
    switch (formula.kind) {
    case Kind::letters:
        return formula.text == "⋅" ? "·" : formula.text;
    case Kind::symbol:
        return formula.text == "∑" ? "Σ" : formula.text;
    case Kind::space:
        return formula.width > 0 ? " " : "";
    case Kind::row:
    case Kind::name:
    case Kind::scope:
        return joined(formula);
    case Kind::scripts: // a head's number follows other indices: W_Q⁽¹⁾
        return letters_of(formula.children[0]) + below(formula.children[1], formula.children[0]) +
               above(formula.children[2]);
    case Kind::fraction:
        return as_operand(formula.children[0]) + " / " + as_operand(formula.children[1]);
    case Kind::root:
        return "√" + as_operand(formula.children[0]);
    case Kind::accent:
        return accented(formula);
    case Kind::fenced:
        return formula.left + joined(formula) + formula.right;
    case Kind::grid:
        return rows_of(formula);
    }
    return {};
}

namespace {

void add_run(std::vector<LetterRun>& runs, std::string letters, int level) {
    if (letters.empty())
        return;
    if (!runs.empty() && runs.back().level == level)
        runs.back().letters += letters;
    else
        runs.push_back({std::move(letters), level});
}

/// Adds an index or exponent in the letters that letters_of writes: after "_" or "^" it is a run of its own; a sign of
/// transposition always is.
void add_script(std::vector<LetterRun>& runs, std::string_view script, int level) {
    constexpr std::string_view sign = "⊤";
    const bool is_marked = script.starts_with(level < 0 ? '_' : '^');
    if (is_marked)
        script.remove_prefix(1);
    const bool is_transposed = level > 0 && script.ends_with(sign);
    if (is_transposed)
        script.remove_suffix(sign.size());
    add_run(runs, std::string(script), is_marked ? level : 0);
    if (is_transposed)
        add_run(runs, std::string(sign), level);
}

void add_runs(std::vector<LetterRun>& runs, const FormulaNode& formula) {
    const bool is_nested = formula.kind == Kind::row || formula.kind == Kind::name || formula.kind == Kind::scope;
    if (is_nested && formula.children.size() == 1)
        add_runs(runs, formula.children.front());
    else if (is_nested)
        for_each_joined(
            formula, [&](std::string_view space) { add_run(runs, std::string(space), 0); },
            [&](const FormulaNode& child) { add_runs(runs, child); });
    else if (formula.kind == Kind::scripts) {
        add_runs(runs, formula.children[0]);
        add_script(runs, below(formula.children[1], formula.children[0]), -1);
        add_script(runs, above(formula.children[2]), 1);
    } else
        add_run(runs, letters_of(formula), 0);
}

} // namespace

std::vector<LetterRun> letter_runs_of(const FormulaNode& formula) {
    std::vector<LetterRun> runs;
    add_runs(runs, formula);
    return runs;
}

std::string letters_of_tex(std::string_view tex) {
    const Result<Formula> formula = parse_formula(tex);
    return formula ? letters_of(formula->root) : std::string(tex);
}

} // namespace attn
