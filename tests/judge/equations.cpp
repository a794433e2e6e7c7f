#include "tests/judge/equations.h"

#include "core/document/options/session_notation.h"
#include "core/formula/parse.h"
#include "core/notation/in_notation.h"
#include "tests/judge/formula_symbols.h"
#include "tests/judge/formula_value.h"
#include "tests/judge/shown_arrays.h"
#include "tests/judge/symbol_meanings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace attn::test {

namespace {

using Kind = FormulaNode::Kind;
using Nodes = std::span<const FormulaNode>;

/// The sides of "a = b = c". Text behind ∈ or another relation is no side.
struct Sides {
    std::vector<Nodes> equal;
};

Sides sides_of(Nodes all) {
    Sides sides;
    std::size_t from = 0;
    bool is_side = true;
    for (std::size_t at = 0; at <= all.size(); ++at) {
        const bool ends = at == all.size();
        if (!ends && (all[at].kind != Kind::letters || all[at].atom != AtomClass::relation))
            continue;
        const bool is_beside = (ends || at == 0) && at == from; // "m_i =", "= …": the other side stands beside it
        if (is_side && !is_beside)
            sides.equal.push_back(all.subspan(from, at - from));
        if (!ends)
            is_side = all[at].text == "=";
        from = at + 1;
    }
    return sides;
}

/// The difference of two values: their shapes, or the first cell that differs by more than their slack; empty if none.
std::string difference_of(const FormulaValue& left, const FormulaValue& right) {
    const auto shape = [](const FormulaValue& value) {
        return fmt::format("{} × {}", value.numbers.rows(), value.numbers.cols());
    };
    if (left.numbers.rows() != right.numbers.rows() || left.numbers.cols() != right.numbers.cols())
        return fmt::format("{} beside {}", shape(left), shape(right));
    for (Index i = 0; i < left.numbers.rows(); ++i)
        for (Index j = 0; j < left.numbers.cols(); ++j) {
            const double a = left.numbers(i, j);
            const double b = right.numbers(i, j);
            if (std::isnan(a) || std::isnan(b) || a == b)
                continue;
            const bool is_infinite = std::isinf(a) || std::isinf(b);
            const double slack = 1e-5 * std::max({1.0, std::abs(a), std::abs(b)}) + left.slack + right.slack;
            if (is_infinite || !(std::abs(a - b) <= slack))
                return fmt::format("{:.4g} beside {:.4g} in row {}, column {}", a, b, i + 1, j + 1);
        }
    return {};
}

/// The index letters that a formula leaves open, with their numbers of values.
class OpenIndices {
public:
    OpenIndices(const NamedTex& formula, const SpokenOf& layer) {
        for (const FormulaName& name : formula.names)
            if (const Index count = length_of(name.name, layer); count > 0)
                counts_[name.name] = count;
    }

    /// Some values for these letters, spread over all possible ones.
    std::vector<std::map<std::string, Index>> choices() const {
        constexpr Index most = 5;
        std::vector<std::map<std::string, Index>> all;
        for (Index choice = 0; choice < most; ++choice) {
            std::map<std::string, Index> chosen;
            Index step = 1;
            for (const auto& [name, count] : counts_)
                chosen[name] = (choice * step++ + choice / 2) % count;
            if (std::ranges::find(all, chosen) == all.end())
                all.push_back(std::move(chosen));
        }
        return all;
    }

private:
    static Index length_of(std::string_view name, const SpokenOf& layer) {
        const Sizes sizes = sizes_of(layer.session.layer());
        if (name == "i")
            return sizes.S_q;
        if (name == "j")
            return sizes.S_k;
        if (name == "d")
            return std::min(sizes.D, sizes.D_context > 0 ? sizes.D_context : sizes.D);
        if (name == "column")
            return std::min(sizes.d_k, sizes.d_v);
        if (name == "head")
            return layer.head ? 0 : sizes.H;
        return 0;
    }

