#include "core/document/sources/presets.h"
#include "tests/folders.h"

#include "core/document/session/edits.h"
#include "core/engine/engine.h"
#include "core/explain/head_hypotheses.h"
#include "core/explain/readout.h"
#include "tests/core/document/sessions.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::after;
using test::computed;

const std::filesystem::path assets = source_folder() / "assets";

Session preset(const std::string& name) {
    auto session = load_preset(assets, name);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return *session;
}

/// Expects the row within half a unit of the third digit.
void expect_row(const Matrix& matrix, Index row, std::initializer_list<double> expected) {
    ASSERT_EQ(matrix.columns(), static_cast<Index>(expected.size()));
    Index column = 0;
    for (const double value : expected) {
        EXPECT_NEAR(static_cast<double>(matrix(row, column)), value, 0.0005) << "row " << row << ", column " << column;
        ++column;
    }
}

TEST(Presets, AreListedInTheOrderOfTeaching) {
    const auto presets = list_presets(assets);
    ASSERT_TRUE(presets) << presets.error().message;
    std::vector<std::string> names;
    for (const Preset& each : *presets) {
        names.push_back(each.name);
        EXPECT_FALSE(each.title.empty());
        EXPECT_FALSE(each.about.empty());
    }
    const std::vector<std::string> taught{"who-and-where", "four-letters",    "by-hand", "red-fox",
                                          "why-scale",     "bright-but-mute", "masks",   "induction",
                                          "eight-heads",   "random-heads"};
    EXPECT_EQ(names, taught);
}

TEST(Presets, AskAQuestionAndOpenOnACellThatExists) {
    const auto presets = list_presets(assets);
    ASSERT_TRUE(presets);
    for (const Preset& each : *presets) {
        const Session session = preset(each.name);
        Engine engine(1);
        const Opening& open = session.opening;
        EXPECT_TRUE(
            engine.compute(session.layer()).contains({0, open.stage, open.item, open.head, open.row, open.column}))
            << each.name;
        EXPECT_FALSE(session.question.empty()) << each.name;
        EXPECT_FALSE(session.hint.empty()) << each.name;
    }
}

TEST(Presets, AnUnknownNameIsAnsweredWithThoseThereAre) {
    const auto session = load_preset(assets, "who-and-were");
    ASSERT_FALSE(session);
    EXPECT_NE(session.error().message.find("did you mean who-and-where?"), std::string::npos);
    EXPECT_NE(session.error().message.find("red-fox"), std::string::npos);
    EXPECT_FALSE(load_preset(assets, "../presets/by-hand"));
    EXPECT_FALSE(load_preset(assets / "nowhere", "by-hand"));
}

TEST(WhoAndWhere, HeadOneReadsTheWordBeforeAndHeadTwoTheSameWord) {
    const Session session = preset("who-and-where");
    const Matrix before = computed(session, {0, ArrayId::A, 0, 0});
    expect_row(before, 0, {.25, .25, .25, .25});
    expect_row(before, 1, {.948, .017, .017, .017});
    expect_row(before, 2, {.017, .948, .017, .017});
    expect_row(before, 3, {.017, .017, .948, .017});
    const Matrix same = computed(session, {0, ArrayId::A, 0, 1});
    expect_row(same, 0, {.491, .009, .009, .491});
    expect_row(same, 1, {.017, .948, .017, .017});
    expect_row(same, 2, {.017, .017, .948, .017});
    expect_row(same, 3, {.491, .009, .009, .491});
    expect_row(computed(session, {0, ArrayId::Y, 0, 0}), 3, {.035, .017, .948, 0, .491, .009, .009, .491});
}

TEST(WhoAndWhere, SwappedHeadOneReadsTheNextWord) {
    const Session session = after(preset("who-and-where"), SwapQueryAndKey{0});
    const Matrix next = computed(session, {0, ArrayId::A, 0, 0});
    for (Index i = 0; i < 3; ++i)
        EXPECT_NEAR(next(i, i + 1), .948, .0005);
    expect_row(next, 3, {.25, .25, .25, .25});
}

