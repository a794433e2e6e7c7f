// Work that no frame does: reading the disk, computing a layer, applying an edit again, walking through hidden panels.

#include "core/document/session/edits.h"
#include "core/engine/engine.h"
#include "tests/core/figure/fonts.h"
#include "tests/temporary_folder.h"
#include "tests/ui/lesson_window.h"
#include "ui/actions/frame_actions.h"
#include "ui/document/term_examples.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Frames, WalkThroughThePanelsThatAreShownBesideALesson) {
    LessonWindow window("who-reads-whom");
    const Box lesson = window.place_of("lesson");
    const auto is_in_lesson = [&] { return lesson.contains(window.place_of(window.says("focus")).centre()); };
    int panels_in_lesson = 0;
    std::string first;
    for (int presses = 0; presses < 12; ++presses) {
        window.key("f6");
        const std::string focus = window.says("focus");
        if (focus == first)
            break;
        if (presses == 0)
            first = focus;
        panels_in_lesson += is_in_lesson() ? 1 : 0;
    }
    EXPECT_EQ(panels_in_lesson, 1) << "the lesson is one panel, as wide as it is shown";
}

TEST(Frames, DoNotReadTheFolderAgainAsTheMouseMoves) {
    const TemporaryFolder folder;
    const std::filesystem::path tea = folder / "tea.json";
    std::ofstream(tea) << "{}";
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+o");
    window.paste(folder.path().string() + "/te");
    EXPECT_EQ(window.says("action:choose/2"), "tea.json");
    std::filesystem::remove(tea);
    window.frame();
    window.frame();
    EXPECT_EQ(window.says("action:choose/2"), "tea.json") << "the list stands still while one points at it";
    window.write("a");
    EXPECT_FALSE(window.shows("action:choose/2")) << "what is typed is looked for on the disk";
}

TEST(Frames, AskOnceWhetherRecentFilesAreThere) {
    const TemporaryFolder folder;
    const std::filesystem::path tea = folder / "tea.json";
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+shift+s");
    window.key("ctrl+a");
    window.type(tea.string());
    window.click("action:menu/file");
    ASSERT_TRUE(window.shows("action:recent/1"));
    std::filesystem::remove(tea);
    window.frame();
    window.frame();
    EXPECT_TRUE(window.shows("action:recent/1"));
    window.key("escape");
    window.click("action:menu/file");
    EXPECT_FALSE(window.shows("action:recent/1"));
}

TEST(Frames, ComputeNoLayerForTheGlossary) {
    const Session session = preset("by-hand");
    Engine engine(1);
    const Trace& trace = engine.compute(session.layer());
    const Workspace workspace;
    const Status status;
    PictureCache cache;
    const UiContext ui{{session, trace, workspace, typesetter(), cache, nullptr}, workspace, status};
    const auto terms = glossary();
    const auto term = std::ranges::find_if(
        terms, [&](const GlossaryTerm& one) { return one.make_example != nullptr && !one.is_here(session.layer()); });
    ASSERT_NE(term, terms.end());
    Background background([] {});
    TermExamples examples(background);
    EXPECT_EQ(examples.of(ui, *term), nullptr) << "a frame does not wait for it";
    background.finish();
    const TermExamples::Example* const example = examples.of(ui, *term);
    ASSERT_NE(example, nullptr);
    EXPECT_EQ(example->trace.sizes(), trace.sizes());
}

TEST(Frames, ApplyAnEditOnceThatWasTriedBefore) {
    const Session session = preset("by-hand");
    const auto weight_of = [](const Session& of) { return of.layer().heads.front().W_Q.view().data; };
    EditAction action{SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 5}};
    action.applied = *attn::apply(session, action.edit);
    action.applied_to = 7;
    const auto* const tried = weight_of(action.applied->session);
    EditAction late = action;
    EXPECT_EQ(weight_of(applied(action, session, 7)->session), tried);
    EXPECT_NE(weight_of(applied(late, session, 8)->session), tried) << "another edit came before";
}

} // namespace
} // namespace attn
