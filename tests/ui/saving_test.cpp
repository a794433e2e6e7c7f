// The files that saving may replace, and the questions before it does.

#include "core/document/files/session_file.h"
#include "core/document/sources/source.h"
#include "core/files/file.h"
#include "core/files/file_lock.h"
#include "core/files/npz.h"
#include "core/journal/session_lock.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>

namespace attn {
namespace {

class Saving : public testing::Test {
protected:
    std::string text_of(std::string_view name) const {
        auto text = read_text_file(folder_ / name);
        return text ? *text : "(not there)";
    }
    /// Writes the weights of a layer of that width.
    void write_layer(std::string_view name, Index width) const {
        const std::vector<float> numbers(static_cast<std::size_t>(width * width), 0.25F);
        NpzWriter file(folder_ / name);
        for (const char* weight : {"W_Q", "W_K", "W_V", "W_O"})
            file.add(weight, std::array{width, width}, numbers);
        ASSERT_TRUE(file.commit());
    }
    /// The window that `attention-lab layer.npz …` opens.
    std::unique_ptr<OffscreenWindow> open_layer(std::string_view name) const {
        Source source;
        source.session = folder_ / name;
        source.heads = 2;
        source.sentence = {"a", "b", "c"};
        Result<Session> session = open_source(source, {});
        EXPECT_TRUE(session) << (session ? "" : session.error().message);
        AppOptions options;
        options.file = session_file_of(source);
        return std::make_unique<OffscreenWindow>(*std::move(session), 1440.0F, 900.0F, options);
    }
    std::string path(std::string_view name) const { return (folder_ / name).string(); }

    TemporaryFolder folder_;
};

TEST_F(Saving, APathWithoutEndingGetsThatOfText) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+shift+s");
    window.type(path("mine"));
    window.key("enter");
    window.settle();
    EXPECT_NE(text_of("mine.json"), "(not there)");
    EXPECT_EQ(text_of("mine"), "(not there)");
}

TEST_F(Saving, ARangeOfColoursThatWasFixedIsThereAgain) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A, PictureId::heatmap);
    window.click("action:menu/range");
    window.fill_in("field:range-high", "0.5");
    window.key("escape");
    window.key("ctrl+shift+s");
    window.type(path("mine.json"));
    window.settle();
    EXPECT_NE(text_of("mine.json").find("\"view\""), std::string::npos);
    ASSERT_TRUE(save_session(preset("masks"), folder_ / "masks.json"));
    window.app().drop({folder_ / "masks.json"});
    window.settle();
    EXPECT_FALSE(window.app().workspace().has_fixed_range(ArrayId::A)) << "which is another session";
    window.app().drop({folder_ / "mine.json"});
    window.settle();
    window.show(ArrayId::A, PictureId::heatmap);
    window.click("action:menu/range");
    EXPECT_EQ(window.says("field:range-high"), "0.5");
    EXPECT_TRUE(window.app().workspace().has_fixed_range(ArrayId::A));
    window.click("action:range-matrix");
    EXPECT_FALSE(window.app().workspace().has_fixed_range(ArrayId::A));
}

TEST_F(Saving, ABaselineIsThereAgain) {
    std::string change;
    {
        OffscreenWindow window(preset("by-hand"));
        window.key("ctrl+b");
        static_cast<void>(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 8}));
        window.show(ArrayId::Q);
        change = window.says("inspector.change");
        ASSERT_NE(change.find("in the baseline"), std::string::npos) << change;
        window.key("ctrl+shift+s");
        window.type(path("mine.json"));
        window.settle();
        ASSERT_TRUE(save_session(preset("masks"), folder_ / "masks.json"));
        window.app().drop({folder_ / "masks.json"});
        window.settle();
        EXPECT_FALSE(window.shows("action:baseline-drop")) << "which is another session";
    }
    OffscreenWindow window(preset("masks"));
    window.app().drop({folder_ / "mine.json"});
    window.settle();
    EXPECT_NE(window.says("stage.step").find("Change since the baseline"), std::string::npos)
        << window.says("stage.step");
    EXPECT_EQ(window.says("inspector.change"), change);
    EXPECT_FALSE(window.app().unsaved());
    window.click("action:baseline-drop");
    EXPECT_FALSE(window.shows("action:baseline-drop"));
    window.key("ctrl+s");
    window.settle();
    EXPECT_NE(text_of("mine.json").find("W_Q"), std::string::npos);
    EXPECT_EQ(text_of("mine.json").find("left_baseline"), std::string::npos) << "it was dropped";
}

