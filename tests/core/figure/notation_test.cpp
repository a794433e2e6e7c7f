#include "core/figure/pictures/notation.h"

#include "core/document/session/session.h"
#include "core/formula/parse.h"
#include "core/model/arrays.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <map>

namespace attn {
namespace {

Notation in_profile(std::string_view profile) {
    Notation notation;
    notation.chosen = *notation_named(profile);
    return notation;
}

std::string reason(const std::string& tex) {
    const auto formula = parse_formula(tex);
    return formula ? std::string() : formula.error().message;
}

TEST(Notation, EveryFormulaOfTheTableOfStagesCanBeReadInEveryNotation) {
    for (const std::string_view profile : notation_names())
        for (const bool full : {false, true}) {
            Notation notation = in_profile(profile);
            notation.masked = notation.has_temperature = full;
            notation.present.fill(full);
            notation.norm = full ? Norm::Kind::layer : Norm::Kind::rms;
            for (const Array& stage : stages())
                for (const std::string_view formula :
                     {stage.symbol, stage.formula, stage.columns_formula, stage.cell_formula}) {
                    EXPECT_EQ(reason(in_notation(formula, notation)), "") << formula;
                    EXPECT_EQ(reason(in_notation(formula, notation, 1)), "") << formula;
                }
        }
}

TEST(Notation, NoTwoThingsOfOneNotationHaveOneSymbol) {
    for (const std::string_view profile : notation_names()) {
        std::map<std::string, std::string_view> seen;
        for (const Symbol& symbol : symbols()) {
            if (symbol.words.empty())
                continue;
            const std::string tex = in_notation(fmt::format("<{}>", symbol.name), in_profile(profile));
            const auto [other, fresh] = seen.emplace(tex, symbol.name);
            EXPECT_TRUE(fresh) << profile << ": " << tex << " is both " << other->second << " and " << symbol.name;
        }
    }
}

TEST(Notation, PaperCountsHeadsByIAndTokensByTAndU) {
    const Notation paper = in_profile("paper");
    EXPECT_EQ(in_notation("<W_Q>", paper), "W_{i}^{Q}");
    EXPECT_EQ(in_notation("<W_Q>", paper, 0), "W_{1}^{Q}");
    EXPECT_EQ(in_notation(row_of(ArrayId::A).cell_formula, paper),
              R"(a_{tu} = \frac{\exp(\tilde{s}_{tu} - m_t)}{\ell_t})");
}

TEST(Notation, SumCountsHeadsFromZero) {
    EXPECT_EQ(in_notation("<A>", in_profile("sum"), 0), "P_{0}");
    EXPECT_EQ(in_notation("<O>", in_profile("sum"), 1), "A_{1}");
}

TEST(Notation, FormulasNameOnlyWhatTheLayerHas) {
    Notation notation;
    EXPECT_EQ(in_notation("<X> <W_Q><+b_Q>", notation), "X W_Q^{(h)}");
    notation.present.fill(true);
    EXPECT_EQ(in_notation("<X> <W_Q><+b_Q>", notation, 1), "X W_Q^{(2)} + b_Q^{(2)}");
    EXPECT_EQ(in_notation("<scale(>s<)scale>", notation), R"(\frac{s}{\sqrt{d_k}})");
    notation.scale = {Scale::Kind::one, 1};
    EXPECT_EQ(in_notation("<scale(>s<)scale>", notation), "s");
    notation.has_temperature = true;
    EXPECT_EQ(in_notation("<scale(>s<)scale>", notation), R"(\frac{s}{\tau})");
}

TEST(Notation, TheInputIsTheNormOfTheResidualWhereAModelHasOne) {
    Notation notation;
    const Array& X = row_of(ArrayId::X);
    EXPECT_EQ(in_notation(X.formula, notation), "E + P");
    EXPECT_EQ(in_notation(X.cell_formula, notation), "x_{id} = e_{id} + p_{id}");
    notation.norm = Norm::Kind::layer;
    EXPECT_EQ(in_notation(X.formula, notation), R"(\mathrm{LayerNorm}(R))");
    EXPECT_EQ(in_notation(X.cell_formula, notation),
              R"(x_{id} = \frac{r_{id} - \mu_{i}}{\sqrt{\sigma_{i}^2 + \epsilon}} \gamma_{d})");
    notation.present.fill(true);
    EXPECT_TRUE(in_notation(X.cell_formula, notation).ends_with(R"(\gamma_{d} + \beta_{d})"));
    notation.norm = Norm::Kind::rms;
    EXPECT_EQ(in_notation(X.formula, notation), R"(\mathrm{RMSNorm}(R))");
}

TEST(Notation, LettersNeedNoFormula) {
    EXPECT_EQ(in_letters("<a>", in_profile("Txd")), "α");
    EXPECT_EQ(in_letters("<s scaled>", in_profile("d_h")), "score");
    EXPECT_EQ(in_letters("<d_k>", in_profile("default")), "dₖ");
    EXPECT_EQ(in_letters("<all W_G>", in_profile("default")), "W_G");
    EXPECT_EQ(in_letters("<D>", in_profile("paper")), "d_model");
}

} // namespace
} // namespace attn