    std::map<std::string, Index> counts_;
};

/// The array that the first side names; nullopt if it is not an array alone.
std::optional<ArrayId> owner_of(Nodes side, const std::vector<FormulaName>& names) {
    std::set<ArrayId> found;
    for (const FormulaName& name : names)
        if (const auto meaning = meaning_of(name.name); meaning && meaning->arrays.size() == 1 && !side.empty())
            if (first_place(side) >= name.begin && first_place(side) < name.end)
                return meaning->arrays.front();
    return std::nullopt;
}

/// The only head whose number is in the formula, to which symbols without a head belong; nullopt if there are none or
/// several.
std::optional<Index> only_head(const Formula& formula, const std::vector<FormulaName>& names, const Session& session) {
    std::set<Index> heads;
    for (const FormulaName& name : names)
        if (name.name == "head")
            if (const std::string number = formula.tex.substr(name.begin, name.end - name.begin);
                !number.empty() && number.find_first_not_of("0123456789") == std::string::npos)
                heads.insert(std::stoll(number) - first_head(session.notation));
    return heads.size() == 1 ? std::optional(*heads.begin()) : std::nullopt;
}

FormulaFindings compared(const std::vector<std::function<FormulaValue()>>& sides, const std::string& described) {
    FormulaFindings findings;
    std::vector<FormulaValue> values;
    for (const auto& side : sides)
        try {
            values.push_back(side());
        } catch (const FormulaUnread& unread) {
            findings.unread.push_back(fmt::format("{}: {}", described, unread.what()));
            return findings;
        } catch (const FormulaMisfit& misfit) {
            findings.wrong.push_back(fmt::format("{}: {}", described, misfit.what()));
            return findings;
        }
    for (std::size_t i = 1; i < values.size(); ++i) {
        ++findings.compared;
        if (const std::string wrong = difference_of(values[i - 1], values[i]); !wrong.empty())
            findings.wrong.push_back(fmt::format("{}: {}", described, wrong));
    }
    return findings;
}

void append(FormulaFindings& all, FormulaFindings more) {
    all.compared += more.compared;
    for (std::string& wrong : more.wrong)
        all.wrong.push_back(std::move(wrong));
    for (std::string& unread : more.unread)
        if (std::ranges::find(all.unread, unread) == all.unread.end())
            all.unread.push_back(std::move(unread));
}

FormulaFindings unreadable(const NamedTex& formula, const Error& error) {
    FormulaFindings findings;
    findings.unread.push_back(fmt::format("{}: {}", formula.tex, error.message));
    return findings;
}

/// True if the reason why an equation could not be evaluated is allowed: words, or numbers that are no array, such as a
/// row's mean and spread, an angle, the source of a second sequence, a product of weights.
bool may_be_unread(const std::string& why) {
    constexpr std::array<std::string_view, 10> reasons{
        "LayerNorm has numbers", "RMSNorm has numbers", "<mean> has", "<spread> has", "“mean", "“cos”",
        "<context e> has",       "<E context> has",     "<W_QK",      R"(\text{)"};
    return std::ranges::any_of(reasons, [&](std::string_view reason) { return why.find(reason) != std::string::npos; });
}

} // namespace

FormulaFindings check_equations(const NamedTex& formula, const SpokenOf& layer) {
    const auto parsed = parse_formula(formula.tex);
    if (!parsed)
        return unreadable(formula, parsed.error());
    FormulaFindings all;
    const Sides sides = sides_of(parsed->root.children);
    if (sides.equal.size() < 2)
        return all;
    const auto owner = owner_of(sides.equal.front(), formula.names);
    SpokenOf spoken = layer;
    if (const auto head = only_head(*parsed, formula.names, layer.session))
        spoken.head = head;
    for (const auto& chosen : OpenIndices(formula, spoken).choices()) {
        std::vector<std::function<FormulaValue()>> values;
        for (const Nodes side : sides.equal)
            values.emplace_back([&, side] { return value_of(side, {*parsed, formula.names, spoken, owner, chosen}); });
        append(all, compared(values, formula.tex));
    }
    return all;
}

