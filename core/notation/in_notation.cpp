#include "core/notation/in_notation.h"

#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

void keep_between(std::string& formula, std::string_view open, std::string_view close, bool kept) {
    for (std::size_t from = formula.find(open); from != std::string::npos; from = formula.find(open)) {
        const std::size_t to = formula.find(close, from);
        if (to == std::string::npos)
            return; // which is an unknown name, where it is translated
        const std::string inner = formula.substr(from + open.size(), to - from - open.size());
        formula.replace(from, to + close.size() - from, kept ? inner : std::string());
    }
}

} // namespace

std::string as_laid_out(std::string formula, const Notation& notation) {
    keep_between(formula, "<rows(>", "<)rows>", !notation.tokens_as_columns);
    keep_between(formula, "<columns(>", "<)columns>", notation.tokens_as_columns);
    constexpr std::string_view line = "<line>";
    for (std::size_t at = formula.find(line); at != std::string::npos; at = formula.find(line, at))
        formula.replace(at, line.size(), token_line(notation.tokens_as_columns));
    keep_between(formula, "<heads(>", "<)heads>", notation.heads > 1);
    keep_between(formula, "<one(>", "<)one>", notation.heads <= 1);
    if (notation.heads > 1)
        return formula;
    for (const auto& [numbered, plain] : {std::pair<std::string_view, std::string_view>{R"(^{(<h>)\top})", R"(^\top)"},
                                          {"^{(<h>)}", ""},
                                          {"_{<h>}", ""}})
        for (std::size_t at = formula.find(numbered); at != std::string::npos; at = formula.find(numbered, at))
            formula.replace(at, numbered.size(), plain);
    return formula;
}

