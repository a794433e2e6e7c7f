#include "tests/judge/formula_symbols.h"

#include "core/formula/parse.h"
#include "tests/judge/formula_arithmetic.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn::test {

namespace {

using Kind = FormulaNode::Kind;

} // namespace

void for_each_leaf(const FormulaNode& node, const std::function<void(const FormulaNode&)>& see) {
    if (node.kind == Kind::letters || node.kind == Kind::symbol)
        see(node);
    for (const FormulaNode& child : node.children)
        for_each_leaf(child, see);
}

std::size_t first_place(std::span<const FormulaNode> nodes) {
    std::optional<std::size_t> first;
    for (const FormulaNode& node : nodes)
        for_each_leaf(node, [&](const FormulaNode& leaf) {
            if (!first)
                first = leaf.place;
        });
    return first.value_or(0);
}

void flatten(const FormulaNode& node, std::vector<FormulaNode>& nodes) {
    if (node.kind != FormulaNode::Kind::row)
        return nodes.push_back(node);
    for (const FormulaNode& child : node.children)
        flatten(child, nodes);
}

bool is_sign(const FormulaNode& node, std::string_view text) {
    return node.kind == Kind::letters && node.text == text;
}

bool is_transposition(const FormulaNode& above) {
    if (above.kind == FormulaNode::Kind::row && above.children.size() == 1)
        return is_transposition(above.children.front());
    return is_sign(above, "⊤") || is_sign(above, "T");
}

const FormulaNode& base_of(const FormulaNode& node) {
    return node.kind == Kind::scripts ? node.children.front() : node;
}

std::vector<std::size_t> places_in(const FormulaNode& node) {
    std::vector<std::size_t> places;
    for_each_leaf(node, [&](const FormulaNode& leaf) { places.push_back(leaf.place); });
    return places;
}

const FormulaName* FormulaSymbols::innermost(std::size_t place) const {
    const FormulaName* found = nullptr;
    for (const FormulaName& name : names_)
        if (place >= name.begin && place < name.end)
            found = &name;
    return found;
}

bool FormulaSymbols::has_parts(const FormulaName& name) const {
    return std::ranges::any_of(
        names_, [&](const FormulaName& part) { return part.begin > name.begin && part.begin < name.end; });
}

bool FormulaSymbols::is_head(std::size_t place) const {
    return std::ranges::any_of(names_, [&](const FormulaName& name) {
        return name.name == "head" && place >= name.begin && place < name.end;
    });
}

std::optional<NamedSymbol> FormulaSymbols::of_node(const FormulaNode& node) const {
    const std::vector<std::size_t> base = places_in(base_of(node));
    const std::vector<std::size_t> whole = places_in(node);
    if (base.empty())
        return std::nullopt;
    const auto [smallest, largest] = std::ranges::minmax(whole);
    const std::size_t first = smallest;
    const std::size_t last = largest;
    for (const FormulaName& name : names_) {
        const auto is_within = [&](std::size_t place) { return place >= name.begin && place < name.end; };
        if (!std::ranges::all_of(base, is_within))
            continue;
        bool reaches_beyond = false;
        for_each_leaf(formula_.root, [&](const FormulaNode& leaf) {
            reaches_beyond = reaches_beyond || (is_within(leaf.place) && (leaf.place < first || leaf.place > last));
        });
        if (reaches_beyond)
            continue;
        if (const auto meaning = meaning_of(name.name))
            return NamedSymbol{&name, *meaning};
        throw FormulaUnread(fmt::format("<{}> has no value", name.name));
    }
    return std::nullopt;
}

std::optional<NamedSymbol> FormulaSymbols::found(const FormulaNode& node) const {
    try {
        return of_node(node);
    } catch (const FormulaUnread&) {
        return std::nullopt;
    }
}

/// The letters as drawn, scripts behind their base: "y^(h)" for y_ic^(2).
std::string FormulaSymbols::letters_of(const FormulaNode& node) const {
    if (node.kind == Kind::letters) {
        const FormulaName* const name = innermost(node.place);
        if (name != nullptr && meaning_of(name->name) && meaning_of(name->name)->kind == SymbolMeaning::Kind::index)
            return name->name == "head" ? "h" : "";
        return node.text;
    }
    std::string letters;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        const std::string child = letters_of(node.children[i]);
        if (node.kind == Kind::scripts && i > 0 && !child.empty())
            letters += i == 1 ? "_" : "^";
        letters += child;
    }
    return node.kind == Kind::accent ? letters + node.text : letters;
}

void FormulaSymbols::add_all(const FormulaNode& node, std::vector<WrittenSymbol>& all) const {
    const bool may_be_one = node.kind == Kind::letters || node.kind == Kind::accent || node.kind == Kind::scripts;
    const auto symbol = may_be_one ? found(node) : std::nullopt;
    if (symbol && !symbol->meaning.arrays.empty())
        all.push_back({letters_of(node), symbol->meaning.arrays, symbol->name->name});
    if (!symbol) // scripts belong to the symbol before them
        for (const FormulaNode& child : node.children)
            add_all(child, all);
}

std::vector<WrittenSymbol> symbols_in(const NamedTex& formula) {
    std::vector<WrittenSymbol> all;
    if (const auto parsed = parse_formula(formula.tex))
        FormulaSymbols(*parsed, formula.names).add_all(parsed->root, all);
    return all;
}

} // namespace attn::test
