// Formulas of lecture notes, letter by letter: each is true of a plain layer.

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_kinds.h"
#include "core/formula/parse.h"
#include "core/notation/in_notation.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/equations.h"
#include "tests/judge/formula_symbols.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace attn {
namespace {

using test::Shown;
using Kind = FormulaNode::Kind;

/// Finds the symbols of letters in somebody's notes by the notation's own table: one for each node of a formula.
class Letters {
public:
    explicit Letters(const Notation& notation) {
        indices_.emplace("k", "j"); // sums run over it
        indices_.emplace("i", "i");
        indices_.emplace("j", "j");
        if (notation.heads > 1) {
            head_ = in_notation("<head>", notation);
            heads_stand_in_ = in_notation("<Q>", notation).find('^') == std::string::npos ? 1 : 2;
            indices_[head_] = "head";
        }
        for (const Symbol& symbol : symbols()) {
            const std::string name(symbol.name);
            const NamedTex tex = named_in_notation("<" + name + ">", notation);
            const auto parsed = parse_formula(tex.tex);
            const bool is_one_node = parsed && parsed->root.children.size() == 1;
            if (!is_one_node || name.ends_with(" T") || !test::meaning_of(name))
                continue;
            const std::string letters = letters_of(parsed->root.children.front());
            const bool is_index = test::meaning_of(name)->kind == test::SymbolMeaning::Kind::index;
            (is_index ? indices_ : symbols_).emplace(letters, name);
        }
        for (const auto& [array, cell] : {std::pair("Q", "q"), std::pair("K", "k"), std::pair("V", "v")}) {
            const std::string all = fmt::format("all {}", array);
            const auto parsed = parse_formula(in_notation("<" + all + ">", notation));
            if (!parsed || notation.heads == 1)
                continue;
            std::string& named = symbols_[letters_of(parsed->root.children.front())];
            if (named.empty() || named == cell) // its letter is its own only with an index
                named = all;
        }
    }

    NamedTex named(const std::string& tex) const {
        NamedTex named{tex, {}};
        if (const auto parsed = parse_formula(tex))
            add(parsed->root, named.names);
        std::ranges::stable_sort(named.names, [](const FormulaName& a, const FormulaName& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
        });
        return named;
    }

private:
    static bool is_bracket(const std::string& text) {
        static const std::set<std::string> signs{"(", ")", ",", "∗", "⊤", "T", ""};
        return signs.contains(text);
    }

    /// The letters of a node's base, and those of its scripts except indices and signs of transposing. The number of a
    /// head is written as h.
    std::string letters_of(const FormulaNode& node) const {
        if (node.kind == Kind::letters)
            return node.text;
        if (node.kind == Kind::accent)
            return letters_of(node.children.front()) + node.text;
        if (node.kind != Kind::scripts)
            return {};
        const std::string base = letters_of(node.children.front());
        const bool has_own_scripts = base == "W" || base == "d"; // W_k, d_h
        std::string letters = base;
        for (std::size_t i = 1; i < node.children.size(); ++i) {
            std::string script;
            bool has_head = false;
            test::for_each_leaf(node.children[i], [&](const FormulaNode& leaf) {
                const bool is_number = !leaf.text.empty() && leaf.text[0] >= '0' && leaf.text[0] <= '9';
                const bool is_of_head =
                    heads_stand_in_ == i && base != "d" && (leaf.text == head_ || leaf.text == "H" || is_number);
                has_head = has_head || is_of_head;
                const bool is_own_number = is_number && head_.empty() && i == 2; // "y^(1)" of an only head
                if (!is_of_head && (!is_number || is_own_number) && !is_bracket(leaf.text) &&
                    ((has_own_scripts && i == 1) || !indices_.contains(leaf.text)))
                    script += leaf.text;
            });
            script += has_head ? "h" : "";
            if (!script.empty())
                letters += (i == 1 ? "_" : "^") + script;
        }
        return letters;
    }

    static bool is_transposed(const FormulaNode& node) {
        bool found = false;
        if (node.kind == Kind::scripts)
            test::for_each_leaf(node.children[2], [&](const FormulaNode& leaf) {
                found = found || leaf.text == "⊤" || leaf.text == "T";
            });
        return found;
    }

    void add(const FormulaNode& node, std::vector<FormulaName>& names) const {
        if (node.kind != Kind::letters && node.kind != Kind::accent && node.kind != Kind::scripts)
            return add_children(node, names);
        const FormulaNode& base = test::base_of(node);
        if (base.kind == Kind::symbol || base.kind == Kind::fenced)
            return add_children(node, names);
        const auto found = symbols_.find(letters_of(node));
        if (found != symbols_.end()) {
            const std::vector<std::size_t> places = test::places_in(node);
            const std::size_t last = *std::ranges::max_element(places);
            names.push_back({found->second + (is_transposed(node) ? " T" : ""), places.front(), last + 1});
        }
        const bool has_own_script = base.kind == Kind::letters && (base.text == "W" || base.text == "d"); // W_k
        if (node.kind == Kind::scripts)
            for (std::size_t i = has_own_script && heads_stand_in_ != 1 ? 2 : 1; i < node.children.size(); ++i)
                add_indices(node.children[i], names);
        else
            add_indices(node, names);
    }

