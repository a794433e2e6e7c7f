#include "core/notation/in_notation.h"

#include "core/files/printable.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "core/model/structure.h"
#include "core/notation/formula_layout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

using Kind = FormulaNode::Kind;

FormulaNode row_of(std::vector<FormulaNode> nodes) {
    FormulaNode row;
    row.children = std::move(nodes);
    return row;
}

/// A name with two templates: `with` is used if the layer has the array, otherwise `without`.
struct Alternatives {
    std::string_view name;
    ArrayId array;
    std::string_view with;
    std::string_view without;
};
constexpr std::array alternatives{
    Alternatives{"source", ArrayId::context, "<context>", "<X>"},
    Alternatives{"source x", ArrayId::context, "<context x>", "<x>"},
    Alternatives{"width of source", ArrayId::context, "<D_c>", "<D>"},
    Alternatives{"score read", ArrayId::capped, "<capped>", "<scaled>"},
    Alternatives{"score cell read", ArrayId::capped, "<capped score>", "<scaled score>"},
};

constexpr std::string_view transposed = " T";
/// Prefixes of names without a head's number: all heads together, or one head whose number lecture notes omit.
constexpr std::array<std::string_view, 2> ways_without_head{"all ", "one "};

/// Returns the longest chain of arrays that ends in the array with this symbol or cell letter; null if there is none.
/// `is_turned`: true for a chain that is rotated.
const Chain* chain_that_ends_in(std::string_view symbol, bool is_turned) {
    const Chain* longest = nullptr;
    for (const Array& row : stages())
        for (const RecipeRow& recipe : row.recipes)
            for (const OperandRow& operand : recipe.operands)
                if (const Array& last = attn::row_of(operand.arrays.back());
                    (recipe.operation == OperationId::rotate) == is_turned &&
                    (last.symbol == symbol || last.letter == symbol) &&
                    (longest == nullptr || operand.arrays.size() > longest->size()))
                    longest = &operand.arrays;
    return longest;
}

/// Inserts a notation's symbols into one formula. Limits the depth of names within names, since anybody may write a
/// notation.
class Translation {
public:
    Translation(const Notation& notation, std::optional<Index> head) : notation_(notation), head_(head) {}

    FormulaNode of(const FormulaNode& written) { return row_of(of(written.children)); }

    const std::optional<std::string>& failure() const { return failure_; }

private:
    using Nodes = std::vector<FormulaNode>;

    Nodes of(Nodes written) {
        constexpr int deepest = 12;
        constexpr int most_steps = 4000;
        if (failure_)
            return {};
        if (depth_ >= deepest || ++steps_ > most_steps)
            return failed("a symbol is made from itself, or from too many others");
        ++depth_;
        written = decided(std::move(written), notation_);
        if (notation_.heads <= 1)
            written = without_head(std::move(written));
        Nodes made = translated(std::move(written));
        --depth_;
        return made;
    }

    Nodes of(std::string_view written) {
        Result<FormulaNode> read = parse_template(written);
        return read ? of(std::move(read->children)) : failed(read.error().message);
    }

    Nodes translated(Nodes written) {
        constexpr std::size_t most_nodes = 4096;
        Nodes made;
        bool is_spaced = false;
        for (FormulaNode& node : written) {
            is_spaced = is_spaced || node.is_spaced;
            Nodes more = translated(std::move(node));
            nodes_ += more.size();
            if (nodes_ > most_nodes)
                return failed("its symbols make it too long");
            const bool is_nothing = more.empty();
            add_all(made, std::move(more), is_spaced);
            is_spaced = is_spaced && is_nothing; // the space goes to the next nodes
        }
        return made;
    }

    Nodes translated(FormulaNode node) {
        switch (node.kind) {
        case Kind::name:
            return meaning(node.text);
        case Kind::scope:
            return scope(node.text, std::move(node.children));
        case Kind::letters:
            if (node.tex == R"(\top)")
                return transposed_sign();
            return {node.children.empty() ? std::move(node) : words(std::move(node))};
        case Kind::row:
            node.children = translated(std::move(node.children));
            break;
        case Kind::scripts:
            return {with_scripts(std::move(node))};
        default:
            for (FormulaNode& child : node.children)
                child = single(std::move(child));
        }
        return {std::move(node)};
    }