namespace {

/// The group in braces that the TeX ends with, with its braces; empty where it ends otherwise.
std::string_view last_group(std::string_view tex) {
    if (!tex.ends_with('}'))
        return {};
    int depth = 0;
    for (std::size_t at = tex.size(); at-- > 0;) {
        depth += tex[at] == '}' ? 1 : tex[at] == '{' ? -1 : 0;
        if (depth == 0)
            return tex.substr(at);
    }
    return {};
}

/// True if an index begins behind a matrix's own letter or behind a product in brackets: M_{, (QK^\top)_{(. A small
/// letter, q_{, says whose number it is, and not where that stands.
bool begins_place_in_matrix(std::string_view tex) {
    if (tex.ends_with('('))
        tex.remove_suffix(1);
    if (!tex.ends_with("_{"))
        return false;
    tex.remove_suffix(2);
    const std::string_view above = last_group(tex);
    if (!above.empty() && tex.substr(0, tex.size() - above.size()).ends_with('^'))
        tex.remove_suffix(above.size() + 1);
    if (tex.ends_with(')'))
        return true;
    const std::string_view letter = tex.ends_with('}') ? last_group(tex) : tex.substr(tex.empty() ? 0 : tex.size() - 1);
    return std::ranges::any_of(letter, [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Writes one formula in a notation. Names within names are followed only so far, since a notation may be anybody's.
class Translation {
public:
    Translation(const Notation& notation, std::optional<Index> head) : notation_(notation), head_(head) {}

    NamedTex of(std::string_view written) {
        constexpr int deepest = 12;
        constexpr int most_steps = 4000;
        if (failure_)
            return {};
        if (depth_ >= deepest || ++steps_ > most_steps)
            return failed("a symbol is made from itself, or from too many others");
        ++depth_;
        std::string chosen = as_laid_out(std::string(written), notation_);
        keep_between(chosen, "<changed(>", "<)changed>", changes_scores());
        keep_between(chosen, "<plain(>", "<)plain>", !changes_scores());
        NamedTex tex = translated(chosen);
        --depth_;
        return tex;
    }

    const std::optional<std::string>& failure() const { return failure_; }

private:
    NamedTex translated(std::string_view formula) {
        constexpr std::size_t longest = 4096;
        constexpr std::string_view any_head_ends = "<)any head>";
        constexpr std::string_view any_key_ends = "<)any key>";
        NamedTex tex;
        while (!formula.empty() && !failure_) {
            const std::size_t open = formula.find('<');
            add(tex, plain(formula.substr(0, open)));
            if (open == std::string_view::npos)
                break;
            const std::size_t close = formula.find('>', open);
            if (close == std::string_view::npos)
                return failed("a “<” without “>”; the sign less than is \\lt");
            const std::string_view name = formula.substr(open + 1, close - open - 1);
            formula.remove_prefix(close + 1);
            if (name == "any head(") {
                const std::size_t end = formula.find(any_head_ends);
                if (end == std::string_view::npos)
                    return unknown(name);
                add(tex, of_head("head", formula.substr(0, end)));
                formula.remove_prefix(end + any_head_ends.size());
            } else if (name == "any key(") {
                const std::size_t end = formula.find(any_key_ends);
                if (end == std::string_view::npos)
                    return unknown(name);
                const bool before = std::exchange(is_any_key_, true);
                add(tex, of(formula.substr(0, end)));
                is_any_key_ = before;
                formula.remove_prefix(end + any_key_ends.size());
            } else if (const std::string_view other = index_behind(name, formula);
                       !other.empty() && notation_.tokens_as_columns && begins_place_in_matrix(tex.tex)) {
                const std::size_t length = other.size();
                const bool has_comma = other.starts_with(',');
                add(tex, of(other.substr(has_comma ? 1 : 0)));
                add(tex, plain(has_comma ? "," : ""));
                add(tex, meaning(name));
                formula.remove_prefix(length);
            } else {
                add(tex, meaning(name));
            }
            if (tex.tex.size() > longest)
                return failed("its symbols make it too long");
        }
        return tex;
    }

    /// The index behind a token's in the place of a cell, with the comma before it: of <i>,<column> the second. Empty
    /// where none follows, or a query's after a key's, which is an order of the formula's own.
    static std::string_view index_behind(std::string_view token, std::string_view rest) {
        if (token != "i" && token != "j")
            return {};
        const std::size_t comma = rest.starts_with(',') ? 1 : 0;
        for (const std::string_view other : {"<i>", "<j>", "<d>", "<column>", "*"})
            if (rest.substr(comma).starts_with(other) && (other != "*" || comma == 1) &&
                !(token == "j" && other == "<i>"))
                return rest.substr(0, comma + other.size());
        return {};
    }

    /// With the notation's own sign where something is transposed.
    NamedTex plain(std::string_view tex) const {
        constexpr std::string_view usual = R"(\top)";
        const std::string_view sign = symbol("transposed").value_or(usual);
        std::string written(tex);
        const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        for (std::size_t at = written.find(usual); at != std::string::npos; at = written.find(usual, at + 1)) {
            const std::size_t end = at + usual.size();
            if (end == written.size() || !is_letter(written[end]))
                written.replace(at, usual.size(), sign);
        }
        return {std::move(written), {}};
    }

    /// Adds the TeX and its names. A space keeps a command and the letter behind it apart: \top and O.
    static void add(NamedTex& named, NamedTex more) {
        add(named.tex, more.tex);
        const std::size_t before = named.tex.size() - more.tex.size();
        for (FormulaName& name : more.names)
            named.names.push_back({std::move(name.name), before + name.begin, before + name.end});
    }

    static void add(std::string& tex, std::string_view more) {
        const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        std::size_t word = tex.size();
        while (word > 0 && is_letter(tex[word - 1]))
            --word;
        const bool ends_with_command = word > 0 && word < tex.size() && tex[word - 1] == '\\';
        if (ends_with_command && !more.empty() && is_letter(more.front()))
            tex += ' ';
        tex += more;
    }

    NamedTex failed(std::string reason) {
        if (!failure_)
            failure_ = std::move(reason);
        return {};
    }

    NamedTex unknown(std::string_view name) { return failed(fmt::format("there is no symbol <{}>", printable(name))); }

    /// Whether something stands between the scaled scores and softmax.
    bool changes_scores() const { return notation_.masked || has(ArrayId::bias) || has(ArrayId::capped); }

    std::optional<std::string_view> symbol(std::string_view name) const {
        const auto& own = notation_.chosen.profile().symbols;
        if (const auto found = own.find(name); found != own.end())
            return found->second;
        const auto& usual = shipped_notations().front()->symbols;
        const auto found = usual.find(name);
        return found == usual.end() ? std::nullopt : std::optional<std::string_view>(found->second);
    }

    NamedTex of_symbol(std::string_view name) {
        constexpr std::string_view transposed = " T";
        if (const auto tex = symbol(name))
            return as_name(name, of(*tex));
        for (const std::string_view way : ways_without_head)
            if (name.starts_with(way) && symbol(name.substr(way.size())))
                return as_name(name, of(without_head(*symbol(name.substr(way.size())))));
        if (name.ends_with(transposed) && symbol(name.substr(0, name.size() - transposed.size())))
            return as_name(
                name, of(fmt::format(R"(\left(<{}>\right)^\top)", name.substr(0, name.size() - transposed.size()))));
        return unknown(name);
    }

    /// All heads together have no number, and notes leave out that of one where it goes without saying.
    static constexpr std::array<std::string_view, 2> ways_without_head{"all ", "one "};

    static std::string without_head(std::string_view tex) {
        std::string plain(tex);
        constexpr std::string_view transposed = R"(^{(<h>)\top})";
        if (const std::size_t at = plain.find(transposed); at != std::string::npos)
            plain.replace(at, transposed.size(), R"(^\top)");
        for (const std::string_view mark : {"<of h>", "^{(<h>)}", "_{<h>}"})
            if (const std::size_t at = plain.find(mark); at != std::string::npos)
                plain.erase(at, mark.size());
        return plain;
    }

    static NamedTex as_name(std::string_view name, NamedTex tex) {
        tex.names.insert(tex.names.begin(), {std::string(name), 0, tex.tex.size()});
        return tex;
    }

    /// What is read of several that can stand for it: of one array where there is one, of another where there is none.
    struct Alternatives {
        std::string_view name;
        ArrayId array;
        std::string_view with;
        std::string_view without;
    };
    static constexpr std::array alternatives{
        Alternatives{"source", ArrayId::context, "<context>", "<X>"},
        Alternatives{"source x", ArrayId::context, "<context x>", "<x>"},
        Alternatives{"width of source", ArrayId::context, "<D_c>", "<D>"},
        Alternatives{"score read", ArrayId::capped, "<capped>", "<scaled>"},
        Alternatives{"score cell read", ArrayId::capped, "<capped score>", "<scaled score>"},
        Alternatives{"cap(", ArrayId::capped, R"(<cap>\,\tanh\left(\frac{1}{<cap>} )", ""},
        Alternatives{")cap", ArrayId::capped, R"(\right))", ""},
    };

    std::optional<std::string> read(std::string_view name) const {
        const auto* const found = std::ranges::find(alternatives, name, &Alternatives::name);
        if (found != alternatives.end())
            return std::string(has(found->array) ? found->with : found->without);
        if (name == "softmax score") // by the name that it has already, where nothing changes it
            return changes_scores() ? "<masked score>" : "<scaled score>";
        if (name == "turned longer")
            return notation_.has_longer_turns ? R"(<turn length>\,)" : "";
        if (auto norm = norm_of_heads(name))
            return std::string(*norm);
        return read_of_chain(name);
    }

    /// "Q read" and "K read T", its matrix, "q read", its cells: of the chain that ends in Q the latest that there is.
    /// "Q to turn": of the chain from which queries are turned. "all Q read": its matrix without the head's number.
    std::optional<std::string> read_of_chain(std::string_view name) const {
        constexpr std::string_view transposed = " T";
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
                const auto there = std::ranges::find_if(*chain, [&](ArrayId array) { return has(array); });
                const Array& row = row_of(there == chain->end() ? chain->back() : *there);
                std::string tex(row_of(chain->back()).symbol == last ? row.symbol : row.letter);
                if (is_transposed && !tex.starts_with('<'))
                    return std::nullopt; // more than a name
                return is_transposed ? tex.insert(tex.size() - 1, transposed) : tex;
            }
        return std::nullopt;
    }

    /// The longest, by the symbol of the array that it ends in, or by its letter.
    static const Chain* chain_that_ends_in(std::string_view symbol, bool is_turned) {
        const Chain* longest = nullptr;
        for (const Array& row : stages())
            for (const RecipeRow& recipe : row.recipes)
                for (const OperandRow& operand : recipe.operands)
                    if (const Array& last = row_of(operand.arrays.back());
                        (recipe.operation == OperationId::rotate) == is_turned &&
                        (last.symbol == symbol || last.letter == symbol) &&
                        (longest == nullptr || operand.arrays.size() > longest->size()))
                        longest = &operand.arrays;
        return longest;
    }

    std::optional<std::string_view> norm_of_heads(std::string_view name) const {
        for (std::size_t i = 0; i < head_norms.size(); ++i) {
            const std::string norm = fmt::format("norm of {}", head_norms.at(i).notation);
            const bool is_layer_norm = notation_.head_norms.at(i) == Norm::Kind::layer;
            if (name == norm)
                return is_layer_norm ? R"(\mathrm{LayerNorm})" : R"(\mathrm{RMSNorm})";
            if (name == norm + " cell(")
                return R"(\frac{)";
            if (name == ")" + norm + " cell")
                return is_layer_norm ? R"( - <mean>}{\sqrt{<spread>^2 + <epsilon>}})"
                                     : R"(}{\sqrt{\mathrm{mean\ square} + <epsilon>}})";
        }
        return std::nullopt;
    }

    NamedTex meaning(std::string_view name) {
        if (name.empty())
            return unknown(name);
        if (name == "h" && !head_symbol_.empty())
            return as_name("head", of_symbol(head_symbol_));
        if (name == "j" && is_any_key_) {
            NamedTex key = of_symbol(name);
            key.tex += '\'';
            return as_name("any j", std::move(key));
        }
        if (name == "O first read" || name == "O last read") {
            const std::string_view which = name == "O first read" ? "first" : "last";
            const std::string read = read_of_chain("O read").value_or("<O>");
            return read == "<O>" ? of_symbol(fmt::format("O {}", which)) : of_head(which, read);
        }
        if (name == "h")
            return head_ ? as_name("head", plain(std::to_string(*head_ + first_head(notation_.chosen))))
                         : of_symbol("head");
        if (name == "input")
            return of(input());
        if (name == "input cell")
            return of(input_cell());
        if (name == "scale(")
            return of(before_scaled());
        if (name == ")scale")
            return of(behind_scaled());
        if (name.front() == '+' || name.front() == '*')
            return joined(name.front() == '+' ? " + " : R"(\,)", name.substr(1));
        if (const auto what = read(name))
            return of(*what);
        return of_symbol(name);
    }

    /// The formula, of the first head, the last, or, in a sum over them, any: "first", "last", "head".
    NamedTex of_head(std::string_view which, std::string_view formula) {
        const std::string_view before = std::exchange(head_symbol_, which);
        NamedTex tex = of(formula);
        head_symbol_ = before;
        return tex;
    }

    /// Words and places; or what a model's norm makes of their sum.
    std::string_view input() const {
        switch (notation_.norm) {
        case Norm::Kind::layer:
            return R"(\mathrm{LayerNorm}(<R>))";
        case Norm::Kind::rms:
            return R"(\mathrm{RMSNorm}(<R>))";
        case Norm::Kind::off:
            break;
        }
        return "<E> + <P>";
    }

    std::string input_cell() const {
        const std::string bias = has(ArrayId::norm_bias) ? R"( + <beta>_{<d>})" : "";
        switch (notation_.norm) {
        case Norm::Kind::layer:
            return R"(\frac{<r>_{<i><d>} - <mean>_{<i>}}{\sqrt{<spread>_{<i>}^2 + <epsilon>}} <gamma>_{<d>})" + bias;
        case Norm::Kind::rms:
            return R"(\frac{<r>_{<i><d>}}{\sqrt{\mathrm{mean}(<r>_{<i>}^2) + <epsilon>}} <gamma>_{<d>})" + bias;
        case Norm::Kind::off:
            break;
        }
        return "<e>_{<i><d>} + <p>_{<i><d>}";
    }

    bool has(ArrayId array) const { return notation_.present.at(static_cast<std::size_t>(array)); }

    /// "+ M", "+ b_Q", or a factor; or a cell: "+ b_c" for "b_Q c". Nothing where the layer does not have it.
    NamedTex joined(std::string_view sign, std::string_view name) {
        NamedTex tex = plain(sign);
        const std::size_t cell = name.find(' ');
        const std::string_view stored = name.substr(0, cell) == "M" ? "mask" : name.substr(0, cell);
        const std::optional<ArrayId> array = find_array(stored);
        if (!array)
            return unknown(name);
        if (stored == "mask" ? !notation_.masked : !has(*array))
            return {};
        if (cell == std::string_view::npos) {
            add(tex, of(row_of(*array).symbol));
            return tex;
        }
        std::string indices;
        for (const char index : name.substr(cell + 1)) // each has its own letter in a notation
            indices += fmt::format("<{}>", index == 'c' ? "column" : std::string_view(&index, 1));
        const Array& row = row_of(*array);
        const std::string_view letter = row.letter;
        const bool is_one_letter = of(indices).tex.size() == 1;
        add(tex, of(is_one_letter ? fmt::format("{}_{}", letter, indices) : fmt::format("{}_{{{}}}", letter, indices)));
        return tex;
    }

    bool divides() const { return notation_.scale.kind == Scale::Kind::inverse_sqrt_d_k || notation_.has_temperature; }

    std::string before_scaled() const {
        return std::string(divides() ? R"(\frac{)" : "") +
               (notation_.scale.kind == Scale::Kind::value ? R"(<scale>\,)" : "");
    }

    std::string behind_scaled() const {
        if (!divides())
            return {};
        const std::string_view below = notation_.scale.kind == Scale::Kind::inverse_sqrt_d_k ? R"(\sqrt{<d_k>})" : "";
        return fmt::format("}}{{{}{}}}", notation_.has_temperature ? "<tau>" : "", below);
    }

    const Notation& notation_;
    std::optional<Index> head_;
    std::string_view head_symbol_; ///< what stands for it all the same: "first", "last", "head"; empty: nothing
    bool is_any_key_ = false;      ///< keys are written j', beside the key j that the formula is about
    int depth_ = 0;
    int steps_ = 0;
    std::optional<std::string> failure_;
};

struct Letters {
    std::string_view tex;
    std::string_view letters;
};
constexpr std::array spellings{
    Letters{R"(\alpha)", "α"},
    Letters{R"(\tau)", "τ"},
    Letters{R"(\ell)", "ℓ"},
    Letters{R"(d_k)", "dₖ"},
    Letters{R"(d_h)", "dₕ"},
    Letters{R"(d_v)", "dᵥ"},
    Letters{R"(\tilde{s})", "s̃"},
    Letters{R"(\hat{s})", "ŝ"},
    Letters{R"(d_{\mathrm{model}})", "d_model"},
    Letters{R"(d_{model})", "d_model"},
    Letters{R"(\check{s})", "š"},
    Letters{R"(y^{\mathrm{concat}})", "yᶜ"},
    Letters{R"(^{c})", "ᶜ"},
    Letters{R"(^{\mathrm{scaled}})", "ˢᶜᵃˡᵉᵈ"},
    Letters{R"(^\top )", "⊤"},
    Letters{R"(^\top)", "⊤"},
    Letters{R"(^T )", "ᵀ"},
    Letters{R"(^T)", "ᵀ"},
    Letters{R"(\times)", "×"},
    Letters{R"(\cdot)", "·"},
};

constexpr std::array accents{Letters{R"(\hat{)", "\u0302"}, Letters{R"(\bar{)", "\u0304"},
                             Letters{R"(\tilde{)", "\u0303"}, Letters{R"(\check{)", "\u030C"}};

/// "\bar{Q}" as letters: the accent stands behind the first letter beneath it, "Q̄".
void set_accents(std::string& text) {
    for (const Letters& accent : accents)
        for (std::size_t at = text.find(accent.tex); at != std::string::npos; at = text.find(accent.tex)) {
            const std::size_t first = at + accent.tex.size();
            int depth = 1;
            std::size_t end = first;
            for (; end < text.size() && depth > 0; ++end)
                depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
            if (depth > 0)
                break;
            text.erase(end - 1, 1);
            std::size_t behind = first + 1;
            while (behind < text.size() && (static_cast<unsigned char>(text[behind]) & 0xC0U) == 0x80U)
                ++behind;
            text.insert(behind, accent.letters);
            text.erase(at, accent.tex.size());
        }
}

/// "^{(12)}", and "^{(12)\top}" of what is transposed, as letters: "⁽¹²⁾", "⁽¹²⁾⊤".
void raise_numbers_of_heads(std::string& text, std::string_view transposed) {
    constexpr std::array<std::string_view, 10> above{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    constexpr std::string_view open = "^{(";
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1)) {
        const std::size_t first = at + open.size();
        const std::size_t last = text.find_first_not_of("0123456789", first);
        if (last == std::string::npos || last == first || text[last] != ')')
            continue;
        const std::string_view behind = std::string_view(text).substr(last + 1);
        const bool is_transposed = behind.starts_with(transposed) && behind.substr(transposed.size()).starts_with('}');
        if (!is_transposed && !behind.starts_with('}'))
            continue;
        std::string raised = "⁽";
        for (std::size_t digit = first; digit < last; ++digit)
            raised += above.at(static_cast<std::size_t>(text[digit] - '0'));
        raised += is_transposed ? "⁾" + std::string(transposed == "T" ? "ᵀ" : "⊤") : "⁾";
        text.replace(at, last + 2 + (is_transposed ? transposed.size() : 0) - at, raised);
    }
}

} // namespace

std::string_view token_line(bool tokens_as_columns) {
    return tokens_as_columns ? "column" : "row";
}

NamedTex named_in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head) {
    return Translation(notation, head).of(formula);
}

