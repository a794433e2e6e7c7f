#include "core/document/session/history.h"

#include "tests/core/document/sessions.h"

namespace attn {
namespace {

using test::after;
using test::equal_sessions;
using test::small_session;

Session with_weight(const Session& session, float value) {
    return after(session, SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, value});
}

TEST(History, UndoesAndRedoesAndNamesWhatItDoes) {
    const Session first = small_session();
    const Session second = with_weight(first, 1);
    History history(first);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.undo_label(), "");
    history.record(second, "change W_Q");
    EXPECT_EQ(history.undo_label(), "change W_Q");
    ASSERT_NE(history.before(), nullptr);
    EXPECT_TRUE(equal_sessions(*history.before(), first));
    history.undo();
    EXPECT_EQ(history.before(), nullptr);
    EXPECT_TRUE(equal_sessions(history.present(), first));
    EXPECT_EQ(history.redo_label(), "change W_Q");
    history.redo();
    EXPECT_TRUE(equal_sessions(history.present(), second));
}

TEST(History, ANewEditForgetsWhatCouldBeRedone) {
    const Session first = small_session();
    History history(first);
    history.record(with_weight(first, 1), "one");
    history.undo();
    history.record(with_weight(first, 2), "two");
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.present().layer().heads[0].W_Q(0, 0), 2);
}

TEST(History, ADragIsOneUndo) {
    const Session first = small_session();
    History history(first);
    for (const float value : {1.0F, 2.0F, 3.0F})
        history.record(with_weight(history.present(), value), "drag", 7);
    history.record(with_weight(history.present(), 4), "drag", 8);
    history.undo();
    EXPECT_EQ(history.present().layer().heads[0].W_Q(0, 0), 3);
    history.undo();
    EXPECT_TRUE(equal_sessions(history.present(), first));
    EXPECT_FALSE(history.can_undo());
}

TEST(History, EqualRevisionsMeanTheSameSession) {
    History history(small_session());
    const auto saved = history.revision();
    history.record(with_weight(history.present(), 1), "one");
    EXPECT_NE(history.revision(), saved);
    history.undo();
    EXPECT_EQ(history.revision(), saved);
    history.record(with_weight(history.present(), 2), "drag", 3);
    const auto during = history.revision();
    history.record(with_weight(history.present(), 3), "drag", 3);
    EXPECT_NE(history.revision(), during);
}

TEST(History, ForgetsTheOldestBeyondItsBudgetButNeverThePresent) {
    const Session first = after(small_session(), Resize{{1, 3, 3, 256, 256, 2, 64, 64}});
    History history(first, std::size_t{2} << 20); // the session has half a megabyte, an edited weight 64 kB
    for (int i = 0; i < 200; ++i)
        history.record(with_weight(history.present(), static_cast<float>(i)), "edit");
    EXPECT_EQ(history.present().layer().heads[0].W_Q(0, 0), 199);
    int undone = 0;
    for (; history.can_undo(); history.undo())
        ++undone;
    EXPECT_GT(undone, 10);
    EXPECT_LT(undone, 30);
    History tiny(first, 1);
    tiny.record(with_weight(first, 1), "edit");
    EXPECT_FALSE(tiny.can_undo());
    EXPECT_EQ(tiny.present().layer().heads[0].W_Q(0, 0), 1);
}

TEST(History, OpeningIsAStepThatUndoComesBackFrom) {
    const Session first = small_session();
    History history(first);
    history.record(with_weight(first, 1), "edit");
    const auto left = history.revision();
    history.open(small_session(), "open another", true);
    EXPECT_EQ(history.undo_label(), "open another");
    EXPECT_EQ(history.before(), nullptr) << "nothing has been done to it";
    ASSERT_EQ(history.documents().size(), 2U);
    EXPECT_EQ(history.documents()[1].revision, left);
    const auto number = history.document();
    history.record(with_weight(history.present(), 2), "edit");
    EXPECT_EQ(history.document(), number);
    history.undo();
    history.undo();
    EXPECT_EQ(history.revision(), left);
    EXPECT_NE(history.document(), number);
    EXPECT_EQ(history.documents().size(), 1U);
    EXPECT_TRUE(history.has_document(number));
    history.open(small_session(), "open a third", false);
    EXPECT_FALSE(history.has_document(number));
    EXPECT_NE(history.document(), number) << "no number comes twice";
}

TEST(History, KeepsWhatWasLeftUnsavedWhateverItsBudget) {
    const Session first = after(small_session(), Resize{{1, 3, 3, 256, 256, 2, 64, 64}});
    History history(first, 1);
    history.record(with_weight(first, 1), "edit");
    history.open(small_session(), "open another", true);
    history.record(with_weight(history.present(), 2), "edit");
    history.record(with_weight(history.present(), 3), "edit");
    ASSERT_TRUE(history.can_undo());
    EXPECT_EQ(history.undo_label(), "open another") << "that is what undo takes back now";
    history.undo();
    EXPECT_EQ(history.present().layer().heads[0].W_Q(0, 0), 1);
    EXPECT_FALSE(history.can_undo());
    history.open(small_session(), "open a third", false);
    EXPECT_FALSE(history.can_undo()) << "nobody changed it";
}

} // namespace
} // namespace attn