    FormulaNode single(FormulaNode node) {
        Nodes made = translated(std::move(node));
        return made.size() == 1 ? std::move(made.front()) : row_of(std::move(made));
    }

    FormulaNode with_scripts(FormulaNode node) {
        node.children[0] = single(std::move(node.children[0]));
        if (notation_.tokens_as_columns && is_matrix(node.children[0]))
            turn_place_around(node.children[1]);
        for (const std::size_t script : {1U, 2U})
            node.children[script].children = translated(std::move(node.children[script].children));
        return node;
    }

    /// Inserts names into words: \text{one <line> for each word}.
    FormulaNode words(FormulaNode node) {
        node.tex += '{';
        for (const FormulaNode& piece : std::exchange(node.children, {})) {
            const bool is_name = piece.kind == Kind::name;
            if (is_name && piece.text != "line")
                failed(fmt::format("there is no <{}> in words", printable(piece.text)));
            node.text += is_name ? token_line(notation_.tokens_as_columns) : piece.text;
            node.tex += is_name ? token_line(notation_.tokens_as_columns) : piece.tex;
        }
        node.tex += '}';
        return node;
    }

    Nodes failed(std::string reason) {
        if (!failure_)
            failure_ = std::move(reason);
        return {};
    }

    Nodes unknown(std::string_view name) { return failed(fmt::format("there is no symbol <{}>", printable(name))); }

    std::optional<std::string_view> symbol(std::string_view name) const {
        const auto& taken = notation_.chosen.profile().taken;
        if (const auto index = std::ranges::find(taken, name, &TakenLetter::index); index != taken.end())
            return index->instead;
        const auto& own = notation_.chosen.profile().symbols;
        if (const auto found = own.find(name); found != own.end())
            return found->second;
        const auto& usual = shipped_notations().front()->symbols;
        const auto found = usual.find(name);
        return found == usual.end() ? std::nullopt : std::optional<std::string_view>(found->second);
    }

    Nodes transposed_sign() {
        Result<FormulaNode> sign = parse_template(symbol("transposed").value_or(R"(\top)"));
        return sign ? std::move(sign->children) : failed(sign.error().message);
    }

    static Nodes named(std::string_view name, Nodes symbol) {
        FormulaNode node;
        node.kind = Kind::name;
        node.text = name;
        node.children.push_back(symbol.size() == 1 ? std::move(symbol.front()) : row_of(std::move(symbol)));
        return {std::move(node)};
    }

    Nodes of_symbol(std::string_view name) {
        auto symbol = template_of(name);
        return symbol ? named(name, of(*std::move(symbol))) : unknown(name);
    }

    /// Returns the notation's template of a symbol; or one made from another symbol's: "X T" from "X", "all X" from "X"
    /// without its head.
    std::optional<Nodes> template_of(std::string_view name) {
        if (const auto tex = symbol(name); tex && !is_derived(name))
            return of_template(*tex);
        if (name.ends_with(transposed))
            if (auto base = template_of(without_transposed(name)))
                return with_transposed_sign(*std::move(base));
        for (const std::string_view way : ways_without_head)
            if (name.starts_with(way))
                if (auto of_each = template_of(name.substr(way.size())))
                    return without_head(*std::move(of_each));
        return std::nullopt;
    }

    static std::string_view without_transposed(std::string_view name) {
        return name.ends_with(transposed) ? name.substr(0, name.size() - transposed.size()) : name;
    }

    /// True if the notation has a symbol of its own for X but not for "X T", which is then made from it.
    bool is_derived(std::string_view name) const {
        const auto& own = notation_.chosen.profile().symbols;
        return name.ends_with(transposed) && !own.contains(name) && own.contains(without_transposed(name));
    }