std::string in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head) {
    return named_in_notation(formula, notation, head).tex;
}

Result<std::string> checked_in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head) {
    Translation translation(notation, head);
    NamedTex tex = translation.of(formula);
    if (translation.failure())
        return error("{}", *translation.failure());
    return std::move(tex.tex);
}

Index first_head(const NotationChoice& notation) {
    const auto& symbols = notation.profile().symbols;
    const auto first = symbols.find("first");
    return first != symbols.end() && first->second == "0" ? 0 : 1;
}

std::string in_letters(std::string_view formula, const Notation& notation) {
    std::string text = in_notation(formula, notation);
    raise_numbers_of_heads(text, in_notation(R"(\top)", notation));
    for (const Letters& spelling : spellings)
        for (std::size_t at = text.find(spelling.tex); at != std::string::npos; at = text.find(spelling.tex))
            text.replace(at, spelling.tex.size(), spelling.letters);
    constexpr std::string_view upright = R"(\mathrm{)";
    for (std::size_t at = text.find(upright); at != std::string::npos; at = text.find(upright)) {
        if (const std::size_t end = text.find('}', at); end != std::string::npos)
            text.erase(end, 1);
        text.erase(at, upright.size());
    }
    set_accents(text);
    // Scripts of letters alone need no braces: "b^Q"; nor does a symbol by itself.
    for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
        const std::size_t end = text.find('}', at);
        const bool is_script = at > 0 && (text[at - 1] == '^' || text[at - 1] == '_');
        const bool is_symbol = at == 0; // "{W_G}", which a script may follow
        if ((!is_script && !is_symbol) || end == std::string::npos || end == at + 1)
            continue;
        const auto is_letter = [&](char byte) {
            return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (is_symbol && byte == '_');
        };
        if (!std::ranges::all_of(text.substr(at + 1, end - at - 1), is_letter))
            continue;
        text.erase(end, 1);
        text.erase(at, 1);
    }
    return text;
}

std::string times_sign(const Notation& notation) {
    return in_letters("<times>", notation);
}

std::string transposed_sign(const Notation& notation) {
    return in_letters(R"(^\top)", notation);
}

} // namespace attn
