#pragma once

#include "core/formula/formula.h"
#include "tests/judge/symbol_meanings.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::test {

void for_each_leaf(const FormulaNode& node, const std::function<void(const FormulaNode&)>& see);
/// Where in the TeX the letters of a node stand; where the first of some stands.
std::vector<std::size_t> places_in(const FormulaNode& node);
std::size_t first_place(std::span<const FormulaNode> nodes);
/// The nodes without the rows around them.
void flatten(const FormulaNode& node, std::vector<FormulaNode>& nodes);
bool is_sign(const FormulaNode& node, std::string_view text);
/// Whether what stands above a matrix says that it is transposed: "⊤", or the T of most notes.
bool is_transposition(const FormulaNode& above);
/// What has scripts, or the node itself: ")" alone or with an index.
const FormulaNode& base_of(const FormulaNode& node);

struct NamedSymbol {
    const FormulaName* name;
    SymbolMeaning meaning;
};

/// A symbol of an array as it stands in a formula.
struct WrittenSymbol {
    std::string letters; ///< without indices of cells; any head's number as h
    std::vector<ArrayId> arrays;
    std::string name;
};

/// What the letters of a formula name.
class FormulaSymbols {
public:
    /// Both must outlive this.
    FormulaSymbols(const Formula& formula, const std::vector<FormulaName>& names) : formula_(formula), names_(names) {}

    const FormulaName* innermost(std::size_t place) const;
    /// Whether other names begin within it, as in "(Q Kᵀ)".
    bool has_parts(const FormulaName& name) const;
    /// Whether a head's number or letter stands there, whatever it is made of.
    bool is_head(std::size_t place) const;
    /// The outermost name that all letters of the base bear, and that ends with this node. Throws FormulaUnread where
    /// it means nothing.
    std::optional<NamedSymbol> of_node(const FormulaNode& node) const;
    /// The same; nothing where it means nothing.
    std::optional<NamedSymbol> found(const FormulaNode& node) const;
    void add_all(const FormulaNode& node, std::vector<WrittenSymbol>& all) const;

private:
    /// As they are drawn, scripts behind their base: "y^(h)" of y_ic^(2).
    std::string letters_of(const FormulaNode& node) const;

    const Formula& formula_;
    const std::vector<FormulaName>& names_;
};

std::vector<WrittenSymbol> symbols_in(const NamedTex& formula);

} // namespace attn::test