    /// Returns the symbol transposed: the sign is written after its exponent; several nodes get brackets.
    Nodes with_transposed_sign(Nodes symbol) {
        const FormulaNode sign = of_template(R"(\top)").front();
        if (symbol.size() != 1) {
            FormulaNode brackets = of_template(R"(\left(x\right)^\top)").front();
            brackets.children[0].children[0].children = std::move(symbol);
            return {std::move(brackets)};
        }
        if (symbol.front().kind != Kind::scripts) {
            FormulaNode scripts = of_template(R"(x^\top)").front();
            scripts.children[0] = std::move(symbol.front());
            return {std::move(scripts)};
        }
        Nodes& above = symbol.front().children[2].children;
        if (above.empty())
            above.push_back(sign);
        else if (above.size() == 1 && above.front().is_braced)
            above.front().children.push_back(sign);
        else
            above = {row_of({row_of(std::exchange(above, {})), sign})};
        return symbol;
    }

    /// Returns the template of a name; nullopt if the name has none.
    std::optional<std::string> read(std::string_view name) const {
        const auto* const found = std::ranges::find(alternatives, name, &Alternatives::name);
        if (found != alternatives.end())
            return std::string(has(notation_, found->array) ? found->with : found->without);
        if (name == "softmax score") // if nothing changes the scaled scores, they go to softmax under their own name
            return changes_scores(notation_) ? "<masked score>" : "<scaled score>";
        if (name == "turned longer")
            return notation_.has_longer_turns ? R"(<turn length>\,)" : "";
        for (std::size_t i = 0; i < head_norms.size(); ++i)
            if (name == fmt::format("norm of {}", head_norms.at(i).notation))
                return is_layer_norm(i) ? R"(\mathrm{LayerNorm})" : R"(\mathrm{RMSNorm})";
        return read_of_chain(name);
    }

    bool is_layer_norm(std::size_t i) const { return notation_.head_norms.at(i) == Norm::Kind::layer; }

    /// Returns the template of names of chains: "Q read" is the latest existing array of the chain that ends in Q, "K
    /// read T" that of K, transposed, and "q read" is its cell; "Q to turn" is the array that is rotated. "all Q read"
    /// is the matrix without the head's number.
    std::optional<std::string> read_of_chain(std::string_view name) const {
        const auto* const way = std::ranges::find_if(
            ways_without_head, [&](std::string_view without) { return name.starts_with(without); });
        if (way != ways_without_head.end()) {
            auto of_each = read_of_chain(name.substr(way->size()));
            return of_each && of_each->starts_with('<') ? std::optional(of_each->insert(1, *way)) : std::nullopt;
        }
        const bool is_transposed = name.ends_with(transposed);
        if (is_transposed)
            name.remove_suffix(transposed.size());
        for (const std::string_view verb : {" read", " to turn"})
            if (name.ends_with(verb)) {
                const std::string last = fmt::format("<{}>", name.substr(0, name.size() - verb.size()));
                const Chain* const chain = chain_that_ends_in(last, verb == " to turn");
                if (chain == nullptr)
                    return std::nullopt;
                const auto there = std::ranges::find_if(*chain, [&](ArrayId array) { return has(notation_, array); });
                const Array& row = attn::row_of(there == chain->end() ? chain->back() : *there);
                std::string tex(attn::row_of(chain->back()).symbol == last ? row.symbol : row.letter);
                if (is_transposed && !tex.starts_with('<'))
                    return std::nullopt; // it is not a single name
                return is_transposed ? tex.insert(tex.size() - 1, transposed) : tex;
            }
        return std::nullopt;
    }

