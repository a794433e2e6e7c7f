// False sentences are found: each is planted alone.

#include "core/engine/engine.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/words/cell_words.h"
#include "core/model/structure.h"
#include "tests/core/figure/figures.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/claims.h"
#include "tests/judge/findings.h"
#include "tests/judge/random_sessions.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

namespace attn {
namespace {

using test::claim_complaints;
using test::Shown;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr CellId share{0, ArrayId::A, 0, 0, 0, 1};

Shown small_layer() {
    return Shown::json(
        "{'version': 1, 'tokens': ['a', 'b', 'a'], 'sizes': {'d_model': 4, 'heads': 2, 'd_k': 3, 'd_v': 2}, "
        "'seed': 4, 'mask': {'causal': true}}");
}

/// The complaints about a sentence on the small layer.
std::vector<std::string> found(const Claim& claim) {
    const Shown shown = small_layer();
    return claim_complaints({claim}, shown.session(), test::Reference(shown.session().layer()));
}

TEST(TruthOfClaims, FindsWhatIsPlanted) {
    const CellId masked{0, ArrayId::masked, 0, 0, 0, 1};
    const CellId score{0, ArrayId::scores, 0, 0, 2, 0};
    Fact too_many = fact(Quantity::length, {0, ArrayId{}}, 3);
    too_many.length = &Sizes::H;
    Fact wrong_term = fact(Quantity::lead_of_terms, score, 1000);
    wrong_term.terms = {0};
    const std::array planted{
        Claim{"a reads b with 12 % of its attention.", written_fact(Quantity::value, share, "12 %")}, // it is 0
        Claim{"Negative.", fact(Quantity::value, share, -1)},
        Claim{"No key may be read.", fact(Quantity::readable_in_row, masked, 0)},
        Claim{"Each row sums to 2.", fact(Quantity::least_row_sum, share, 2)},
        Claim{"With its pins the row sums to .75.", written_fact(Quantity::row_sum, share, ".75")},
        Claim{"Pinned.", fact(Quantity::is_given, share, 1)},
        Claim{"This head is off.", fact(Quantity::is_head_on, share, 0)},
        Claim{"There are three heads.", too_many},
        Claim{"“a” stands here three times.", fact(Quantity::word_count, {0, ArrayId::E, 0, 0, 0, 0}, 3)},
        Claim{"No word stands here twice.", fact(Quantity::repeated_words, {0, ArrayId::E, 0, 0, 0, 0}, 0)},
        Claim{"Four terms.", fact(Quantity::terms, score, 4)}, // d_k is 3
        Claim{"The largest is the first.", wrong_term},
        Claim{"The scale is off.", fact(Quantity::scale, score, 1)},
        Claim{"temperature 2", written_fact(Quantity::temperature, score, "2")},
        Claim{"A has a bias.", fact(Quantity::exists, {0, ArrayId::b_Q, 0, 0, 0, 0}, 1)},
        Claim{"3×2", written_fact(Quantity::shape, {0, ArrayId::Q, 0, 0, 0, 0}, "3×2")}, // it is 3×3
        Claim{"4×2", written_fact(Quantity::product_shape, {0, ArrayId::W_V, 0, 0, 0, 0}, "4×2")},
        Claim{"The slope is .2.", written_fact(Quantity::share_slope, share, ".2")},
        Claim{"It is .123 and .5.", written_fact(Quantity::value, share, ".000")}, // numbers that no fact has
        Claim{"Whatever it is.", std::vector<Fact>()},                             // neither a fact nor a reason
    };
    for (const Claim& claim : planted)
        EXPECT_THAT(found(claim), Not(IsEmpty())) << claim.text.letters();
}

TEST(TruthOfClaims, FindsNothingWhereNothingIs) {
    EXPECT_THAT(found({"a reads b with 0 % of its attention.", written_fact(Quantity::value, share, "0 %")}),
                IsEmpty());
    EXPECT_THAT(found({"A definition with .5 in it.", Always{"it is one"}}), IsEmpty());
}

TEST(TruthOfClaims, ASentenceThatSaysNothingOfWhenItIsSoIsAFinding) {
    const Shown shown = small_layer();
    const test::Reference reference(shown.session().layer());
    DisplayList list;
    add_text(list, typesetter(), {}, "all of the heads look at the same words", {});
    EXPECT_THAT(claim_complaints(list, shown.session(), reference), Not(IsEmpty()));
    attach_claims(list, {{"all of the heads look at the same words", Always{"for the test"}}});
    EXPECT_THAT(claim_complaints(list, shown.session(), reference), IsEmpty());
    add_text(list, typesetter(), {}, "5×6", {}); // a shape without its array
    EXPECT_THAT(claim_complaints(list, shown.session(), reference), Not(IsEmpty()));
}

/// True for words such as "… are 0. 5 words …", in which two numbers read as 0.5.
bool has_numbers_that_run_together(const std::string& words) {
    const auto is_digit = [&](std::size_t at) { return at < words.size() && words[at] >= '0' && words[at] <= '9'; };
    for (std::size_t stop = words.find(". "); stop != std::string::npos; stop = words.find(". ", stop + 1))
        if (stop > 0 && is_digit(stop - 1) && is_digit(stop + 2))
            return true;
    return false;
}

TEST(TruthOfClaims, OfAnyCellOfRandomSessionsAreSo) {
    std::map<std::string, int> wrong;
    for (std::uint32_t seed = 0; seed < test::number_of_sessions_read(); ++seed) {
        test::Random random(seed);
        const test::Case drawn(random);
        const Sizes sizes = sizes_of(drawn.session.layer());
        ViewState view;
        PictureCache cache;
        const DrawContext drawing{drawn.session, drawn.trace, view, typesetter(), cache, nullptr};
        for (const ArrayId stage : stages_of(drawn.trace)) {
            const Shape shape = shape_of(sizes, stage);
            view.step = stage;
            view.item = test::random_index(random, 0, sizes.B - 1);
            view.head = test::random_index(random, 0, sizes.H - 1);
            view.row = test::random_index(random, 0, shape.rows - 1);
            view.column = test::random_index(random, 0, shape.columns - 1);
            const Claims claims = claims_about(drawing, explain(drawn.trace, selected_cell(drawing)));
            if (const std::string words = text_of(claims); has_numbers_that_run_together(words))
                ++wrong[fmt::format("{} ({}): {}", array_name(stage), seed, words)];
            for (const std::string& complaint : claim_complaints(claims, drawn.session, drawn.reference))
                ++wrong[fmt::format("{} ({}): {}", array_name(stage), seed, complaint)];
        }
    }
    int most = 30;
    for (const auto& [what, count] : wrong)
        if (most-- > 0)
            ADD_FAILURE() << what;
}

// --- Captions about the largest attention weight ---------------------------------------------------------------------

/// The numbers of a row of attention weights as the figure writes them; empty if one is not finite.
std::vector<std::string> shown_shares(const Trace& trace, Index head, Index row) {
    std::vector<std::string> shown;
    for (const float share : trace.array(ArrayId::A, 0, head).row(row))
        if (!std::isfinite(share))
            return {};
        else
            shown.push_back(display_number(share, 2));
    return shown;
}

TEST(Caption, OfAnyRandomSessionSaysWhatIsShownAsLarge) {
    test::Random random(20261128);
    int with_ties = 0;
    for (int i = 0; i < 150; ++i) {
        const Session session = test::random_session(random);
        const test::Drawn drawn(session);
        const Trace& trace = drawn.source().trace;
        if (!trace.has(ArrayId::A))
            continue;
        FigureRequest request;
        request.array = ArrayId::A;
        request.width = 12.0F;
        request.head = 0;
        request.item = 0;
        const std::string words = drawn.figure(request).words;
        const std::size_t with = words.find("with ", std::min(words.find(" reads "), words.size()));
        if (with == std::string::npos)
            continue;
        const std::string share = words.substr(with + 5, words.find_first_of(";.,", with + 7) - with - 5);
        Index rows = 0;
        for (Index row = 0; row < trace.matrix({0, ArrayId::A, 0, 0}).rows(); ++row) {
            const std::vector<std::string> shown = shown_shares(trace, 0, row);
            const auto numbers = trace.array(ArrayId::A, 0, 0).row(row);
            const float largest = *std::ranges::max_element(numbers);
            rows += !shown.empty() && display_number(largest, 2) == share ? 1 : 0;
        }
        ASSERT_GT(rows, 0) << words << "|" << share;
        const std::size_t said = words.find(", as in ", with);
        EXPECT_EQ(said == std::string::npos ? 0 : std::stoi(words.substr(said + 8)), rows - 1) << words;
        with_ties += rows > 1 ? 1 : 0;
    }
    EXPECT_GT(with_ties, 5);
}

// --- Faults of sentences that random sessions have shown -------------------------------------------------------------

std::string said_of(Shown& shown, const CellId& cell) {
    return in_words(shown.drawing(), explain(shown.trace(), cell));
}

TEST(FoundInWords, AHiddenKeyWhoseShareIsGivenHasThatShare) {
    Shown shown = small_layer();
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::A, 0, 0, 0, 1}] = 0.25F; });
    const std::string words = said_of(shown, {0, ArrayId::scores, 0, 0, 0, 1});
    EXPECT_THAT(words, Not(HasSubstr("the share is 0")));
    EXPECT_THAT(words, HasSubstr("a share of 25 % is given"));
}

