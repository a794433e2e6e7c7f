#include "core/session/presets.h"

#include "core/attention/engine.h"
#include "core/session/edits.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path assets = std::filesystem::path(ATTN_SOURCE_DIR) / "assets";

Session preset(const std::string& name) {
    auto session = load_preset(assets, name);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return *session;
}

Session after(const Session& session, const Edit& edit) {
    auto applied = apply(session, edit);
    EXPECT_TRUE(applied) << (applied ? "" : applied.error().message);
    return applied->session;
}

Matrix computed(const Session& session, SlotId slot) {
    Engine engine(1);
    return engine.compute(session.layer()).matrix(slot);
}

/// Within half a unit of the third digit.
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
    std::vector<std::string> known{"who-and-where", "by-hand", "red-fox", "bright-but-mute", "masks", "induction"};
    std::erase_if(names, [&](const auto& name) { return std::ranges::find(known, name) == known.end(); });
    EXPECT_EQ(names, known);
}

TEST(Presets, AskAQuestionAndOpenOnACellThatExists) {
    const auto presets = list_presets(assets);
    ASSERT_TRUE(presets);
    for (const Preset& each : *presets) {
        const Session session = preset(each.name);
        Engine engine(1);
        const Opening& open = session.opening;
        EXPECT_TRUE(engine.compute(session.layer()).contains({open.stage, open.item, open.head, open.row, open.column}))
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
    const Matrix before = computed(session, {StageId::A, 0, 0});
    expect_row(before, 0, {.25, .25, .25, .25});
    expect_row(before, 1, {.948, .017, .017, .017});
    expect_row(before, 2, {.017, .948, .017, .017});
    expect_row(before, 3, {.017, .017, .948, .017});
    const Matrix same = computed(session, {StageId::A, 0, 1});
    expect_row(same, 0, {.491, .009, .009, .491});
    expect_row(same, 1, {.017, .948, .017, .017});
    expect_row(same, 2, {.017, .017, .948, .017});
    expect_row(same, 3, {.491, .009, .009, .491});
    expect_row(computed(session, {StageId::Y, 0, 0}), 3, {.035, .017, .948, 0, .491, .009, .009, .491});
}

TEST(WhoAndWhere, SwappedHeadOneReadsTheNextWord) {
    const Session session = after(preset("who-and-where"), SwapQueryAndKey{0});
    const Matrix next = computed(session, {StageId::A, 0, 0});
    for (Index i = 0; i < 3; ++i)
        EXPECT_NEAR(next(i, i + 1), .948, .0005);
    expect_row(next, 3, {.25, .25, .25, .25});
}

TEST(WhoAndWhere, LilyInTheLastPlaceLeavesTheFirstRoseAlone) {
    const Session session = after(preset("who-and-where"), RenameToken{0, 3, "lily", Side::sequence});
    expect_row(computed(session, {StageId::A, 0, 1}), 0, {.948, .017, .017, .017});
}

TEST(ByHand, ScaledScoresAreSmallWholeNumbers) {
    const Session session = preset("by-hand");
    const auto expect_scores = [&](Index head, std::initializer_list<std::initializer_list<float>> rows) {
        EXPECT_TRUE(equal_bits(computed(session, {StageId::scaled, 0, head}), Matrix::from_rows(rows)));
    };
    expect_scores(0, {{2, 0, 1}, {0, 2, 1}, {1, 1, 2}});
    expect_scores(1, {{0, 2, 1}, {2, 0, 1}, {1, 1, 2}});
    expect_row(computed(session, {StageId::A, 0, 0}), 0, {.665, .090, .245});
    expect_row(computed(session, {StageId::Y, 0, 0}), 0, {2.575, 1.450, .515, 1.305});
}

TEST(RedFox, NounsReadAdjectivesAndNotTheOtherWayRound) {
    const Session session = preset("red-fox");
    const Matrix shares = computed(session, {StageId::A, 0, 0});
    EXPECT_NEAR(shares(1, 0), .487, .0005);
    EXPECT_NEAR(shares(1, 3), .487, .0005);
    for (Index key = 0; key < 5; ++key)
        EXPECT_FLOAT_EQ(shares(0, key), .2F); // red finds nothing that it looks for
}

TEST(RedFox, SwappingTheAdjectivesLeavesTheOutputOfFoxAsItWas) {
    const Session session = preset("red-fox");
    const Session swapped = after(session, SetTokens{0, {"small", "fox", "chases", "red", "dog"}, Side::sequence});
    const Matrix before = computed(session, {StageId::Y, 0, 0});
    const Matrix now = computed(swapped, {StageId::Y, 0, 0});
    for (Index d = 0; d < 8; ++d)
        EXPECT_NEAR(before(1, d), now(1, d), 1e-6F);
}

TEST(BrightButMute, AttentionIsVividAndTheOutputZero) {
    const Session session = preset("bright-but-mute");
    const Matrix shares = computed(session, {StageId::A, 0, 0});
    EXPECT_TRUE(equal_bits(shares, computed(session, {StageId::A, 0, 1})));
    EXPECT_NEAR(shares(3, 2), .948, .0005);
    const Matrix output = computed(session, {StageId::Y, 0, 0});
    for (Index i = 0; i < output.rows(); ++i)
        for (const float value : output.row(i))
            EXPECT_EQ(value, 0.0F);
}

TEST(Masks, HideLaterWordsAndPaddingAndLeaveOneRowWithNothing) {
    const Session session = preset("masks");
    ASSERT_EQ(session.layer().sequence.item_count(), 2);
    for (const Index item : {0, 1}) {
        const Matrix shares = computed(session, {StageId::A, item, 0});
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
    expect_row(computed(preset("induction"), {StageId::A, 0, 0}), 3, {.017, .948, .017, .017});
}

} // namespace
} // namespace attn
