#include "core/notation/formula_layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {

using Kind = FormulaNode::Kind;

bool has(const Notation& notation, ArrayId array) {
    return notation.present.at(static_cast<std::size_t>(array));
}

bool changes_scores(const Notation& notation) {
    return notation.masked || has(notation, ArrayId::bias) || has(notation, ArrayId::capped);
}

std::optional<bool> is_written(std::string_view scope, const Notation& notation) {
    if (scope == "rows" || scope == "columns")
        return (scope == "columns") == notation.tokens_as_columns;
    if (scope == "heads" || scope == "one")
        return (scope == "heads") == (notation.heads > 1);
    if (scope == "changed" || scope == "plain")
        return (scope == "changed") == changes_scores(notation);
    if (scope == "alike" || scope == "unlike")
        return (scope == "alike") == notation.queries_like_keys;
    return std::nullopt;
}

namespace {

/// True if the node consists of scripts without a base, like those of <of h>.
bool is_script_alone(const FormulaNode& node) {
    if (node.kind == Kind::name && !node.children.empty())
        return is_script_alone(node.children.front());
    return node.kind == Kind::scripts && node.children[0].is_empty_row() && !node.children[0].is_braced;
}

/// Attaches scripts without a base to the node before them.
void attach(FormulaNode& base, FormulaNode scripts) {
    const bool has_below = !scripts.children[1].is_empty_row();
    const std::size_t script = has_below ? 1 : 2;
    const bool is_one = !has_below || scripts.children[2].is_empty_row();
    if (is_one && base.kind == Kind::scripts && base.children[script].is_empty_row()) {
        base.is_above_first = has_below;
        base.children[script] = std::move(scripts.children[script]);
        return;
    }
    scripts.is_spaced = std::exchange(base.is_spaced, false);
    scripts.atom = base.atom;
    scripts.limits = base.limits;
    scripts.children[0] = std::exchange(base, {});
    base = std::move(scripts);
}

} // namespace

void add_all(std::vector<FormulaNode>& into, std::vector<FormulaNode> nodes, bool is_spaced) {
    if (!nodes.empty())
        nodes.front().is_spaced = nodes.front().is_spaced || is_spaced;
    for (FormulaNode& node : nodes)
        if (!into.empty() && node.kind == Kind::scripts && is_script_alone(node))
            attach(into.back(), std::move(node));
        else
            into.push_back(std::move(node));
}

std::vector<FormulaNode> decided(std::vector<FormulaNode> nodes, const Notation& notation) {
    std::vector<FormulaNode> kept;
    bool is_spaced = false;
    for (FormulaNode& node : nodes) {
        is_spaced = is_spaced || node.is_spaced;
        const auto written = node.kind == Kind::scope ? is_written(node.text, notation) : std::nullopt;
        if (written && !*written)
            continue;
        node.children = decided(std::move(node.children), notation);
        add_all(kept, written ? std::move(node.children) : std::vector<FormulaNode>{std::move(node)}, is_spaced);
        is_spaced = false;
    }
    return kept;
}

namespace {

bool is_head(const FormulaNode& node) {
    return node.is_name("h");
}

/// Removes "(<h>)" and the space after it from an exponent.
void remove_head_above(FormulaNode& above) {
    if (above.children.size() != 1)
        return;
    std::vector<FormulaNode>& content = above.children.front().children;
    if (content.size() < 3 || !content[0].is_letters("(") || !is_head(content[1]) || !content[2].is_letters(")"))
        return;
    const bool has_space = content.size() > 3 && content[3].kind == Kind::space;
    content.erase(content.begin(), content.begin() + (has_space ? 4 : 3));
    if (content.empty())
        above.children.clear();
    else if (content.size() == 1)
        above.children.front() = std::exchange(content.front(), {});
}

void remove_head_below(FormulaNode& below) {
    const bool is_of_head = below.children.size() == 1 &&
                            (is_head(below.children.front()) || (below.children.front().children.size() == 1 &&
                                                                 is_head(below.children.front().children.front())));
    if (is_of_head)
        below.children.clear();
}

} // namespace

std::vector<FormulaNode> without_head(std::vector<FormulaNode> nodes) {
    std::vector<FormulaNode> plain;
    for (FormulaNode& node : nodes) {
        if (node.is_name("of h"))
            continue;
        if (node.kind == Kind::scripts) {
            remove_head_below(node.children[1]);
            remove_head_above(node.children[2]);
        }
        node.children = without_head(std::move(node.children));
        const bool is_bare =
            node.kind == Kind::scripts && node.children[1].children.empty() && node.children[2].children.empty();
        if (!is_bare)
            plain.push_back(std::move(node));
        else if (!node.children[0].is_empty_row())
            add_all(plain, {std::move(node.children[0])}, node.is_spaced);
    }
    return plain;
}

bool is_matrix(const FormulaNode& node) {
    const auto has_capital = [](const FormulaNode& letters) {
        return std::ranges::any_of(letters.tex, [](char c) { return c >= 'A' && c <= 'Z'; });
    };
    switch (node.kind) {
    case Kind::letters:
        return node.text == ")" || has_capital(node);
    case Kind::scripts:
        return node.children[1].children.empty() && is_matrix(node.children[0]);
    case Kind::row: {
        if (node.is_braced)
            return std::ranges::any_of(node.children, is_matrix);
        const auto last = std::ranges::find_if_not(node.children.rbegin(), node.children.rend(), is_script_alone);
        return last != node.children.rend() && is_matrix(*last);
    }
    case Kind::accent:
    case Kind::name:
        return !node.children.empty() && is_matrix(node.children.back());
    default:
        return false;
    }
}

void turn_place_around(FormulaNode& below) {
    if (below.children.size() != 1)
        return;
    std::vector<FormulaNode>& content = below.children.front().children;
    const std::size_t first = !content.empty() && content.front().is_letters("(") ? 1 : 0;
    if (content.size() < first + 2 || (!content[first].is_name("i") && !content[first].is_name("j")))
        return;
    const bool has_comma = content[first + 1].is_letters(",");
    const std::size_t second = first + (has_comma ? 2 : 1);
    if (second >= content.size())
        return;
    constexpr std::array<std::string_view, 4> indices{"i", "j", "d", "column"};
    const FormulaNode& other = content[second];
    const bool is_index = other.kind == Kind::name && std::ranges::find(indices, other.text) != indices.end();
    const bool is_all = has_comma && other.is_letters("*");
    if ((is_index && !(content[first].is_name("j") && other.is_name("i"))) || is_all)
        std::swap(content[first], content[second]);
}

} // namespace attn