TEST_F(Saving, AfterOpeningWeightsAsksForAPathAndLeavesThemAlone) {
    write_layer("layer.npz", 8);
    std::filesystem::create_symlink("layer.npz", folder_ / "link.npz");
    const std::string weights = text_of("layer.npz");
    for (const char* name : {"layer.npz", "link.npz"}) {
        const auto window = open_layer(name);
        window->fill_in("field:sentence", "a rose");
        window->key("ctrl+s");
        ASSERT_TRUE(window->shows("field:save-path"));
        EXPECT_EQ(window->says("field:save-path"), std::filesystem::path(name).stem().string() + ".attn");
        window->type(path("layer.npz"));
        window->key("enter");
        EXPECT_NE(window->says("field.problem").find("a name for arrays"), std::string::npos)
            << window->says("field.problem");
        EXPECT_TRUE(text_of("layer.npz") == weights);
        window->type(path("layer.json"));
        EXPECT_TRUE(load_session(folder_ / "layer.json"));
        EXPECT_TRUE(text_of("layer.npz") == weights);
        EXPECT_FALSE(window->app().unsaved());
        std::filesystem::remove(folder_ / "layer.json");
    }
}

TEST_F(Saving, OfWeightsIsAnExportThatAsksBeforeItReplaces) {
    write_layer("layer.npz", 8);
    const std::string weights = text_of("layer.npz");
    const auto window = open_layer("layer.npz");
    static_cast<void>(window->app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 0.5F}));
    const auto find_export = [&] {
        window->key("ctrl+p");
        window->type("export the weights");
    };
    find_export();
    EXPECT_EQ(window->says("field:weights-path"), "layer-edited.npz");
    window->type(path("edited.npz"));
    EXPECT_NE(window->says("notice").find("edited.npz"), std::string::npos) << window->says("notice");
    EXPECT_TRUE(window->app().unsaved()) << "the session is not saved by that";
    EXPECT_EQ(read_npz(folder_ / "edited.npz")->at("W_Q").matrix()(0, 0), 0.5F);
    EXPECT_TRUE(text_of("layer.npz") == weights);
    std::filesystem::copy_file(folder_ / "layer.npz", folder_ / "other.npz");
    find_export();
    window->type(path("other.npz"));
    EXPECT_NE(window->says("field.problem").find("already"), std::string::npos);
    EXPECT_TRUE(text_of("other.npz") == weights);
    window->key("enter");
    EXPECT_FALSE(text_of("other.npz") == weights);
    find_export();
    window->type(path("layer.npz"));
    window->key("enter");
    EXPECT_EQ(window->says("field.problem"), "is what is read, and would be lost; expected another name");
    EXPECT_TRUE(text_of("layer.npz") == weights);
}

TEST_F(Saving, OverAFileThatAnotherProgramChangedAsksFirst) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+s");
    window.type(path("tea.json"));
    const auto change_and_save = [&](const char* number) {
        static_cast<void>(window.app().edit(SetCell{{0, ArrayId::scores, 0, 0, 0, 0}, std::stof(number)}));
        window.key("ctrl+s");
    };
    change_and_save("1");
    EXPECT_FALSE(window.shows("action:replace/yes")) << "only this window wrote it";
    ASSERT_TRUE(save_session(preset("red-fox"), folder_ / "tea.json"));
    const std::string his = text_of("tea.json");
    change_and_save("2");
    ASSERT_TRUE(window.shows("action:replace/yes"));
    EXPECT_NE(window.says("replacing.reason").find("changed it since"), std::string::npos);
    window.key("escape");
    EXPECT_FALSE(window.shows("action:replace/yes"));
    EXPECT_EQ(text_of("tea.json"), his);
    EXPECT_TRUE(window.app().unsaved());

    window.key("ctrl+s");
    window.key("a");
    EXPECT_EQ(window.says("field:save-path"), path("tea.json"));
    window.type(path("mine.json"));
    EXPECT_EQ(text_of("tea.json"), his);
    EXPECT_FALSE(window.app().unsaved());
    ASSERT_TRUE(save_session(preset("red-fox"), folder_ / "mine.json"));
    change_and_save("3");
    window.key("r");
    EXPECT_TRUE(window.shows("action:replace/yes")) << "no letter throws anything away";
    window.click("action:replace/yes");
    EXPECT_FALSE(window.shows("action:replace/yes"));
    EXPECT_FALSE(window.app().unsaved());
    const auto saved = load_session(folder_ / "mine.json");
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved->layer().pins.size(), 1U);
    change_and_save("4");
    EXPECT_FALSE(window.app().unsaved()) << "it is this window's file again";
}