TEST(WhoAndWhere, LilyInTheLastPlaceLeavesTheFirstRoseAlone) {
    const Session session = after(preset("who-and-where"), RenameToken{0, 3, "lily", Side::sequence});
    expect_row(computed(session, {0, ArrayId::A, 0, 1}), 0, {.948, .017, .017, .017});
}

TEST(ByHand, ScaledScoresAreSmallWholeNumbers) {
    const Session session = preset("by-hand");
    const auto expect_scores = [&](Index head, std::initializer_list<std::initializer_list<float>> rows) {
        EXPECT_TRUE(equal_bits(computed(session, {0, ArrayId::scaled, 0, head}), Matrix::from_rows(rows)));
    };
    expect_scores(0, {{2, 0, 1}, {0, 2, 1}, {1, 1, 2}});
    expect_scores(1, {{0, 2, 1}, {2, 0, 1}, {1, 1, 2}});
    expect_row(computed(session, {0, ArrayId::A, 0, 0}), 0, {.665, .090, .245});
    expect_row(computed(session, {0, ArrayId::Y, 0, 0}), 0, {2.575, 1.450, .515, 1.305});
}

TEST(RedFox, NounsReadAdjectivesAndNotTheOtherWayRound) {
    const Session session = preset("red-fox");
    const Matrix shares = computed(session, {0, ArrayId::A, 0, 0});
    EXPECT_NEAR(shares(1, 0), .487, .0005);
    EXPECT_NEAR(shares(1, 3), .487, .0005);
    for (Index key = 0; key < 5; ++key)
        EXPECT_FLOAT_EQ(shares(0, key), .2F); // red finds nothing that it looks for
}

TEST(RedFox, SwappingTheAdjectivesLeavesTheOutputOfFoxAsItWas) {
    const Session session = preset("red-fox");
    const Session swapped = after(session, SetTokens{0, {"small", "fox", "chases", "red", "dog"}, Side::sequence});
    const Matrix before = computed(session, {0, ArrayId::Y, 0, 0});
    const Matrix now = computed(swapped, {0, ArrayId::Y, 0, 0});
    for (Index d = 0; d < 8; ++d)
        EXPECT_NEAR(before(1, d), now(1, d), 1e-6F);
}

TEST(BrightButMute, AttentionIsVividAndTheOutputZero) {
    const Session session = preset("bright-but-mute");
    const Matrix shares = computed(session, {0, ArrayId::A, 0, 0});
    EXPECT_TRUE(equal_bits(shares, computed(session, {0, ArrayId::A, 0, 1})));
    EXPECT_NEAR(shares(3, 2), .948, .0005);
    const Matrix output = computed(session, {0, ArrayId::Y, 0, 0});
    for (Index i = 0; i < output.rows(); ++i)
        for (const float value : output.row(i))
            EXPECT_EQ(value, 0.0F);
}

TEST(Masks, HideLaterWordsAndPaddingAndLeaveOneRowWithNothing) {
    const Session session = preset("masks");
    ASSERT_EQ(session.layer().sequence.item_count(), 2);
    for (const Index item : {0, 1}) {
        const Matrix shares = computed(session, {0, ArrayId::A, item, 0});
        for (Index i = 0; i < 4; ++i) {
            float sum = 0;
            for (Index j = 0; j < 4; ++j) {
                const bool hidden = j > i || i == 0 || (item == 1 && j >= 2);
                EXPECT_EQ(shares(i, j) == 0, hidden) << item << i << j;
                sum += shares(i, j);
            }
            EXPECT_NEAR(sum, i == 0 ? 0.0F : 1.0F, 1e-6F);
        }
    }
}

TEST(Induction, TheLastWordReadsWhatCameAfterItTheLastTime) {
    expect_row(computed(preset("induction"), {0, ArrayId::A, 0, 0}), 3, {.017, .948, .017, .017});
}