    Nodes meaning(std::string_view name) {
        if (name.empty())
            return unknown(name);
        if (name == "inside")
            return inside_;
        if (name == "line")
            return of(fmt::format(R"(\text{{{}}})", token_line(notation_.tokens_as_columns)));
        if (name == "h" && !head_symbol_.empty())
            return named("head", of_symbol(head_symbol_));
        if (name == "h" && head_)
            return named("head", of(std::to_string(*head_ + first_head(notation_.chosen))));
        if (name == "h")
            return of_symbol("head");
        if (name == "j" && is_any_key_) {
            Nodes key = of_symbol(name);
            add_all(key, of("'"), false);
            return named("any j", std::move(key));
        }
        if (name == "O first read" || name == "O last read") {
            const std::string_view which = name == "O first read" ? "first" : "last";
            const std::string read = read_of_chain("O read").value_or("<O>");
            return read == "<O>" ? of_symbol(fmt::format("O {}", which)) : of_head(which, of_template(read));
        }
        if (name == "input")
            return of(input());
        if (name == "input cell")
            return of(input_cell());
        if (name.front() == '+' || name.front() == '*')
            return joined(name.front() == '+' ? " + " : R"(\,)", name.substr(1));
        if (const auto what = read(name))
            return of(*what);
        return of_symbol(name);
    }

    Nodes of_template(std::string_view written) {
        Result<FormulaNode> read = parse_template(written);
        return read ? std::move(read->children) : failed(read.error().message);
    }

    /// Translates the formula with a word as the head's index: "first", "last" or, in a sum over heads, "head".
    Nodes of_head(std::string_view which, Nodes formula) {
        const std::string_view before = std::exchange(head_symbol_, which);
        Nodes made = of(std::move(formula));
        head_symbol_ = before;
        return made;
    }

    Nodes scope(std::string_view name, Nodes inside) {
        if (name == "any head")
            return of_head("head", std::move(inside));
        if (name == "any key") {
            const bool before = std::exchange(is_any_key_, true);
            Nodes made = of(std::move(inside));
            is_any_key_ = before;
            return made;
        }
        const auto around = written_around(name);
        if (!around)
            return unknown(fmt::format("{}(", name));
        Nodes made = of(std::move(inside));
        if (around->empty())
            return made;
        const Nodes before = std::exchange(inside_, std::move(made));
        made = of(*around);
        inside_ = before;
        return made;
    }

    /// Returns the template around the contents of a scope, <inside>; "" writes nothing around them; nullopt: the scope
    /// has no template.
    std::optional<std::string> written_around(std::string_view scope) const {
        if (scope == "scale")
            return around_scaled();
        if (scope == "cap")
            return has(notation_, ArrayId::capped) ? R"(<cap>\,\tanh\left(\frac{1}{<cap>} <inside>\right))" : "";
        for (std::size_t i = 0; i < head_norms.size(); ++i)
            if (scope == fmt::format("norm of {} cell", head_norms.at(i).notation))
                return is_layer_norm(i) ? R"(\frac{<inside> - <mean>}{\sqrt{<spread>^2 + <epsilon>}})"
                                        : R"(\frac{<inside>}{\sqrt{\mathrm{mean\ square} + <epsilon>}})";
        return std::nullopt;
    }

    std::string around_scaled() const {
        const bool has_root = notation_.scale.kind == Scale::Kind::inverse_sqrt_d_k;
        std::string above = notation_.scale.kind == Scale::Kind::value ? R"(<scale>\,<inside>)" : "<inside>";
        if (!has_root && !notation_.has_temperature)
            return above;
        return fmt::format(R"(\frac{{{}}}{{{}{}}})", above, notation_.has_temperature ? "<tau>" : "",
                           has_root ? R"(\sqrt{<d_k>})" : "");
    }

    /// Returns the formula of X: embeddings and positions, or the norm of the residual stream.
    std::string_view input() const {
        switch (notation_.norm) {
        case Norm::Kind::layer:
            return R"(\mathrm{LayerNorm}(<R>))";
        case Norm::Kind::rms:
            return R"(\mathrm{RMSNorm}(<R>))";
        case Norm::Kind::gain:
            return R"(<R>\,<gamma>)";
        case Norm::Kind::off:
            break;
        }
        return "<E> + <P>";
    }

