#include "tests/judge/formula_value.h"

#include "core/formula/parse.h"
#include "tests/judge/formula_symbols.h"
#include "tests/judge/shown_arrays.h"
#include "tests/judge/symbol_meanings.h"
#include "tests/judge/symbol_value.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace attn::test {

namespace {

using Eigen::MatrixXd;
using Kind = FormulaNode::Kind;
using Nodes = std::span<const FormulaNode>;

/// Evaluates one expression from left to right.
class Evaluation {
public:
    Evaluation(Nodes nodes, const FormulaPlace& place)
        : nodes_(nodes), place_(place), symbols_(place_.formula, place_.names) {}

    FormulaValue sum() {
        bool is_less = take("−");
        if (!is_less)
            take("+");
        FormulaValue total = product();
        if (is_less)
            total.numbers = -total.numbers;
        for (skip_spaces(); at_ < nodes_.size(); skip_spaces()) {
            is_less = take("−");
            if (!is_less && !take("+"))
                throw FormulaUnread("“" + text_here() + "” was not expected");
            FormulaValue more = product();
            if (is_less)
                more.numbers = -more.numbers;
            total = added(total, more);
        }
        return total;
    }

private:
    const Sizes sizes() const { return sizes_of(place_.layer.session.layer()); }
    bool has_columns() const { return place_.layer.session.tokens_as_columns; }

    void skip_spaces() {
        while (at_ < nodes_.size() && nodes_[at_].kind == Kind::space)
            ++at_;
    }

    bool take(std::string_view sign) {
        skip_spaces();
        if (at_ >= nodes_.size() || !is_sign(nodes_[at_], sign))
            return false;
        ++at_;
        return true;
    }

    std::string text_here() const {
        std::string text;
        if (at_ < nodes_.size())
            for_each_leaf(nodes_[at_], [&](const FormulaNode& leaf) { text += leaf.text; });
        return text;
    }

    bool term_ends() {
        skip_spaces();
        return at_ >= nodes_.size() || is_sign(nodes_[at_], "+") || is_sign(nodes_[at_], "−");
    }

    FormulaValue product() {
        if (term_ends())
            throw FormulaUnread("nothing stands where a term was expected");
        FormulaValue value = factor();
        while (!term_ends()) {
            if (take("/")) {
                value = divided(value, factor());
            } else if (take("∘") || take("⊙")) {
                value = by_cells(value, factor());
            } else if (take("⋅")) {
                value = dot(value, factor());
            } else if (nodes_[at_].kind == Kind::scripts && base_of(nodes_[at_]).is_empty_row()) {
                value = with_scripts(std::move(value), nodes_[at_++]);
            } else {
                take("×");
                value = multiplied(value, factor());
            }
        }
        return value;
    }

    FormulaValue factor() {
        skip_spaces();
        if (at_ >= nodes_.size())
            throw FormulaUnread("a factor was expected");
        const FormulaNode& node = nodes_[at_];
        const FormulaNode& base = base_of(node);
        if (base.kind == Kind::symbol && base.text == "∑")
            return over(node, [](const FormulaValue& left, const FormulaValue& right) { return added(left, right); });
        if (is_sign(base, "max"))
            return over(node, [](const FormulaValue& left, const FormulaValue& right) {
                return number_value(std::max(left.numbers(0, 0), right.numbers(0, 0)));
            });
        if (const auto symbol = symbol_of_several())
            return of_several(*symbol);
        if (is_sign(node, "(") || is_sign(node, "["))
            return bracketed(node.text == "(" ? ")" : "]");
        if (is_sign(node, "|"))
            return absolute();
        if (node.kind == Kind::letters && node.style == LetterStyle::roman && function_named(node.text) && opens_next())
            return applied(node.text);
        ++at_;
        if (node.kind == Kind::scripts && is_sign(base, "e") && symbols_.innermost(base.place) == nullptr)
            return {inner(node.children[2].children).numbers.array().exp().matrix(), 0};
        return alone(node);
    }

    /// The value of a node that needs none of its neighbours.
    FormulaValue alone(const FormulaNode& node) {
        switch (node.kind) {
        case Kind::row:
            return inner(node.children);
        case Kind::fraction:
            return divided(inner(std::span(&node.children[0], 1)), inner(std::span(&node.children[1], 1)));
        case Kind::root: {
            const FormulaValue under = inner(std::span(&node.children[0], 1));
            return {under.numbers.cwiseSqrt(), 0};
        }
        case Kind::fenced:
            return within_brackets(node.children.front().children);
        case Kind::letters:
        case Kind::accent:
        case Kind::scripts:
            return values_.symbol_or_number(node);
        default:
            throw FormulaUnread("there is something that is no number");
        }
    }

    FormulaValue inner(Nodes nodes) const {
        if (nodes.size() == 1 && nodes.front().kind == Kind::row)
            return inner(nodes.front().children);
        return Evaluation(nodes, place_).sum();
    }

