#include "core/figure/pictures/symbols.h"

#include <algorithm>
#include <cassert>

namespace attn {

namespace {

// Columns: default, d_h, paper, illustrated, Txd, nxd, sum. Within a column no two things have one symbol: where heads
// are counted by i, tokens are t and u; where a head's output is Z, sums of rows are ℓ; where A is a head's output,
// shares are P and positions PE. Single letters are of cells.
constexpr std::array symbol_table{
    Symbol{"S", "tokens", {"S", "", "n", "n", "T", "n", "L"}},
    Symbol{"D",
           "width of the model",
           {"D", "", R"(d_{\mathrm{model}})", R"(d_{\mathrm{model}})", "d", "d", R"(d_{\mathrm{model}})"}},
    Symbol{"H", "heads", {"H", "", "h", "h", "", "h", "h"}},
    Symbol{"d_k", "width of queries and keys", {"d_k", "d_h", "", "", "d_h"}},
    Symbol{"d_v", "width of values", {"d_v"}},
    Symbol{"head", "index of a head", {"h", "", "i", "i", "", "i", "i"}},
    Symbol{"first", "", {"1", "", "", "", "", "", "0"}},
    Symbol{"last", "", {"H", "", "h", "h", "", "h", "h-1"}},
    Symbol{"i", "token that reads", {"i", "", "t", "t", "", "t", "t"}},
    Symbol{"j", "token that is read", {"j", "", "u", "u", "", "u", "u"}},
    Symbol{"d", "", {"d", "", "", "", "r", "r"}},
    Symbol{"tau", "temperature", {R"(\tau)"}},
    Symbol{"of h", "", {"^{(<h>)}", "", "_{<h>}", "_{<h>}", "", "", "_{<h>}"}},

    Symbol{"E", "embeddings of the tokens", {"E"}},
    Symbol{"P", "positions", {"P", "", "", "", "", "", R"(\mathrm{PE})"}},
    Symbol{"X", "input", {"X"}},
    Symbol{"context", "second sequence, which is read", {"X_c"}},
    Symbol{"W_Q",
           "query weights of a head",
           {"W_Q^{(<h>)}", "", "W_{<h>}^{Q}", "W_{<h>}^{Q}", "W_q^{(<h>)}", "W_Q^{(<h>)}", "W_{<h>}^{Q}"}},
    Symbol{"W_K",
           "key weights of a head",
           {"W_K^{(<h>)}", "", "W_{<h>}^{K}", "W_{<h>}^{K}", "W_k^{(<h>)}", "W_K^{(<h>)}", "W_{<h>}^{K}"}},
    Symbol{"W_V",
           "value weights of a head",
           {"W_V^{(<h>)}", "", "W_{<h>}^{V}", "W_{<h>}^{V}", "W_v^{(<h>)}", "W_V^{(<h>)}", "W_{<h>}^{V}"}},
    Symbol{"W_O",
           "rows of the output weights that belong to a head",
           {"W_O^{(<h>)}", "", "W_{<h>}^{O}", "W_{<h>}^{O}", "W_o^{(<h>)}", "W_O^{(<h>)}", "W_{<h>}^{O}"}},
    Symbol{"W_Q T",
           "",
           {R"(W_Q^{(<h>)\top})", "", R"(W_{<h>}^{Q\top})", R"(W_{<h>}^{Q\top})", R"(W_q^{(<h>)\top})",
            R"(W_Q^{(<h>)\top})", R"(W_{<h>}^{Q\top})"}},
    Symbol{"W_K T",
           "",
           {R"(W_K^{(<h>)\top})", "", R"(W_{<h>}^{K\top})", R"(W_{<h>}^{K\top})", R"(W_k^{(<h>)\top})",
            R"(W_K^{(<h>)\top})", R"(W_{<h>}^{K\top})"}},
    Symbol{"W_V T",
           "",
           {R"(W_V^{(<h>)\top})", "", R"(W_{<h>}^{V\top})", R"(W_{<h>}^{V\top})", R"(W_v^{(<h>)\top})",
            R"(W_V^{(<h>)\top})", R"(W_{<h>}^{V\top})"}},
    Symbol{"W_O T",
           "",
           {R"(W_O^{(<h>)\top})", "", R"(W_{<h>}^{O\top})", R"(W_{<h>}^{O\top})", R"(W_o^{(<h>)\top})",
            R"(W_O^{(<h>)\top})", R"(W_{<h>}^{O\top})"}},
    Symbol{"all W_Q", "", {"W_Q", "", "W^Q", "W^Q", "W_q", "W_Q", "W^Q"}},
    Symbol{"all W_K", "", {"W_K", "", "W^K", "W^K", "W_k", "W_K", "W^K"}},
    Symbol{"all W_V", "", {"W_V", "", "W^V", "W^V", "W_v", "W_V", "W^V"}},
    Symbol{"all W_O", "output weights", {"W_O", "", "W^O", "W^O", "W_o", "W_O", "W^O"}},
    Symbol{"all W_O T",
           "",
           {R"(W_O^\top)", "", R"(W^{O\top})", R"(W^{O\top})", R"(W_o^\top)", R"(W_O^\top)", R"(W^{O\top})"}},
    Symbol{"b_Q",
           "query bias of a head",
           {"b_Q^{(<h>)}", "", "b_{<h>}^{Q}", "b_{<h>}^{Q}", "b_q^{(<h>)}", "b_Q^{(<h>)}", "b_{<h>}^{Q}"}},
    Symbol{"b_K",
           "key bias of a head",
           {"b_K^{(<h>)}", "", "b_{<h>}^{K}", "b_{<h>}^{K}", "b_k^{(<h>)}", "b_K^{(<h>)}", "b_{<h>}^{K}"}},
    Symbol{"b_V",
           "value bias of a head",
           {"b_V^{(<h>)}", "", "b_{<h>}^{V}", "b_{<h>}^{V}", "b_v^{(<h>)}", "b_V^{(<h>)}", "b_{<h>}^{V}"}},
    Symbol{"b_O", "output bias", {"b_O", "", "b^O", "b^O", "b_o", "b_O", "b^O"}},

    Symbol{"Q", "queries", {"Q^{(<h>)}", "", "Q_{<h>}", "Q_{<h>}", "", "", "Q_{<h>}"}},
    Symbol{"K", "keys", {"K^{(<h>)}", "", "K_{<h>}", "K_{<h>}", "", "", "K_{<h>}"}},
    Symbol{"V", "values", {"V^{(<h>)}", "", "V_{<h>}", "V_{<h>}", "", "", "V_{<h>}"}},
    Symbol{"Q T", "", {R"(Q^{(<h>)\top})", "", R"(Q_{<h>}^\top)", R"(Q_{<h>}^\top)", "", "", R"(Q_{<h>}^\top)"}},
    Symbol{"K T", "", {R"(K^{(<h>)\top})", "", R"(K_{<h>}^\top)", R"(K_{<h>}^\top)", "", "", R"(K_{<h>}^\top)"}},
    Symbol{"Q turned",
           "queries, turned by their place",
           {R"(\bar{Q}^{(<h>)})", "", R"(\bar{Q}_{<h>})", R"(\bar{Q}_{<h>})", "", "", R"(\bar{Q}_{<h>})"}},
    Symbol{"K turned",
           "keys, turned by their place",
           {R"(\bar{K}^{(<h>)})", "", R"(\bar{K}_{<h>})", R"(\bar{K}_{<h>})", "", "", R"(\bar{K}_{<h>})"}},
    Symbol{"Q turned T",
           "",
           {R"(\bar{Q}^{(<h>)\top})", "", R"(\bar{Q}_{<h>}^\top)", R"(\bar{Q}_{<h>}^\top)", "", "",
            R"(\bar{Q}_{<h>}^\top)"}},
    Symbol{"K turned T",
           "",
           {R"(\bar{K}^{(<h>)\top})", "", R"(\bar{K}_{<h>}^\top)", R"(\bar{K}_{<h>}^\top)", "", "",
            R"(\bar{K}_{<h>}^\top)"}},
    Symbol{"scores",
           "scores of queries with keys",
           {"<Q read><K read T>", R"(\mathrm{score}^{(<h>)})", "", "", R"(\mathrm{score}^{(<h>)})",
            R"(\mathrm{Scores}^{(<h>)})"}},
    Symbol{"scaled",
           "scores, scaled",
           {R"(\tilde{S}^{(<h>)})", "", R"(\tilde{S}_{<h>})", R"(\tilde{S}_{<h>})", "", "", R"(\tilde{S}_{<h>})"}},
    Symbol{"M", "mask", {"M"}},
    Symbol{"max", "largest score of a row", {"m^{(<h>)}", "", "m_{<h>}", "m_{<h>}", "", "", "m_{<h>}"}},
    Symbol{"sum",
           "sum of a row of exponentials",
           {"Z^{(<h>)}", "", "Z_{<h>}", R"(\ell_{<h>})", "", R"(\ell^{(<h>)})", "Z_{<h>}"}},
    Symbol{"A", "shares of attention", {"A^{(<h>)}", "", "A_{<h>}", "A_{<h>}", "", "", "P_{<h>}"}},
    Symbol{"O",
           "output of a head",
           {"O^{(<h>)}", "", R"(\mathrm{head}_{<h>})", "Z_{<h>}", "Y^{(<h>)}", "Z^{(<h>)}", "A_{<h>}"}},
    Symbol{"O first", "", {"O^{(1)}", "", R"(\mathrm{head}_1)", "Z_1", "Y^{(1)}", "Z^{(1)}", "A_0"}},
    Symbol{"O last", "", {"O^{(H)}", "", R"(\mathrm{head}_h)", "Z_h", "Y^{(H)}", "Z^{(h)}", "A_{h-1}"}},
    Symbol{"C",
           "outputs of all heads, side by side",
           {"C", R"(\mathrm{Concat})", R"(\mathrm{Concat})", R"(\mathrm{Concat})", R"(Y_{\mathrm{concat}})",
            R"(Z_{\mathrm{concat}})"}},
    Symbol{"part", "what a head adds to the output", {"<O read><W_O>"}},
    Symbol{"Y",
           "output",
           {"Y", R"(\mathrm{MHA}(X))", R"(\mathrm{MultiHead})", "Z", "Y", R"(Z_{\mathrm{concat}}W_O)",
            R"(\sum_i A_i W_i^O)"}},

    Symbol{"e", "", {"e"}},
    Symbol{"p", "", {"p", "", "", "", "", "", R"(\mathrm{pe})"}},
    Symbol{"x", "", {"x"}},
    Symbol{"q", "", {"q"}},
    Symbol{"k", "", {"k"}},
    Symbol{"v", "", {"v"}},
    Symbol{"w", "", {"w"}},
    Symbol{"b", "", {"b"}},
    Symbol{"s", "", {"s", R"(\mathrm{score})", "", "", R"(\mathrm{score})"}},
    Symbol{"a", "", {"a", "", "", "", R"(\alpha)", "", "p"}},
    Symbol{"o", "", {"o", "", "", "z", "y", "z", "a"}},
    Symbol{"c", "", {"c"}},
    Symbol{"y", "", {"y", "", "", "z", "Y"}},
    Symbol{"z", "", {"Z", "", "", R"(\ell)", "", R"(\ell)"}},
};

} // namespace

std::span<const Symbol> symbols() {
    return symbol_table;
}

std::string_view symbol_tex(std::string_view name, std::size_t profile) {
    const auto* const row =
        std::find_if(symbol_table.begin(), symbol_table.end(), [&](const Symbol& s) { return s.name == name; });
    assert(row != symbol_table.end());
    const std::string_view own = row->tex.at(profile);
    return own.empty() ? row->tex.front() : own;
}

} // namespace attn