/// The entropy of the rows of attention weights in bits, averaged over the rows.
double mean_entropy(const Matrix& shares) {
    double bits = 0;
    for (Index i = 0; i < shares.rows(); ++i)
        for (const float share : shares.row(i))
            bits -= share > 0 ? static_cast<double>(share) * std::log2(static_cast<double>(share)) : 0;
    return bits / static_cast<double>(shares.rows());
}

Session with_width_of_queries(const Session& session, Index width) {
    Sizes sizes = sizes_of(session.layer());
    sizes.d_k = width;
    return after(session, Resize{sizes});
}

TEST(WhyScale, WithoutTheScaleLongQueriesGiveNearlyEverythingToOneKey) {
    const Session session = preset("why-scale");
    ASSERT_EQ(session.layer().scale.kind, Scale::Kind::one);
    const auto entropy = [&](Index width) {
        return mean_entropy(computed(with_width_of_queries(session, width), {0, ArrayId::A, 0, 0}));
    };
    EXPECT_NEAR(entropy(256), .2, .05);
    EXPECT_NEAR(entropy(64), .5, .05);
    EXPECT_NEAR(entropy(16), 1.1, .05);
    EXPECT_NEAR(entropy(4), 1.9, .05);
    EXPECT_GT(computed(session, {0, ArrayId::A, 0, 0})(0, 1), .99F) << "the cell it opens on";
}

TEST(WhyScale, WithTheScaleARowIsSharedWhateverTheWidth) {
    const Session session = after(preset("why-scale"), SetOption{OptionId::scale, std::nullopt});
    for (const Index width : {256, 64, 16, 4})
        EXPECT_NEAR(mean_entropy(computed(with_width_of_queries(session, width), {0, ArrayId::A, 0, 0})), 2.5, .1);
}

TEST(WhyScale, ShorterQueriesAndKeysAreTheFirstColumnsAndKeepTheirVariance) {
    const Session session = preset("why-scale");
    for (const ArrayId id : {ArrayId::Q, ArrayId::K}) {
        const Matrix longest = computed(session, {0, id, 0, 0});
        const Matrix shorter = computed(with_width_of_queries(session, 64), {0, id, 0, 0});
        double squares = 0;
        for (Index i = 0; i < 8; ++i)
            for (Index c = 0; c < 64; ++c) {
                EXPECT_EQ(shorter(i, c), longest(i, c));
                squares += std::pow(static_cast<double>(shorter(i, c)), 2);
            }
        EXPECT_NEAR(squares / (8 * 64), 1, .1);
    }
}

/// The words on which the trained layer was measured, and which it had not seen in training.
std::vector<std::string> unseen_words() {
    std::ifstream file(source_folder() / "assets/training/eight_heads_words.txt");
    std::vector<std::string> words;
    for (std::string word; file >> word;)
        words.push_back(word);
    EXPECT_GE(words.size(), 100U);
    return words;
}

Session typed(const Session& session, const std::string& word) {
    std::vector<std::string> letters;
    for (const char letter : word)
        letters.emplace_back(1, letter);
    return after(session, SetTokens{0, letters, Side::sequence});
}

/// The column with the most votes in each row of Y, among `candidates` columns from `first` on, counted from there.
std::vector<int> votes(const Session& session, Index first, Index candidates) {
    const Matrix output = computed(session, {0, ArrayId::Y, 0, 0});
    std::vector<int> winners;
    for (Index i = 0; i < output.rows(); ++i) {
        const auto candidate = output.row(i).begin() + first;
        winners.push_back(static_cast<int>(std::max_element(candidate, candidate + candidates) - candidate));
    }
    return winners;
}

/// The word that columns 1 to 26 of Y spell.
std::string spelt(const Session& session) {
    std::string word;
    for (const int letter : votes(session, 0, 26))
        word += static_cast<char>('a' + letter);
    return word;
}