TEST(FoundInWords, AScoreThatWasGivenAsMinusInfinityIsNoMask) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        layer.pins[{0, ArrayId::masked, 0, 0, 0, 1}] = -std::numeric_limits<float>::infinity();
    });
    EXPECT_THAT(said_of(shown, {0, ArrayId::scores, 0, 0, 0, 1}), HasSubstr("A given −∞ hides"));
}

TEST(FoundInWords, ASumThatAShareWasGivenInIsNoSumOfPinsWhereNothingIsPinned) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        layer.given[{0, ArrayId::A, 0, 0}] =
            Matrix::from_rows({{0.25F, 0.25F, 0.25F}, {0.25F, 0.25F, 0.25F}, {0.25F, 0.25F, 0.25F}});
    });
    EXPECT_THAT(said_of(shown, {0, ArrayId::scores, 0, 0, 0, 1}), Not(HasSubstr("pins")));
}

TEST(FoundInWords, AWordWithAPinnedNumberDoesNotStandThereWithTheSameNumbers) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b', 'a'], 'sizes': {'d_model': 4, 'heads': 1}}");
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::E, 0, 0, 0, 1}] = 9; });
    EXPECT_THAT(said_of(shown, {0, ArrayId::E, 0, 0, 0, 0}), Not(HasSubstr("with the same numbers")));
}

