#include "tests/ui/lesson_window.h"
#include "ui/document/scope.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

using enum Scope::Layout;

TEST(Scope, OfAWindowIsAll) {
    const Scope scope = scope_of(Workspace());
    EXPECT_EQ(scope.layout, Scope::Layout::window);
    EXPECT_TRUE(scope.names_all && scope.has_picture && scope.makes_remarks() && scope.has_controls());
}

TEST(Scope, OfALectureIsTheStageAlone) {
    Workspace workspace;
    workspace.lecture = true;
    const Scope scope = scope_of(workspace);
    EXPECT_EQ(scope.layout, lecture);
    EXPECT_TRUE(scope.is_for_audience && scope.names_all);
    EXPECT_FALSE(scope.has_controls() || scope.makes_remarks() || scope.is_taught);
}

TEST(Scope, OfALessonIsWhatItNames) {
    LessonWindow window("who-reads-whom");
    const Scope scope = scope_of(window.app().workspace());
    EXPECT_TRUE(scope.is_taught && scope.is_for_learner && scope.has_lesson_beside());
    EXPECT_FALSE(scope.names_all || scope.has_controls() || scope.makes_remarks());
    window.click("action:lesson-everything");
    EXPECT_TRUE(scope_of(window.app().workspace()).names_all);
}

TEST(Scope, OfTheFirstMinuteFillsTheWindow) {
    OffscreenWindow window(preset("by-hand"));
    window.run("start");
    const Scope scope = scope_of(window.app().workspace());
    EXPECT_TRUE(scope.is_first_minute);
    EXPECT_EQ(scope.layout, first_minute);
    EXPECT_FALSE(scope.has_lesson_beside());
}

} // namespace
} // namespace attn