    std::string input_cell() const {
        const std::string bias = has(notation_, ArrayId::norm_bias) ? R"( + <beta>_{<d>})" : "";
        switch (notation_.norm) {
        case Norm::Kind::layer:
            return R"(\frac{<r>_{<i><d>} - <mean>_{<i>}}{\sqrt{<spread>_{<i>}^2 + <epsilon>}} <gamma>_{<d>})" + bias;
        case Norm::Kind::rms:
            return R"(\frac{<r>_{<i><d>}}{\sqrt{\mathrm{mean}(<r>_{<i>}^2) + <epsilon>}} <gamma>_{<d>})" + bias;
        case Norm::Kind::gain:
            return "<r>_{<i><d>} <gamma>_{<d>}";
        case Norm::Kind::off:
            break;
        }
        return "<e>_{<i><d>} + <p>_{<i><d>}";
    }

    /// Returns an optional term or factor: "+ M", "+ b_Q", or its cell "+ b_c" for "b_Q c". Empty if the layer does not
    /// have the array.
    Nodes joined(std::string_view sign, std::string_view name) {
        const std::size_t cell = name.find(' ');
        const std::string_view stored = name.substr(0, cell) == "M" ? "mask" : name.substr(0, cell);
        const std::optional<ArrayId> array = find_array(stored);
        if (!array)
            return unknown(name);
        if (stored == "mask" ? !notation_.masked : !has(notation_, *array))
            return {};
        const Array& row = attn::row_of(*array);
        if (cell == std::string_view::npos)
            return of(fmt::format("{}{}", sign, row.symbol));
        std::string indices;
        for (const char index : name.substr(cell + 1)) // each index has its own letter in a notation
            indices += fmt::format("<{}>", index == 'c' ? "column" : std::string_view(&index, 1));
        const bool is_one = name.size() == cell + 2;
        return of(fmt::format("{}{}_{}", sign, row.letter, is_one ? indices : "{" + indices + "}"));
    }

    const Notation& notation_;
    std::optional<Index> head_;
    std::string_view head_symbol_; ///< symbol of the head's index in place of its number: "first", "last", "head";
                                   ///< empty: the number
    bool is_any_key_ = false;      ///< true: keys are written j', next to the formula's own key j
    Nodes inside_;                 ///< the nodes of <inside>
    int depth_ = 0;
    int steps_ = 0;
    std::size_t nodes_ = 0;
    std::optional<std::string> failure_;
};

} // namespace

std::string_view token_line(bool tokens_as_columns) {
    return tokens_as_columns ? "column" : "row";
}

std::string_view noun_of_token(const Notation& notation, std::string_view usual) {
    return notation.tokens_are_letters ? "letter" : usual;
}

namespace {

/// Parses one of the program's own formulas, or one of a notation that was checked: these can always be read.
FormulaNode read_formula(std::string_view formula) {
    Result<FormulaNode> read = parse_template(formula);
    assert(read);
    return read ? *std::move(read) : FormulaNode{};
}

} // namespace

FormulaNode laid_out(std::string_view formula, const Notation& notation) {
    return row_of(decided(read_formula(formula).children, notation));
}

Result<FormulaNode> checked_in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head) {
    const Result<FormulaNode> read = parse_template(formula);
    if (!read)
        return read.error();
    Translation translation(notation, head);
    FormulaNode made = translation.of(*read);
    if (translation.failure())
        return error("{}", *translation.failure());
    return made;
}

FormulaNode tree_in_notation(const FormulaNode& formula, const Notation& notation, std::optional<Index> head) {
    return Translation(notation, head).of(formula);
}

FormulaNode tree_in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head) {
    return tree_in_notation(read_formula(formula), notation, head);
}

NamedTex named_in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head) {
    return tex_of(tree_in_notation(formula, notation, head));
}

std::string in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head) {
    return named_in_notation(formula, notation, head).tex;
}

Index first_head(const NotationChoice& notation) {
    return notation.profile().first_head;
}

std::string in_letters(std::string_view formula, const Notation& notation) {
    return letters_of(tree_in_notation(formula, notation));
}

std::string times_sign(const Notation& notation) {
    return in_letters("<times>", notation);
}

std::string transposed_sign(const Notation& notation) {
    return in_letters(R"(^\top)", notation);
}

} // namespace attn
