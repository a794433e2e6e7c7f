#include "core/explain/glossary.h"

#include "core/explain/glossary_here.h"
#include "tests/random_layer.h"

#include <gmock/gmock.h>
#include <string>

namespace attn {
namespace {

TEST(Glossary, EveryTermHasAMeaningAndIsFoundByItsNameAndByHowItIsWritten) {
    for (const GlossaryTerm& term : glossary()) {
        EXPECT_TRUE(term.meaning.ends_with('.') || term.meaning.ends_with("σ.")) << term.name;
        EXPECT_EQ(find_term_named(term.name), &term);
        for (const std::string_view form : term.written)
            if (!form.empty()) {
                EXPECT_EQ(find_term_named(form), &term) << form << " is written for two terms";
                const std::string text = "x " + std::string(form) + ".";
                const auto found = find_term(text);
                ASSERT_TRUE(found) << form;
                EXPECT_EQ(found->term, &term) << form;
                EXPECT_EQ(found->begin, 2U);
                EXPECT_EQ(found->end, 2 + form.size());
            }
    }
}

TEST(Glossary, CallsTheLinesOfMatricesAsTheyAreLaidOut) {
    for (const GlossaryTerm& term : glossary())
        if (term.name != "S") // S has both
            EXPECT_THAT(std::string(term.meaning), testing::Not(testing::ContainsRegex("(^| )(row|column)s?[ .,;:]")))
                << term.name;
}

TEST(Glossary, OfSeveralTermsAtOnePlaceTheLongestIsMeant) {
    const auto found = find_term("The attention weights of a row");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->term->name, "attention weight");
}

TEST(Glossary, APartOfAWordIsNoTerm) {
    EXPECT_FALSE(find_term("headless, unmasked, W_key, überkey"));
    EXPECT_TRUE(find_term("A HEAD."));
    EXPECT_FALSE(find_term(""));
}

TEST(Glossary, TermsAreFoundOneAfterTheOther) {
    const std::string_view text = "queries: who reads; keys: who is read";
    const auto first = find_term(text);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->term->name, "query");
    const auto second = find_term(text, first->end);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->term->name, "key");
    EXPECT_FALSE(find_term(text, second->end));
}

TEST(Glossary, CountsTheWeightsOfAGateAsGates) {
    test::Random random(3);
    const Layer layer = test::random_layer(random, {.gate = true});
    const Sizes sizes = sizes_of(layer);
    const Index weights = sizes.H * sizes.D * sizes.d_v;
    EXPECT_NE(glossary_here::parameters(layer, sizes).find(fmt::format(", {} gates, and", weights)), std::string::npos)
        << glossary_here::parameters(layer, sizes);
    Layer open = layer;
    for (HeadWeights& head : open.heads)
        head.W_G = {};
    const auto all = [](const Layer& of) { // the multiplications
        const std::string said = glossary_here::cost(of, sizes_of(of));
        const std::size_t at = said.find(" multiplications");
        const std::size_t begin = said.rfind(' ', at - 1) + 1;
        return std::stoll(said.substr(begin, at - begin));
    };
    EXPECT_EQ(all(layer) - all(open), weights * sizes.S_q);
}

} // namespace
} // namespace attn