TEST_F(Saving, OverTheFileThatWasOpenedAsksWhenItHasChanged) {
    ASSERT_TRUE(save_session(preset("by-hand"), folder_ / "tea.json"));
    OffscreenWindow window(preset("who-and-where"));
    window.app().drop({folder_ / "tea.json"});
    window.settle();
    ASSERT_TRUE(save_session(preset("red-fox"), folder_ / "tea.json"));
    window.fill_in("field:sentence", "a rose");
    window.app().ask_to_close();
    window.settle();
    window.key("s");
    ASSERT_TRUE(window.shows("action:replace/yes")) << "also on the way out";
    EXPECT_FALSE(window.glance().closed);
    window.click("action:replace/yes");
    EXPECT_TRUE(window.settle().closed) << window.says("notice");
    EXPECT_EQ(load_session(folder_ / "tea.json")->layer().sequence.token_count(), 2);
}

TEST_F(Saving, WhatWaitedForAnAnswerThatWasCancelledDoesNotHappen) {
    ASSERT_TRUE(save_session(preset("by-hand"), folder_ / "tea.json"));
    OffscreenWindow window(preset("who-and-where"));
    window.app().drop({folder_ / "tea.json"});
    window.settle();
    ASSERT_TRUE(save_session(preset("red-fox"), folder_ / "tea.json"));
    window.fill_in("field:sentence", "a rose");
    window.app().ask_to_close();
    window.settle();
    window.key("s");
    window.click("action:close");
    EXPECT_FALSE(window.settle().closed);
    window.key("ctrl+s");
    window.click("action:replace/yes");
    EXPECT_FALSE(window.settle().closed);
}

/// A pipe keeps the window writing until somebody reads it.
TEST_F(Saving, QuittingWhileWeightsAreExportedAsksAboutTheSessionWhenTheyAreWritten) {
    write_layer("layer.npz", 8);
    ASSERT_EQ(::mkfifo(path("pipe.npz").c_str(), 0600), 0);
    const auto window = open_layer("layer.npz");
    static_cast<void>(window->app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 0.5F}));
    window->key("ctrl+p");
    window->type("export the weights");
    window->type(path("pipe.npz"));
    window->tap("enter");
    ASSERT_TRUE(window->app().jobs().is_under_way(Job::saving));
    window->tap("ctrl+q");
    EXPECT_FALSE(window->glance().closed);
    std::ifstream pipe(path("pipe.npz"));
    EXPECT_NE(std::string(std::istreambuf_iterator<char>(pipe), {}), "");
    EXPECT_FALSE(window->settle().closed);
    EXPECT_TRUE(window->shows("action:unsaved/save"));
    window->key("s");
    window->type(path("mine.json"));
    EXPECT_TRUE(window->settle().closed) << "as was asked";
    EXPECT_TRUE(load_session(folder_ / "mine.json"));
}

TEST_F(Saving, WhatWaitsForASavingThatFailsGoesOnWhenItIsSavedElsewhere) {
    std::filesystem::create_directory(folder_ / "stick");
    ASSERT_TRUE(save_session(preset("by-hand"), folder_ / "stick" / "tea.json"));
    OffscreenWindow window(preset("who-and-where"));
    window.app().drop({folder_ / "stick" / "tea.json"});
    window.settle();
    window.fill_in("field:sentence", "a rose");
    std::filesystem::remove_all(folder_ / "stick");
    window.key("ctrl+q");
    window.key("s");
    EXPECT_EQ(window.says("field:save-path"), path("stick/tea.json"));
    EXPECT_NE(window.says("field.problem").find("there is no folder"), std::string::npos)
        << window.says("field.problem");
    window.key("ctrl+a");
    window.type(path("rose.json"));
    EXPECT_TRUE(window.settle().closed) << window.says("notice");
    EXPECT_EQ(load_session(folder_ / "rose.json")->layer().sequence.token_count(), 2);
}