/// The letters of all words: their number, those spelt backwards, and those counted correctly.
struct Right {
    int letters = 0;
    int mirrored = 0;
    int counted = 0;
};
Right right_of(const Session& session) {
    Right right;
    for (const std::string& word : unseen_words()) {
        const Session asked = typed(session, word);
        const std::string answer = spelt(asked);
        const std::vector<int> counts = votes(asked, 26, 4);
        for (std::size_t i = 0; i < word.size(); ++i) {
            ++right.letters;
            right.mirrored += answer[i] == word[word.size() - 1 - i];
            right.counted += counts[i] + 1 == std::min<int>(4, static_cast<int>(std::ranges::count(word, word[i])));
        }
    }
    return right;
}

/// The text of the session's read-out.
std::string read_from(const Session& session) {
    Engine engine(1);
    const auto readings = read_out(engine.compute(session.layer()), session.readouts.front(), 0);
    return reading_text(session.readouts.front(), readings, "");
}

/// The mean attention weight that the head gives to mirrored positions.
double mirrored_share(const Session& session, Index head) {
    const Matrix shares = computed(session, {0, ArrayId::A, 0, head});
    double sum = 0;
    for (Index i = 0; i < 8; ++i)
        sum += static_cast<double>(shares(i, 7 - i)) / 8;
    return sum;
}