FormulaFindings check_formula(const NamedTex& formula, ArrayId array, const SpokenOf& layer) {
    const auto parsed = parse_formula(formula.tex);
    if (!parsed)
        return unreadable(formula, parsed.error());
    FormulaFindings all;
    const Sides sides = sides_of(parsed->root.children);
    for (const auto& chosen : OpenIndices(formula, layer).choices()) {
        const auto at = [&](const char* index) {
            const auto found = chosen.find(index);
            return found == chosen.end() ? Index{0} : found->second;
        };
        const Index head = chosen.contains("head") ? at("head") : layer.head.value_or(0);
        const bool says_a_cell =
            std::ranges::any_of(formula.names, [](const FormulaName& name) { return name.name == "i"; });
        std::vector<std::function<FormulaValue()>> values;
        values.emplace_back([&] {
            return says_a_cell ? value_of_cell(array, head, at("i"), at("j"), layer)
                               : value_of_array(array, head, layer);
        });
        for (const Nodes side : sides.equal)
            values.emplace_back([&, side] { return value_of(side, {*parsed, formula.names, layer, array, chosen}); });
        append(all, compared(values, formula.tex));
    }
    return all;
}

namespace {

/// Adds the places of each T above a transposed node.
void add_transpositions(const FormulaNode& node, std::set<std::size_t>& places) {
    if (node.kind == FormulaNode::Kind::scripts)
        for (const FormulaNode& above : node.children[2].children)
            if (is_transposition(above))
                for_each_leaf(above, [&](const FormulaNode& sign) { places.insert(sign.place); });
    for (const FormulaNode& child : node.children)
        add_transpositions(child, places);
}

} // namespace

std::vector<std::string> unnamed_letters(const NamedTex& formula) {
    std::vector<std::string> all;
    const auto parsed = parse_formula(formula.tex);
    if (!parsed)
        return all;
    std::set<std::size_t> transpositions;
    add_transpositions(parsed->root, transpositions);
    for_each_leaf(parsed->root, [&](const FormulaNode& leaf) {
        const auto is_within = [&](const FormulaName& name) {
            return leaf.place >= name.begin && leaf.place < name.end;
        };
        if (leaf.style == LetterStyle::italic && !transpositions.contains(leaf.place) &&
            std::ranges::none_of(formula.names, is_within))
            all.push_back(fmt::format("“{}” in {} names nothing", leaf.text, formula.tex));
    });
    return all;
}

std::vector<std::string> letters_with_two_meanings(std::span<const NamedTex> formulas, const SpokenOf& layer) {
    std::map<std::string, std::map<std::vector<ArrayId>, std::string>> whose;
    for (const NamedTex& formula : formulas)
        for (const WrittenSymbol& symbol : symbols_in(formula))
            whose[symbol.letters].emplace(symbol.arrays, symbol.name);
    std::vector<std::string> all;
    for (const auto& [letters, meanings] : whose) {
        const auto& first = *meanings.begin();
        for (const auto& [arrays, name] : meanings)
            if (arrays != first.first && !equal_everywhere(arrays.front(), first.first.front(), layer))
                all.push_back(fmt::format("{} names <{}> and <{}>", letters, first.second, name));
    }
    return all;
}

std::vector<std::string> formula_complaints(const DisplayList& list, const SpokenOf& layer) {
    std::vector<std::string> all;
    std::vector<NamedTex> formulas;
    for (const Item& item : list.items)
        if (const auto* mark = std::get_if<FormulaMark>(&item.shape()); mark != nullptr && !mark->is_of_notes)
            formulas.push_back({mark->tex, mark->names});
    for (const NamedTex& formula : formulas) {
        std::ranges::move(unnamed_letters(formula), std::back_inserter(all));
        if (is_overridden(layer.session.layer()))
            continue;
        FormulaFindings found = check_equations(formula, layer);
        std::erase_if(found.unread, may_be_unread);
        std::ranges::move(found.wrong, std::back_inserter(all));
        std::ranges::move(found.unread, std::back_inserter(all));
    }
    std::ranges::move(letters_with_two_meanings(formulas, layer), std::back_inserter(all));
    return all;
}

bool is_overridden(const Layer& layer) {
    return !layer.pins.empty() || !layer.given.empty() ||
           std::ranges::any_of(layer.heads, [](const HeadWeights& head) { return !head.on; });
}

} // namespace attn::test
