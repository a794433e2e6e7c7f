// Formulas are true: both sides of each equation are equal, in every notation, of random sessions.

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/notation/in_notation.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/equations.h"
#include "tests/judge/findings.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace attn {
namespace {

using test::Case;
using test::FormulaFindings;
using test::Shown;
using test::SpokenOf;

/// True for arrays whose formulas use words or numbers of their own: mean and spread of a row, a rotary angle.
bool speaks_in_words(ArrayId array) {
    constexpr std::array all{ArrayId::E,         ArrayId::P,        ArrayId::X,        ArrayId::context,
                             ArrayId::mask,      ArrayId::Q_normed, ArrayId::K_normed, ArrayId::V_normed,
                             ArrayId::Q_rotated, ArrayId::K_rotated};
    return std::ranges::find(all, array) != all.end();
}

/// True for stages around the attention of a whole model, which these sessions lack. Tests in tests/core/engine compare
/// them with trained models.
bool stands_around_attention(ArrayId stage) {
    return stage > ArrayId::Y || stage == ArrayId::embedded;
}

/// Sentences, each with the number of times that it was added.
class Tally {
public:
    void add(const std::string& what) { ++found_[what]; }
    std::string all(std::size_t most) const {
        std::string text;
        for (const auto& [what, count] : found_)
            if (most-- > 0)
                text += fmt::format("\n  {}× {}", count, what);
        return text;
    }
    bool empty() const { return found_.empty(); }

private:
    std::map<std::string, int> found_;
};

TEST(TruthOfFormulas, BothSidesOfEachEquationAreEqual) {
    Tally wrong;
    std::map<ArrayId, std::set<std::string>> unread;
    std::map<ArrayId, int> compared;
    for (std::uint32_t seed = 0; seed < test::number_of_sessions_read(); ++seed) {
        test::Random random(seed);
        const Case drawn(random);
        const Session& session = drawn.session;
        if (test::is_overridden(session.layer()))
            continue;
        const Notation notation = notation_of(session);
        const Index some_head = test::random_index(random, 0, sizes_of(session.layer()).H - 1);
        for (const Array& row : stages()) {
            if (!drawn.trace.has(row.id))
                continue;
            const auto look = [&](const FormulaFindings& found) {
                compared[row.id] += found.compared;
                for (const std::string& text : found.wrong)
                    wrong.add(fmt::format("{} of {}{}: {}", array_name(row.id), session.notation.name(),
                                          session.tokens_as_columns ? ", columns" : "", text));
                for (const std::string& text : found.unread)
                    unread[row.id].insert(fmt::format("{}: {}", session.notation.name(), text));
            };
            for (const auto head : {std::optional<Index>(), std::optional<Index>(some_head)}) {
                const SpokenOf layer{.session = session, .reference = drawn.reference, .head = head};
                const auto written = [&](const std::string& formula) {
                    return named_in_notation(formula, notation, head);
                };
                look(check_formula(written(symbol_of(row.id)), row.id, layer));
                look(check_formula(written(formula_of(session, row.id)), row.id, layer));
                look(check_equations(written(cell_formula_of(session, row.id)), layer));
            }
        }
    }
    EXPECT_TRUE(wrong.empty()) << wrong.all(40);
    for (const auto& [array, texts] : unread)
        if (!speaks_in_words(array))
            ADD_FAILURE() << array_name(array) << fmt::format("\n  {}", fmt::join(texts, "\n  "));
    for (const Array& row : stages())
        if (!stands_around_attention(row.id))
            EXPECT_GT(compared[row.id], 0) << array_name(row.id);
}

TEST(TruthOfFormulas, EachLetterNamesSomething) {
    Tally wrong;
    for (std::uint32_t seed = 0; seed < test::number_of_sessions_read(); ++seed) {
        test::Random random(seed);
        const Case drawn(random);
        const Notation notation = notation_of(drawn.session);
        for (const Array& row : arrays())
            for (const std::string& formula :
                 {symbol_of(row.id), formula_of(drawn.session, row.id), cell_formula_of(drawn.session, row.id)})
                for (const std::string& text : test::unnamed_letters(named_in_notation(formula, notation)))
                    wrong.add(drawn.session.notation.name() + ": " + text);
    }
    EXPECT_TRUE(wrong.empty()) << wrong.all(80);
}

/// A formula that somebody might write by mistake, of a layer with two heads, a mask, biases, different widths and a
/// gate.
struct Planted {
    std::string_view formula;
    std::string_view notation = "default";
};

TEST(TruthOfFormulas, FindsWhatIsPlanted) {
    constexpr std::string_view layer =
        "{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 6, 'heads': 2, 'd_k': 3, 'd_v': 2}, "
        "'seed': 4, 'mask': {'causal': true}, 'notation': ";
    constexpr std::array planted{
        Planted{"<Q> = <X> <W_K> + <b_Q>"},                           // another weight
        Planted{"<Q> = <X> <W_Q>"},                                   // a bias is left out
        Planted{"<K> = <X> <W_K> + <b_Q>"},                           // another bias
        Planted{"<V> = <X> <W_Q> + <b_V>"},                           // another shape
        Planted{"<scores> = <Q> <K>"},                                // not transposed
        Planted{"<scores> = <K> <Q T>"},                              // the wrong way round
        Planted{"<scaled> = <scores>"},                               // no scale
        Planted{R"(<scaled> = \frac{<scores>}{<d_k>})"},              // no root
        Planted{R"(<scaled> = \frac{<scores>}{\sqrt{<d_v>}})"},       // another width
        Planted{"<masked> = <scaled>"},                               // no mask
        Planted{"<masked> = <scores> + <M>"},                         // no scale
        Planted{R"(<A> = \mathrm{softmax}(<scaled>))"},               // no mask
        Planted{R"(<share> = \frac{\exp(<masked score>)}{<z>_<i>})"}, // the maximum is subtracted in one place
        Planted{"<O> = <V> <A>"},                                     // the wrong way round
        Planted{R"(<o>_{<i><column>} = \sum_{<j>} <share> <v>_{<i><column>})"}, // another row
        Planted{R"(<C> = (<O first> \cdots <O last>))"},                        // the gate is left out
        Planted{"<Y> = <C> <all W_O>"},                                         // a bias is left out
        Planted{R"(<Y> = \sum_{<head>=<first>}^{<last>} <O> <W_O> + <b_O>)"},   // heads that no gate has passed
        Planted{R"(<q>_{<i><column>} = \sum_{<d>=1}^{<D>} <x>_{<i><d>} <w>_{<column><d>} + <b>_<column>)"}, // W_Qᵀ
        Planted{R"(<y>_{<i><d>} = <u>_{<i><d>} + <b>_{<d>})"}, // one head for all
        Planted{"<Q> = <Q T>", "sum"},
        Planted{"<scaled> = <score>", "nxd"},
    };
    for (const Planted& row : planted) {
        Shown shown = Shown::json(std::string(layer) + "'" + std::string(row.notation) + "'}");
        shown.with([](Layer& changed) {
            for (HeadWeights& head : changed.heads) {
                head.b_Q = Matrix::from_rows({{0.5F, -1, 2}});
                head.b_K = Matrix::from_rows({{-1, 1, 0.5F}});
                head.b_V = Matrix::from_rows({{1, -0.5F}});
                head.W_G = head.W_V;
            }
            changed.b_O = Matrix::from_rows({{1, 2, 3, 4, 5, 6}});
        });
        const test::Reference reference(shown.trace().layer());
        const auto found = test::check_equations(named_in_notation(row.formula, notation_of(shown.session())),
                                                 {.session = shown.session(), .reference = reference});
        EXPECT_FALSE(found.wrong.empty()) << row.formula << fmt::format(" {}", fmt::join(found.unread, "; "));
    }
}

TEST(TruthOfFormulas, FindsALetterForTwoArrays) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}, 'seed': 4, "
                              "'notation': {'version': 1, 'name': 'mine', 'label': 'm', 'symbols': {'O': 'Y'}}}");
    const test::Reference reference(shown.trace().layer());
    const std::array formulas{named_in_notation("<Y> = <C> <all W_O> + f", notation_of(shown.session())),
                              named_in_notation("<O> = <A> <V>", notation_of(shown.session()))};
    EXPECT_EQ(test::letters_with_two_meanings(formulas, {.session = shown.session(), .reference = reference}).size(),
              1U);
    EXPECT_EQ(test::unnamed_letters(formulas.front()).size(), 1U);
}

} // namespace
} // namespace attn