TEST(EightHeads, HaveTheSizesOfTheRandomOnes) {
    const Sizes trained = sizes_of(preset("eight-heads").layer());
    EXPECT_EQ(trained, sizes_of(preset("random-heads").layer()));
    EXPECT_EQ(trained.S_q, 8);
    EXPECT_EQ(trained.D, 64);
    EXPECT_EQ(trained.H, 8);
    EXPECT_EQ(trained.d_k, 8);
    EXPECT_EQ(trained.d_v, 8);
    EXPECT_LT(std::filesystem::file_size(assets / "presets" / "eight-heads.json"), 400'000U);
}

TEST(EightHeads, SpellBackwardsWordsThatTheyHaveNotSeen) {
    const Session session = preset("eight-heads");
    EXPECT_EQ(spelt(session), "desserts");
    const Right right = right_of(session);
    EXPECT_EQ(right.mirrored, right.letters);
}

TEST(EightHeads, BringNamesOfTwoToTenLettersBackReversed) {
    const Session session = preset("eight-heads");
    for (const std::string name :
         {"li", "eva", "noah", "maria", "daniel", "natalia", "isabella", "alexander", "maximilian", "anna"}) {
        EXPECT_EQ(read_from(typed(session, name)), std::string(name.rbegin(), name.rend()));
    }
}

TEST(EightHeads, KnowWordsOfUpToTenLetters) {
    const Session session = preset("eight-heads");
    EXPECT_EQ(read_from(typed(session, "x")), "x");
    EXPECT_FALSE(apply(session, SetTokens{0, std::vector<std::string>(11, "a"), Side::sequence}));
}

TEST(EightHeads, CountEqualLetters) {
    const Session session = preset("eight-heads");
    EXPECT_EQ(votes(session, 26, 4), (std::vector<int>{2, 0, 0, 1, 2, 2, 1, 0})) << "s stands three times, e twice";
    const Right right = right_of(session);
    EXPECT_GT(right.counted, right.letters * 97 / 100);
}

/// The attention weight that repeated letters give to their equals, themselves included.
double share_of_equals(const Session& session, Index head) {
    double sum = 0;
    int letters = 0;
    for (const std::string& word : unseen_words()) {
        const Matrix shares = computed(typed(session, word), {0, ArrayId::A, 0, head});
        for (std::size_t i = 0; i < word.size(); ++i) {
            if (std::ranges::count(word, word[i]) == 1)
                continue;
            ++letters;
            for (std::size_t j = 0; j < word.size(); ++j)
                if (word[i] == word[j])
                    sum += static_cast<double>(shares(static_cast<Index>(i), static_cast<Index>(j)));
        }
    }
    return sum / letters;
}

TEST(EightHeads, ReadTheMirroredPlaceOrEqualLettersAsTheTextSays) {
    const Session session = preset("eight-heads");
    for (const Index head : {0, 1})
        EXPECT_GT(mirrored_share(session, head), .85) << head;
    constexpr double even = .31; // the weight of equal letters by chance
    for (const Index head : {3, 4, 5, 6, 7}) {
        EXPECT_LT(mirrored_share(session, head), .25) << head;
        EXPECT_GT(share_of_equals(session, head), even + .2) << head;
    }
    EXPECT_GT(mirrored_share(session, 2), .4) << "more loosely";
    EXPECT_LT(mirrored_share(session, 2), .85);
}

TEST(EightHeads, WithoutTheFirstSpellWrongAndStillCount) {
    const Session session = after(preset("eight-heads"), SetHeadOn{0, false});
    EXPECT_NE(spelt(session), "desserts");
    EXPECT_NE(spelt(typed(session, "keyboard")), "draobyek");
    const Right right = right_of(session);
    EXPECT_LT(right.mirrored, right.letters * 19 / 20);
    EXPECT_GT(right.counted, right.letters * 97 / 100);
}

TEST(EightHeads, UnusedColumnsOfTheOutputAreZero) {
    const Matrix output = computed(preset("eight-heads"), {0, ArrayId::Y, 0, 0});
    for (Index i = 0; i < 8; ++i)
        for (Index d = 30; d < 64; ++d)
            EXPECT_EQ(output(i, d), 0.0F);
}

TEST(EightHeadsAtRandom, DifferAndMeanNothingYet) {
    const Session session = preset("random-heads");
    for (Index head = 0; head < 8; ++head) {
        EXPECT_LT(mirrored_share(session, head), .4);
        for (Index other = 0; other < head; ++other)
            EXPECT_FALSE(
                equal_bits(computed(session, {0, ArrayId::A, 0, head}), computed(session, {0, ArrayId::A, 0, other})));
    }
    const Right right = right_of(session);
    EXPECT_LT(right.mirrored, right.letters / 10);
}

/// The best hypothesis about each head, by name; "" if none fits.
std::vector<std::string> best_hypotheses(const Session& session) {
    Engine engine(1);
    const Trace& trace = engine.compute(session.layer());
    std::vector<std::string> names;
    for (Index head = 0; head < trace.sizes().H; ++head) {
        const auto best = best_hypothesis(trace, 0, head);
        names.push_back(best ? hypothesis_name(best->hypothesis) : "");
    }
    return names;
}

TEST(Hypotheses, RecogniseWhatTheHeadsOfThePresetsDo) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(best_hypotheses(preset("who-and-where")), (Names{"previous token", "same word"}));
    EXPECT_EQ(best_hypotheses(after(preset("who-and-where"), SwapQueryAndKey{0})), (Names{"next token", "same word"}));
    EXPECT_EQ(best_hypotheses(after(preset("who-and-where"), MakeUniform{0})), (Names{"evenly", "same word"}));
    EXPECT_EQ(best_hypotheses(preset("induction")), Names{"word after the same word"});
    const Names eight = best_hypotheses(preset("eight-heads"));
    EXPECT_EQ(eight, (Names{"mirrored token", "mirrored token", "mirrored token", "same word", "same word", "same word",
                            "same word", "same word"}));
}

TEST(Hypotheses, SayOfWhoAndWhereWhatItsTextSays) {
    Engine engine(1);
    const HypothesisMeasure previous =
        measure_hypothesis({HypothesisId::previous_token}, engine.compute(preset("who-and-where").layer()), 0, 0);
    EXPECT_NEAR(previous.share, .948, .0005);
    EXPECT_DOUBLE_EQ(previous.even, .25);
    EXPECT_EQ(previous.rows, 3);
}

} // namespace
} // namespace attn
