#include "core/handouts/lengths.h"

#include "core/document/options/session_notation.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/notation/named_words.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

namespace {

/// True if the notes' formulas have a letter of their own for the width of values.
bool names_value_width(const Session& session) {
    const Notation notation = notation_of(session);
    const FormulaNode letter = tree_in_notation("<d_v>", notation);
    const auto is_letter = [&](const FormulaNode& node) { return look_alike(node, letter); };
    return !look_alike(letter, tree_in_notation("<d_k>", notation)) &&
           std::ranges::any_of(session.notation.profile().formulas, [&](const NoteFormula& formula) {
               const Result<Formula> read = parse_formula(formula.tex);
               return read && has_part(read->root, is_letter);
           });
}

bool takes_for_granted(const Session& session, Premise premise) {
    return std::ranges::any_of(session.notation.profile().formulas,
                               [&](const NoteFormula& formula) { return formula.assumes(premise); });
}

/// The share of the model's width for each head: "4/2 = 2", or "7/2" if it is not whole.
std::string share_of_width(const Sizes& sizes) {
    const std::string quotient = fmt::format("{}/{}", sizes.D, sizes.H);
    return sizes.D % sizes.H == 0 ? fmt::format("{} = {}", quotient, sizes.D / sizes.H) : quotient;
}

/// Writes equations and shapes in the session's notation.
class InNotation {
public:
    explicit InNotation(const Session& session) : notation_(notation_of(session)) {}

    Prose operator()(std::string_view formula) const { return symbol_in(formula, notation_); }
    Prose equal(std::string_view symbol, Index value) const { return (*this)(fmt::format("{} = {}", symbol, value)); }
    Prose shape(Index rows, Index columns) const { return (*this)(fmt::format(R"({} \times {})", rows, columns)); }

private:
    Notation notation_;
};

} // namespace

Prose words_of_lengths(const Session& session) {
    const Sizes sizes = sizes_of(session.layer());
    const InNotation write(session);
    std::vector<Prose> words;
    if (sizes.B > 1)
        words.push_back(prose("{} items", sizes.B));
    if (sizes.S_q == sizes.S_k) {
        words.push_back(prose("{} {}", write.equal("<S>", sizes.S_q), noun_for(sizes.S_q, "token")));
    } else {
        words.push_back(prose("{} {}", write.equal("<S_q>", sizes.S_q), noun_for(sizes.S_q, "query", "queries")));
        words.push_back(prose("{} {}", write.equal("<S_k>", sizes.S_k), noun_for(sizes.S_k, "key")));
    }
    words.push_back(prose("width {}", write.equal("<D>", sizes.D)));
    words.push_back(sizes.H > 1 ? prose("{} heads", write.equal("<H>", sizes.H)) : Prose("one head"));
    if (sizes.d_k == sizes.d_v) {
        const char* const both = names_value_width(session) ? "<d_k> = <d_v>" : "<d_k>";
        words.push_back(prose("of width {}", write.equal(both, sizes.d_k)));
    } else {
        words.push_back(prose("keys of width {}", write.equal("<d_k>", sizes.d_k)));
        words.push_back(prose("values of width {}", write.equal("<d_v>", sizes.d_v)));
    }
    if (sizes.d_ff > 0)
        words.push_back(prose("an MLP of width {}", write.equal("<d_ff>", sizes.d_ff)));
    if (sizes.V > 0)
        words.push_back(prose("{} words", write.equal("<d_vocab>", sizes.V)));
    return joined(words, ", ");
}

Prose words_on_widths(const Session& session) {
    const Sizes sizes = sizes_of(session.layer());
    const InNotation write(session);
    const bool fills = sizes.H * sizes.d_v == sizes.D;
    const Prose of_keys = write.equal("<d_k>", sizes.d_k);
    const Prose of_values = write.equal("<d_v>", sizes.d_v);
    if (takes_for_granted(session, Premise::heads_of_one_fill_width) && !(fills && sizes.d_k == sizes.d_v)) {
        const Prose usual = prose("Usually {} for keys and values alike, which would be {}; here ",
                                  write("<d_k> = <D>/<H>"), share_of_width(sizes));
        return usual + (sizes.d_k == sizes.d_v ? prose("{} is chosen.", of_keys)
                                               : prose("{} is chosen for keys and {} for values.", of_keys, of_values));
    }
    if (takes_for_granted(session, Premise::heads_fill_width) && !fills)
        return prose("Usually {}, which would be {}; here {} is chosen.", write("<d_v> = <D>/<H>"),
                     share_of_width(sizes), of_values);
    return {};
}

Prose words_on_one_head(const Session& session) {
    const Sizes sizes = sizes_of(session.layer());
    const InNotation write(session);
    const Prose of_queries = write.shape(sizes.D, sizes.d_k);
    const Prose of_keys = write.shape(sizes.D_context, sizes.d_k);
    const Prose of_values = write.shape(sizes.D_context, sizes.d_v);
    const Prose W_Q = write("<W_Q>");
    const Prose W_K = write("<W_K>");
    const Prose W_V = write("<W_V>");
    const Prose weights =
        of_queries != of_keys  ? prose("{} is {}, {} is {}, {} is {}", W_Q, of_queries, W_K, of_keys, W_V, of_values)
        : of_values == of_keys ? prose("{}, {} and {} are {}", W_Q, W_K, W_V, of_keys)
                               : prose("{} and {} are {}, {} is {}", W_Q, W_K, of_keys, W_V, of_values);
    const std::string numbers = noun_for(sizes.d_k, "number");
    const Prose of_tokens =
        session.layer().context
            ? prose("each token gets a query of {} {}, each token of the second sequence a key of {} and a value of {}",
                    sizes.d_k, numbers, sizes.d_k, sizes.d_v)
            : prose("each token gets a query and a key of {} {}, and a value of {}", sizes.d_k, numbers, sizes.d_v);
    return prose("{}: {}. {} is {}, and makes the output as wide as the input.", weights, of_tokens, write("<all W_O>"),
                 write.shape(sizes.d_v, sizes.D));
}

Prose words_on_several_heads(const Session& session) {
    const Sizes sizes = sizes_of(session.layer());
    const InNotation write(session);
    const Index beside = sizes.H * sizes.d_v;
    return prose("Each of the {} heads has weights of its own, as large as those of the one, and does the same with "
                 "them. Their outputs stand side by side: {} is {}. {} has the rows of all of them, {}.",
                 write.equal("<H>", sizes.H), write("<C>"),
                 session.tokens_as_columns ? write.shape(beside, sizes.S_q) : write.shape(sizes.S_q, beside),
                 write("<all W_O>"), write.shape(beside, sizes.D));
}

} // namespace attn