    bool opens_next() const {
        std::size_t next = at_ + 1;
        while (next < nodes_.size() && nodes_[next].kind == Kind::space)
            ++next;
        return next < nodes_.size() &&
               (nodes_[next].kind == Kind::fenced || is_sign(nodes_[next], "(") || is_sign(nodes_[next], "["));
    }

    static bool function_named(std::string_view name) {
        static const std::set<std::string_view> names{"exp",     "softmax",   "Softmax", "SOFTMAX", "tanh",
                                                      "sigmoid", "LayerNorm", "RMSNorm", "Concat"};
        return names.contains(name);
    }

    FormulaValue applied(const std::string& name) {
        ++at_;
        skip_spaces();
        if (at_ >= nodes_.size())
            throw FormulaUnread(name + " of nothing");
        const FormulaValue of = nodes_[at_].kind == Kind::fenced ? alone(nodes_[at_++]) : factor();
        if (name == "exp")
            return {of.numbers.array().exp().matrix(), 0};
        if (name == "tanh")
            return {of.numbers.array().tanh().matrix(), 0};
        if (name == "sigmoid")
            return {(1 / (1 + (-of.numbers.array()).exp())).matrix(), 0};
        if (name == "softmax" || name == "Softmax" || name == "SOFTMAX")
            return shares(of, has_columns());
        if (name == "Concat")
            return of;
        throw FormulaUnread(name + " has numbers of its own");
    }

    /// The value from an opening bracket to the closing one, which may have scripts.
    FormulaValue bracketed(std::string_view closing) {
        const std::string opening = nodes_[at_].text;
        const std::size_t from = ++at_;
        int depth = 1;
        for (; at_ < nodes_.size(); ++at_) {
            if (is_sign(nodes_[at_], opening))
                ++depth;
            if (is_sign(base_of(nodes_[at_]), closing) && --depth == 0)
                break;
        }
        if (at_ >= nodes_.size())
            throw FormulaUnread("a bracket is not closed");
        const FormulaNode& end = nodes_[at_];
        FormulaValue value = within_brackets(nodes_.subspan(from, at_ - from));
        ++at_;
        return end.kind == Kind::scripts ? with_scripts(std::move(value), end) : value;
    }

    FormulaValue absolute() {
        const std::size_t from = ++at_;
        while (at_ < nodes_.size() && !is_sign(nodes_[at_], "|"))
            ++at_;
        if (at_ >= nodes_.size())
            throw FormulaUnread("| is not closed");
        const FormulaValue value = inner(nodes_.subspan(from, at_ - from));
        ++at_;
        return {value.numbers.cwiseAbs(), 0};
    }

    /// The value of a sum, or of the heads' outputs side by side: "O⁽¹⁾ ⋯ O⁽ᴴ⁾".
    FormulaValue within_brackets(Nodes nodes) const {
        const bool is_list = std::ranges::any_of(
            nodes, [](const FormulaNode& node) { return is_sign(node, "⋯") || is_sign(node, "…"); });
        if (!is_list)
            return inner(nodes);
        const auto first =
            std::ranges::find_if(nodes, [](const FormulaNode& node) { return node.kind != Kind::space; });
        const auto last = std::find_if(nodes.rbegin(), nodes.rend(),
                                       [](const FormulaNode& node) { return node.kind != Kind::space; });
        const auto begins = symbols_.of_node(*first);
        const auto ends = symbols_.of_node(*last);
        if (!begins || !ends || begins->meaning.arrays != ends->meaning.arrays)
            throw FormulaUnread("a list of what are no heads");
        const ArrayId array = begins->meaning.arrays.front();
        const std::vector<Index> rows =
            first->kind == Kind::scripts ? values_.indices_in(first->children[1], begins->name) : std::vector<Index>();
        if (!rows.empty()) // the rows of one token
            return {row_at(matrix_of_all_heads(array, place_.layer), rows.front()), 0};
        MatrixXd joined;
        for (Index head = 0; head < sizes().H; ++head) {
            const MatrixXd one = value_of_array(array, head, place_.layer).numbers;
            if (joined.size() == 0) {
                joined = one;
                continue;
            }
            MatrixXd wider(joined.rows() + (has_columns() ? one.rows() : 0),
                           joined.cols() + (has_columns() ? 0 : one.cols()));
            wider << joined, one;
            joined = std::move(wider);
        }
        return {joined, 0};
    }

    /// The value with scripts: a cell of it for "(QKᵀ)_{i,j}".
    FormulaValue with_scripts(FormulaValue value, const FormulaNode& scripts) const {
        const std::vector<Index> indices = values_.indices_in(scripts.children[1], nullptr);
        for (const FormulaNode& above : scripts.children[2].children)
            if (is_transposition(above))
                value.numbers = value.numbers.transpose().eval();
            else
                throw FormulaUnread("a power of brackets");
        if (indices.size() == 2)
            return cell_at(value.numbers, indices);
        if (!indices.empty())
            throw FormulaUnread("one index of brackets");
        return value;
    }