TEST_F(Saving, InTheNameOfWeightsSaysWhatTheyAre) {
    write_layer("layer.npz", 8);
    std::filesystem::copy_file(folder_ / "layer.npz", folder_ / "layer.json");
    const std::string weights = text_of("layer.json");
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+shift+s");
    window.type(path("layer.json"));
    EXPECT_NE(window.says("field.problem").find("holds arrays (.npz)"), std::string::npos)
        << window.says("field.problem");
    EXPECT_TRUE(text_of("layer.json") == weights);
    window.key("enter");
    EXPECT_TRUE(load_session(folder_ / "layer.json")) << "who insists may";
}

TEST_F(Saving, ALargeSessionLeavesItsNeighboursAlone) {
    write_layer("layer.npz", 64);
    const std::string weights = text_of("layer.npz");
    const auto window = open_layer("layer.npz");
    window->key("ctrl+s");
    window->type(path("layer.json"));
    EXPECT_TRUE(text_of("layer.npz") == weights);
    EXPECT_EQ(folder_.count_files(), 2U);
    const auto saved = load_session(folder_ / "layer.json");
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(sizes_of(saved->layer()).D, 64);
}

TEST_F(Saving, ASessionOfAnyNameIsOpenedByItsContent) {
    ASSERT_TRUE(save_session(preset("by-hand"), folder_ / "tea.txt"));
    OffscreenWindow window(preset("who-and-where"));
    window.app().drop({folder_ / "tea.txt"});
    window.settle();
    EXPECT_EQ(window.says("token:1"), "tea");
}

TEST_F(Saving, ComesBackInThePictureThatWasShownHoweverLargeTheWindowIsThen) {
    {
        OffscreenWindow window(preset("who-and-where"), 1440, 900);
        EXPECT_EQ(window.says("action:menu/presets"), "Who and where");
        window.show(ArrayId::A, PictureId::heads);
        window.key("alt+2");
        window.show(ArrayId::A, PictureId::heads);
        window.key("ctrl+s");
        window.type(path("tea.json"));
        EXPECT_EQ(window.says("action:menu/presets"), "tea.json");
    }
    const auto saved = load_saved_session(folder_ / "tea.json");
    ASSERT_TRUE(saved);
    for (const Point size : {Point{1440, 900}, Point{960, 600}, Point{2560, 1600}}) {
        OffscreenWindow again(*saved, size.x, size.y);
        EXPECT_EQ(again.app().workspace().picture, std::optional(PictureId(PictureId::heads))) << size.x;
        EXPECT_EQ(again.app().workspace().head, 1) << size.x;
    }
}

TEST_F(Saving, TheSecondWindowOnASessionSaysSo) {
    ASSERT_TRUE(save_session(preset("by-hand"), folder_ / "tea.json"));
    ASSERT_TRUE(std::filesystem::create_directory(folder_ / "locks"));
    AppOptions options;
    options.file = folder_ / "tea.json";
    options.locks = folder_ / "locks";
    const std::filesystem::path lock = session_lock_path(folder_ / "tea.json", folder_ / "locks");
    {
        OffscreenWindow first(preset("by-hand"), 1440, 900, options);
        EXPECT_FALSE(first.shows("notice"));
        EXPECT_TRUE(FileLock::is_held(lock));
        first.key("ctrl+shift+s");
        first.type(path("other.json"));
        EXPECT_FALSE(FileLock::is_held(lock)) << "it works on another file now";
        EXPECT_TRUE(FileLock::is_held(session_lock_path(folder_ / "other.json", folder_ / "locks")));
    }
    const auto elsewhere = FileLock::acquire(lock);
    ASSERT_TRUE(elsewhere);
    OffscreenWindow second(preset("by-hand"), 1440, 900, options);
    EXPECT_NE(second.says("notice").find("tea.json was open in another window"), std::string::npos)
        << second.says("notice");
    static_cast<void>(second.app().edit(SetCell{{0, ArrayId::scores, 0, 0, 0, 0}, 1.0F}));
    second.key("ctrl+s");
    EXPECT_FALSE(second.app().unsaved()) << "nothing has changed there, so it may";
}

} // namespace
} // namespace attn
