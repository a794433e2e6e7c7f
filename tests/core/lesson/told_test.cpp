#include "core/lesson/live_text.h"
#include "tests/folders.h"

#include "core/document/sources/presets.h"
#include "core/engine/engine.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

struct Told : testing::Test {
    Session session = *load_preset(assets_folder(), "four-letters");
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    Snapshot now{session, trace};
};

TEST_F(Told, NumbersComeFromTheTrace) {
    EXPECT_EQ(told("{token 2} gives {A/1[2,3]}, {A/1[2,3] %} or {A/1[2,3] .3}.", now).letters(),
              "t₂ gives 0.71, 71 % or 0.711.");
    EXPECT_EQ(told("a score of {scores/1[2,3]}, a sign of {X[2,6]}", now).letters(), "a score of 4, a sign of −1")
        << "whole numbers have no decimals";
    EXPECT_EQ(told("{word} comes back as {read_out}, or {read_out 2}", now).letters(),
              "stop comes back as pots, or psto");
    EXPECT_EQ(told("a row: {sum A/1[*,3]}", now).letters(), "a row: 1");
    EXPECT_EQ(told("a whole row: {sum A/1[2,*] .3}", now).letters(), "a whole row: 1.000");
    EXPECT_EQ(told("twelve 0, four 4: {spread scores/1}", now).letters(), "twelve 0, four 4: 1.73");
    EXPECT_EQ(told("their mean: {mean scores/1}", now).letters(), "their mean: 1.00");
    EXPECT_EQ(told("its square: {variance scores/1}", now).letters(), "its square: 3.00");
    EXPECT_EQ(broken_reference("{spread scores/3}", now), "spread scores/3");
    EXPECT_EQ(broken_reference("{variance scores/3}", now), "variance scores/3");
}

TEST_F(Told, TheLossIsHowFarTheRightWordIsFromCertain) {
    // Scores of 2 and 0 give attention weights of e²/(e² + 3) and 1/(e² + 3); Y has ten times these.
    const double share = std::exp(2.0) / (std::exp(2.0) + 3);
    const double other = 1 / (std::exp(2.0) + 3);
    const double loss = std::log1p(3 * std::exp(10 * (other - share)));
    EXPECT_EQ(told("{loss pots .4}", now).letters(), fmt::format("{:.4f}", loss));
    EXPECT_EQ(told("{loss stop}", now).letters(), fmt::format("{:.2f}", loss + 10 * (share - other)))
        << "each letter is wrong";
    EXPECT_EQ(told("{loss pots .4}", now).letters(), told("{loss p o t s .4}", now).letters());
    EXPECT_EQ(told("{loss pots .99999999}", now).letters(), told("{loss pots .9}", now).letters())
        << "as many as there are";
    EXPECT_EQ(broken_reference("{loss pot}", now), "loss pot") << "of three letters";
    EXPECT_EQ(broken_reference("{loss potx}", now), "loss potx");
    session.readouts.clear();
    EXPECT_EQ(broken_reference("{loss pots}", now), "loss pots");
}

TEST_F(Told, WhatNamesNothingIsFound) {
    EXPECT_EQ(broken_reference("{A/1[2,3]} and {A/3[1,1]}", now), "A/3[1,1]");
    EXPECT_EQ(broken_reference("{token 5}", now), "token 5");
    EXPECT_EQ(broken_reference("{read_out 3}", now), "read_out 3");
    EXPECT_EQ(broken_reference("{anything}", now), "anything");
    EXPECT_EQ(broken_reference("{token 4} {word} {sum A/1[*,4]}", now), "");
    EXPECT_EQ(told("{anything}", now).letters(), "–");
}

TEST_F(Told, NamesOfArraysAndLengthsAreTheNotations) {
    const std::string text = "{name scores}, {name O}, {name d_k}, {name S}";
    EXPECT_EQ(told(text, now).letters(), "scores, O, dₖ, S");
    EXPECT_EQ(told("{name concat}, in formulas {name C}", now).letters(), "concat, in formulas C");
    session.notation = NotationChoice("nxd");
    EXPECT_EQ(told("{name O} of {name S}", now).letters(), "Z of n");
    EXPECT_EQ(told("{name C}", now).letters(), "Z_concat");
    EXPECT_EQ(broken_reference("{name W_X}", now), "name W_X");
}

TEST_F(Told, ANameThatIsANounHasAnArticleAndBeginsASentenceWithACapital) {
    const std::string text = "{name O} mixes rows: its {name O}. {name Y} is a row of {name Y}.";
    EXPECT_EQ(told(text, now).letters(), "O mixes rows: its O. Y is a row of Y.");
    session.notation = NotationChoice("paper");
    EXPECT_EQ(told(text, now).letters(), "The head mixes rows: its head. MultiHead is a row of MultiHead.");
    session.notation = NotationChoice("nxd");
    EXPECT_EQ(told(text, now).letters(), "Z mixes rows: its Z. The output is a row of the output.");
    EXPECT_EQ(told("P({name j} given {name i})", now).letters(), "P(u given t)");
    EXPECT_EQ(told("the table {name Y}, {name Y} = {name Z}", now).letters(), "the table output, output = –");
}

TEST_F(Told, HeadsAreCountedAsTheNotationDoes) {
    EXPECT_EQ(told("head {head 1}, head {head 2}", now).letters(), "head 1, head 2");
    session.notation = NotationChoice("sum");
    EXPECT_EQ(told("head {head 1}, head {head 2}", now).letters(), "head 0, head 1");
    EXPECT_EQ(broken_reference("{head 3}", now), "head 3");
}

TEST(BareSymbols, AreThoseThatOtherNotationsCallOtherwise) {
    using Symbols = std::vector<std::string>;
    EXPECT_EQ(bare_symbols("W_Q makes Q; d_k is D / H"), (Symbols{"W_Q", "Q", "d_k", "D", "H"}));
    EXPECT_EQ(bare_symbols("{name W_Q} makes {Q/1[1,2]}, P(j given i)"), Symbols());
    EXPECT_EQ(bare_symbols("A row reads. Scores are made of keys."), Symbols());
    EXPECT_EQ(bare_symbols("aᵢⱼ is made of x_i and x_j"), (Symbols{"a", "x_i", "x_j"}));
    EXPECT_EQ(bare_symbols("x_{name i} is a row"), Symbols());
    EXPECT_EQ(bare_symbols("whom A shows, and A."), (Symbols{"A"})) << "before a word it may be an article";
}

TEST(BareNumbers, AreThoseThatWouldNotFollowTheTrace) {
    using Numbers = std::vector<std::string>;
    EXPECT_EQ(bare_numbers("it has 0.71 of it", {}), Numbers{"0.71"});
    EXPECT_EQ(bare_numbers("it has {A/1[2,3]} of it", {}), Numbers());
    EXPECT_EQ(bare_numbers("row 2 meets columns 17 to 24 of lesson 3", {}), Numbers()) << "these count";
    EXPECT_EQ(bare_numbers("row 2 gives 2", {}), Numbers{"2"});
    EXPECT_EQ(bare_numbers("head 2 gives {head 2}", {}), Numbers{"2"}) << "some notations count heads from 0";
    EXPECT_EQ(bare_numbers("it has 4,096 of them", {"4,096"}), Numbers()) << "given";
    EXPECT_EQ(bare_numbers("s₁ and x²", {}), Numbers());
}

} // namespace
} // namespace attn