    /// The symbol of cells that begins at this node and reaches beyond it: "score(i, j)", "(Z_c)_ij"; nullopt for other
    /// symbols.
    std::optional<NamedSymbol> symbol_of_several() const {
        const FormulaNode& node = nodes_[at_];
        if (node.kind != Kind::letters || (node.atom != AtomClass::ordinary && !is_sign(node, "(")))
            return std::nullopt;
        for (const FormulaName& name : place_.names) {
            const bool goes_on = at_ + 1 < nodes_.size() && places_in(nodes_[at_ + 1]).size() > 0 &&
                                 places_in(nodes_[at_ + 1]).front() < name.end;
            // A product in brackets is computed from its parts.
            if (name.begin != node.place || !goes_on || symbols_.innermost(node.place) != &name ||
                (is_sign(node, "(") && symbols_.has_parts(name)))
                continue;
            const auto meaning = meaning_of(name.name);
            if (meaning && !meaning->arrays.empty())
                return NamedSymbol{&name, *meaning};
        }
        return std::nullopt;
    }

    /// The value of such a symbol, with the indices that stand in its brackets.
    FormulaValue of_several(const NamedSymbol& symbol) {
        FormulaNode whole;
        whole.kind = Kind::scripts;
        whole.children.resize(3);
        const bool is_bracketed = is_sign(nodes_[at_], "(");
        whole.children[0] = nodes_[at_++];
        while (!is_bracketed && at_ < nodes_.size() && !places_in(nodes_[at_]).empty() &&
               places_in(nodes_[at_]).front() < symbol.name->end && symbol.meaning.kind == SymbolMeaning::Kind::cells)
            whole.children[1].children.push_back(nodes_[at_++]);
        while (at_ < nodes_.size() && !places_in(nodes_[at_]).empty() &&
               places_in(nodes_[at_]).front() < symbol.name->end) // "MHA(X)": its argument
            if (const FormulaNode& last = nodes_[at_++]; last.kind == Kind::scripts) {
                const bool is_end = is_sign(base_of(last), ")");
                if (is_end || is_bracketed)
                    whole.children[1] = is_end ? last.children[1] : FormulaNode();
            }
        return values_.of_array(whole, symbol);
    }

    /// The result of an operation such as a sum or maximum over the index below it.
    FormulaValue over(const FormulaNode& operation,
                      const std::function<FormulaValue(const FormulaValue&, const FormulaValue&)>& join) {
        if (operation.kind != Kind::scripts)
            throw FormulaUnread("a sum over nothing");
        std::vector<FormulaNode> below;
        for (const FormulaNode& child : operation.children[1].children)
            flatten(child, below);
        if (below.empty())
            throw FormulaUnread("a sum over nothing");
        const FormulaName* const index = symbols_.innermost(below.front().place);
        if (index == nullptr || below.front().kind != Kind::letters)
            throw FormulaUnread(fmt::format("the index “{}” names nothing", below.front().text));
        ++at_;
        std::size_t end = at_;
        for (int depth = 0; end < nodes_.size(); ++end) {
            if (depth == 0 && (is_sign(nodes_[end], "+") || is_sign(nodes_[end], "−")))
                break;
            depth += is_sign(nodes_[end], "(") ? 1 : is_sign(base_of(nodes_[end]), ")") ? -1 : 0;
        }
        const Nodes body = nodes_.subspan(at_, end - at_);
        at_ = end;
        Index count = count_of(index->name);
        if (!operation.children[2].is_empty_row()) {
            const double last = inner(operation.children[2].children).numbers(0, 0);
            count =
                static_cast<Index>(std::lround(last)) + (index->name == "head" ? 1 - values_.first_number("head") : 0);
        }
        FormulaPlace within = place_;
        std::optional<FormulaValue> total;
        for (Index i = 0; i < count; ++i) {
            within.indices[index->name] = i;
            FormulaValue value = Evaluation(body, within).sum();
            total = total ? join(*total, value) : std::move(value);
        }
        if (!total)
            throw FormulaUnread("a sum of no terms");
        return *total;
    }

    Index count_of(std::string_view index) const {
        if (index == "j")
            return sizes().S_k;
        if (index == "i")
            return sizes().S_q;
        if (index == "head")
            return sizes().H;
        return index == "d" ? sizes().D : place_.owner == ArrayId::parts ? sizes().d_v : sizes().d_k;
    }

    Nodes nodes_;
    FormulaPlace place_; // a copy, since sums choose indices of their own
    FormulaSymbols symbols_;
    SymbolValues values_{place_, symbols_};
    std::size_t at_ = 0;
};

} // namespace

FormulaValue value_of(std::span<const FormulaNode> expression, const FormulaPlace& place) {
    return Evaluation(expression, place).sum();
}

} // namespace attn::test
