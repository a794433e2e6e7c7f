#include "core/handouts/lengths.h"

#include "core/document/options/session_notation.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
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

} // namespace

std::string words_of_lengths(const Session& session, const WriteEquation& write) {
    const Sizes sizes = sizes_of(session.layer());
    const auto written = [&](std::string_view symbol, Index value) {
        return write(fmt::format("{} = {}", symbol, value));
    };
    std::vector<std::string> words;
    if (sizes.B > 1)
        words.push_back(fmt::format("{} items", sizes.B));
    if (sizes.S_q == sizes.S_k)
        words.push_back(written("<S>", sizes.S_q) + " " + noun_for(sizes.S_q, "token"));
    else {
        words.push_back(written("<S_q>", sizes.S_q) + " " + noun_for(sizes.S_q, "query", "queries"));
        words.push_back(written("<S_k>", sizes.S_k) + " " + noun_for(sizes.S_k, "key"));
    }
    words.push_back("width " + written("<D>", sizes.D));
    words.push_back(sizes.H > 1 ? written("<H>", sizes.H) + " heads" : "one head");
    if (sizes.d_k == sizes.d_v) {
        words.push_back("of width " + written(names_value_width(session) ? "<d_k> = <d_v>" : "<d_k>", sizes.d_k));
    } else {
        words.push_back("keys of width " + written("<d_k>", sizes.d_k));
        words.push_back("values of width " + written("<d_v>", sizes.d_v));
    }
    if (sizes.d_ff > 0)
        words.push_back("an MLP of width " + written("<d_ff>", sizes.d_ff));
    if (sizes.V > 0)
        words.push_back(written("<d_vocab>", sizes.V) + " words");
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string words_on_widths(const Session& session, const WriteEquation& write) {
    const Sizes sizes = sizes_of(session.layer());
    const bool fills = sizes.H * sizes.d_v == sizes.D;
    if (takes_for_granted(session, Premise::heads_of_one_fill_width) && !(fills && sizes.d_k == sizes.d_v)) {
        const std::string usual = fmt::format("Usually {} for keys and values alike, which would be {}; here ",
                                              write("<d_k> = <D>/<H>"), share_of_width(sizes));
        if (sizes.d_k == sizes.d_v)
            return usual + fmt::format("{} is chosen.", write(fmt::format("<d_k> = {}", sizes.d_k)));
        return usual + fmt::format("{} is chosen for keys and {} for values.",
                                   write(fmt::format("<d_k> = {}", sizes.d_k)),
                                   write(fmt::format("<d_v> = {}", sizes.d_v)));
    }
    if (takes_for_granted(session, Premise::heads_fill_width) && !fills)
        return fmt::format("Usually {}, which would be {}; here {} is chosen.", write("<d_v> = <D>/<H>"),
                           share_of_width(sizes), write(fmt::format("<d_v> = {}", sizes.d_v)));
    return {};
}

std::string words_on_one_head(const Session& session, const WriteEquation& write) {
    const Sizes sizes = sizes_of(session.layer());
    const auto shape = [&](Index rows, Index columns) { return write(fmt::format(R"({} \times {})", rows, columns)); };
    const std::string of_queries = shape(sizes.D, sizes.d_k);
    const std::string of_keys = shape(sizes.D_context, sizes.d_k);
    const std::string of_values = shape(sizes.D_context, sizes.d_v);
    const std::string weights =
        of_queries != of_keys ? fmt::format("{} is {}, {} is {}, {} is {}", write("<W_Q>"), of_queries, write("<W_K>"),
                                            of_keys, write("<W_V>"), of_values)
        : of_values == of_keys
            ? fmt::format("{}, {} and {} are {}", write("<W_Q>"), write("<W_K>"), write("<W_V>"), of_keys)
            : fmt::format("{} and {} are {}, {} is {}", write("<W_Q>"), write("<W_K>"), of_keys, write("<W_V>"),
                          of_values);
    const std::string of_tokens =
        session.layer().context
            ? fmt::format("each token gets a query of {} {}, each token of the second sequence a key of {} and a "
                          "value of {}",
                          sizes.d_k, noun_for(sizes.d_k, "number"), sizes.d_k, sizes.d_v)
            : fmt::format("each token gets a query and a key of {} {}, and a value of {}", sizes.d_k,
                          noun_for(sizes.d_k, "number"), sizes.d_v);
    return fmt::format("{}: {}. {} is {}, and makes the output as wide as the input.", weights, of_tokens,
                       write("<all W_O>"), shape(sizes.d_v, sizes.D));
}

std::string words_on_several_heads(const Session& session, const WriteEquation& write) {
    const Sizes sizes = sizes_of(session.layer());
    const auto shape = [&](Index rows, Index columns) { return write(fmt::format(R"({} \times {})", rows, columns)); };
    const Index beside = sizes.H * sizes.d_v;
    const std::string joined = session.tokens_as_columns ? shape(beside, sizes.S_q) : shape(sizes.S_q, beside);
    return fmt::format(
        "Each of the {} heads has weights of its own, as large as those of the one, and does the same with "
        "them. Their outputs stand side by side: {} is {}. {} has the rows of all of them, {}.",
        write(fmt::format("<H> = {}", sizes.H)), write("<C>"), joined, write("<all W_O>"), shape(beside, sizes.D));
}

} // namespace attn
