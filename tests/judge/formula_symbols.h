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
/// The places in the TeX of a node's letters.
std::vector<std::size_t> places_in(const FormulaNode& node);
/// The place in the TeX of the nodes' first letter.
std::size_t first_place(std::span<const FormulaNode> nodes);
/// Appends the nodes without the rows around them.
void flatten(const FormulaNode& node, std::vector<FormulaNode>& nodes);
bool is_sign(const FormulaNode& node, std::string_view text);
/// True if the node above a matrix says that it is transposed: "⊤", or the T of most notes.
bool is_transposition(const FormulaNode& above);
/// The node that has the scripts, or the node itself if it has none: ")" of ")" or of ")_i".
const FormulaNode& base_of(const FormulaNode& node);

struct NamedSymbol {
    const FormulaName* name;
    SymbolMeaning meaning;
};

/// A symbol of an array in a formula.
struct WrittenSymbol {
    std::string letters; ///< without indices of cells; any head's number as h
    std::vector<ArrayId> arrays;
    std::string name;
};

/// The names of the letters in a formula.
class FormulaSymbols {
public:
    /// Both arguments must outlive this object.
    FormulaSymbols(const Formula& formula, const std::vector<FormulaName>& names) : formula_(formula), names_(names) {}

    const FormulaName* innermost(std::size_t place) const;
    /// True if other names begin within the name, as in "(Q Kᵀ)".
    bool has_parts(const FormulaName& name) const;
    /// True if the letter at that place is a head's number or letter.
    bool is_head(std::size_t place) const;
    /// The outermost name that all letters of the base have and that ends with this node. Throws FormulaUnread if it
    /// means nothing.
    std::optional<NamedSymbol> of_node(const FormulaNode& node) const;
    /// The symbol that of_node() finds; nullopt if the name means nothing.
    std::optional<NamedSymbol> found(const FormulaNode& node) const;
    void add_all(const FormulaNode& node, std::vector<WrittenSymbol>& all) const;

private:
    /// The letters as drawn, scripts behind their base: "y^(h)" for y_ic^(2).
    std::string letters_of(const FormulaNode& node) const;

    const Formula& formula_;
    const std::vector<FormulaName>& names_;
};

std::vector<WrittenSymbol> symbols_in(const NamedTex& formula);

} // namespace attn::test