TEST(FoundInWords, ExponentialsBelowAGivenMaximumAreNotSaidToBeAtMost1) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::row_max, 0, 0, 0, 0}] = 0; });
    EXPECT_THAT(said_of(shown, {0, ArrayId::exp, 0, 0, 0, 0}), Not(HasSubstr("weighs 1")));
}

TEST(FoundInWords, ARowSumThatUnderflowsIsNotCalledMasked) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        for (Index j = 0; j < 3; ++j)
            layer.pins[{0, ArrayId::exp, 0, 0, 0, j}] = 0;
    });
    EXPECT_THAT(said_of(shown, {0, ArrayId::row_sum, 0, 0, 0, 0}), Not(HasSubstr("masked")));
}

TEST(TruthOfClaims, CaptionsNameASoftCapAndASecondSequenceWhereThereAreSome) {
    FigureRequest attention;
    attention.array = ArrayId::A;
    attention.width = 12.0F;
    int capped = 0;
    int crossed = 0;
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        test::Random random(seed);
        const Session session = test::random_session(random);
        Engine engine(1);
        const Trace& trace = engine.compute(session.layer());
        if (!trace.has(ArrayId::A) || !is_made(trace.structure(), ArrayId::scaled))
            continue;
        const FigureSource source{session, trace, typesetter()};
        const auto figure = lay_out(attention, source);
        if (!figure)
            continue;
        const std::string words = fmt::format("{}", fmt::join(test::texts_of(*figure), " "));
        const Layer& layer = session.layer();
        const std::string cap = fmt::format("soft cap {}", full_number(layer.soft_cap));
        EXPECT_EQ(words.find("soft cap") != std::string::npos, layer.soft_cap != 0) << seed << ": " << words;
        if (layer.soft_cap != 0)
            EXPECT_THAT(words, HasSubstr(cap)) << seed;
        EXPECT_EQ(words.find("of a second sequence") != std::string::npos, layer.context != nullptr)
            << seed << ": " << words;
        capped += layer.soft_cap != 0 ? 1 : 0;
        crossed += layer.context ? 1 : 0;
    }
    EXPECT_GT(capped, 3);
    EXPECT_GT(crossed, 3);
}

TEST(FoundInWords, HintsHoldWhateverTheLayerIs) {
    Shown shown =
        Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}, 'notation': 'sum'}");
    EXPECT_THAT(array_hint(shown.session(), ArrayId::bias).letters(),
                Not(HasSubstr("further than the next"))); // less far
    EXPECT_THAT(array_hint(shown.session(), ArrayId::b_K).letters(),
                Not(HasSubstr("A stays"))); // not true where keys are rotated
    EXPECT_THAT(array_hint(shown.session(), ArrayId::W_V).letters(),
                Not(HasSubstr("O goes"))); // not true with a bias
    EXPECT_THAT(array_hint(shown.session(), ArrayId::K).letters(), HasSubstr("swap W^Q with W^K"));
    EXPECT_THAT(array_hint(shown.columns().session(), ArrayId::b_O).letters(), HasSubstr("a row of"));
}

TEST(FoundInWords, StagesAreCalledByWordsAndNotByTheirNamesInFiles) {
    const Shown shown = Shown::preset("by-hand");
    for (const Array& row : arrays()) {
        const bool is_matrix = row.name.starts_with("W_") || row.name.starts_with("b_");
        EXPECT_TRUE(is_matrix || shown_name(shown.session(), row.id).find('_') == std::string::npos) << row.name;
    }
    Shown sum = small_layer();
    sum.in_notation_of("sum");
    EXPECT_EQ(shown_name(sum.session(), ArrayId::X), "x");
    EXPECT_EQ(shown_name(sum.session(), ArrayId::P), "PE");
}

} // namespace
} // namespace attn