    void add_children(const FormulaNode& node, std::vector<FormulaName>& names) const {
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const bool is_called = i + 1 < node.children.size() && test::is_sign(node.children[i + 1], "(") &&
                                   node.children[i].kind == Kind::letters && node.children[i].text == "score";
            if (!is_called) {
                add(node.children[i], names);
                continue;
            }
            std::size_t end = i + 1;
            while (end < node.children.size() && !test::is_sign(test::base_of(node.children[end]), ")"))
                add_indices(node.children[end++], names);
            names.push_back({"scaled score", node.children[i].place, test::places_in(node.children[end]).front() + 1});
            i = end;
        }
    }

    void add_indices(const FormulaNode& node, std::vector<FormulaName>& names) const {
        test::for_each_leaf(node, [&](const FormulaNode& leaf) {
            const auto index = indices_.find(leaf.text);
            if (leaf.text == "T" || leaf.text == "⊤")
                return;
            if (index != indices_.end())
                names.push_back({index->second, leaf.place, leaf.place + 1});
            else if (const auto symbol = symbols_.find(leaf.text); symbol != symbols_.end())
                if (const auto meaning = test::meaning_of(symbol->second);
                    meaning && meaning->kind == test::SymbolMeaning::Kind::length)
                    names.push_back({symbol->second, leaf.place, leaf.place + 1});
        });
    }

    std::map<std::string, std::string> symbols_; ///< by their letters
    std::map<std::string, std::string> indices_;
    std::string head_;
    std::size_t heads_stand_in_ = 0; ///< 1: below, 2: above
};

/// Formulas whose authors use letters in other senses: Attention as a function, rows one below the other, x as a
/// column, an A and a V without their head.
constexpr std::array<std::string_view, 19> read_by_people{
    "x_i = X_{(i,*)}",
    R"(\mathrm{score}(i,j) = )",
    "S = (",
    R"(P(j)",
    R"(\mathrm{MHA}(X) = \mathrm{Concat})",
    R"(A^{(h)} = \mathrm{SOFTMAX})",
    R"(O^{(h)}_{(i,*)} = )",
    R"(\mathrm{Attention}(Q,K,V) = )",
    R"(\mathrm{head}_i = \mathrm{Attention})",
    R"(\mathrm{MultiHead}(Q,K,V) = )",
    R"(X = \begin{bmatrix})",
    R"(Y = \begin{bmatrix})",
    R"(Y^{(h)} = A^{(h)}V^{(h)} = \begin{bmatrix})",
    R"(\mathrm{AttentionWeights})",
    R"(\mathrm{Context\ Vector})",
    "A_i = ",
    "Z_i := ", // from notes on the paper, which also write head_i
    "Z_{concat} = [",
    R"(\left(A_0, A_1)",
};

TEST(TruthOfNotes, BothSidesOfTheirEquationsAreEqual) {
    int compared = 0;
    for (const std::string_view name : notation_names())
        for (const int heads : {1, 2}) {
            Shown shown = Shown::json(fmt::format("{{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {{'d_model': 4, "
                                                  "'heads': {}}}, 'seed': 4, 'notation': '{}'}}",
                                                  heads, name));
            const Notation notation = notation_of(shown.session());
            const test::Reference reference(shown.trace().layer());
            const Letters letters(notation);
            constexpr std::array with_heads_below{"paper", "illustrated", "sum"};
            const bool numbers_below = std::ranges::find(with_heads_below, name) != with_heads_below.end();
            for (const NoteFormula& formula : shown.session().notation.profile().formulas) {
                const bool is_of_heads = formula.assumes(Premise::several_heads) ||
                                         formula.tex.find("(h)") != std::string::npos ||
                                         formula.tex.find("(i)") != std::string::npos ||
                                         (numbers_below && formula.tex.find("_i") != std::string::npos);
                if (is_of_heads != (heads > 1) || formula.tex.find('=') == std::string::npos)
                    continue;
                const auto found = test::check_equations(letters.named(formula.tex),
                                                         {.session = shown.session(), .reference = reference});
                compared += found.compared;
                const bool has_letters_of_its_own = std::ranges::any_of(
                    read_by_people, [&](std::string_view start) { return formula.tex.starts_with(start); });
                for (const std::string& text : has_letters_of_its_own ? std::vector<std::string>() : found.wrong)
                    ADD_FAILURE() << name << ": " << text;
                for (const std::string& text : has_letters_of_its_own ? std::vector<std::string>() : found.unread)
                    ADD_FAILURE() << name << ": " << text;
            }
        }
    EXPECT_GT(compared, 130);
}

TEST(TruthOfNotes, OfAPersonsOwnFileAreShownAndCalledUnchecked) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}, 'notation': "
                              "{'version': 1, 'name': 'mine', 'label': 'm', 'symbols': {}, "
                              "'formulas': [{'tex': 'A = 7', 'of': 'A'}]}}");
    const auto says_unchecked = [&] {
        return std::ranges::any_of(shown.at(ArrayId::A).draw(PictureId::notes).items, [](const Item& item) {
            const auto* text = std::get_if<Text>(&item.shape());
            return text != nullptr && text->text.find("unchecked") != std::string::npos;
        });
    };
    EXPECT_TRUE(says_unchecked());
    EXPECT_NE(figure_words(shown.drawing(), **figure_kind("notes")).find("unchecked"), std::string::npos);
    shown.in_notation_of("d_h");
    EXPECT_FALSE(says_unchecked());
}

} // namespace
} // namespace attn
