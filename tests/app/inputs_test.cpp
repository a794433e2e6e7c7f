// No output replaces a file that the program has read, or that such a file names.

#include "core/files/file.h"
#include "core/files/npz.h"
#include "tests/app/program.h"
#include "tests/array_files.h"
#include "tests/folders.h"

#include <gmock/gmock.h>
#include <map>

namespace attn {
namespace {

using testing::HasSubstr;

using Words = std::vector<std::string>;

std::string content_of(const std::filesystem::path& path) {
    const auto content = read_text_file(path);
    EXPECT_TRUE(content) << (content ? "" : content.error().message);
    return content ? *content : std::string();
}

/// Sessions that name other files: old.json has its numbers in arr.npz beside it, w.json came from w.npz, g.json from
/// the model in g2, l.json from several files in llama.
class Inputs : public Program {
protected:
    void SetUp() override {
        ASSERT_EQ(start({"new", "--preset", "by-hand", "-o", "s.json"}).status, 0);
        ASSERT_EQ(start({"weights", "--preset", "by-hand", "-o", "w.npz"}).status, 0);
        ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "t.npz"}).status, 0);
        const auto trace = read_npz(file("t.npz"));
        ASSERT_TRUE(trace);
        const NdArray& x = trace->at("X");
        ASSERT_TRUE(write_npy(file("x.npy"), x.shape, x.values));
        const std::vector<Index> shape{x.shape[x.shape.size() - 2], x.shape.back()};
        for (const std::string name : {"arr", "01-X"}) {
            const NdArray one{shape, DataType::float32, x.owner,
                              x.values.first(static_cast<std::size_t>(shape[0] * shape[1]))};
            ASSERT_TRUE(write_npz(file(name + ".npz"), {{"X", one}}));
            std::ofstream(file(name == "arr" ? "old.json" : "listed.json"))
                << R"({"version": 1, "tokens": )" << shape[0] << R"(, "sizes": {"d_model": )" << shape[1]
                << R"(, "heads": 2}, "arrays": ")" << name
                << R"(.npz", "given": [{"stage": "X", "matrix": {"array": "X"}}]})";
        }
        const std::filesystem::path data = source_folder() / "tests/data";
        std::filesystem::copy(data / "checkpoints/gpt2", file("g2"));
        std::filesystem::copy(data / "checkpoints/llama", file("llama"));
        for (const char* name : {"vocab.json", "merges.txt"})
            std::filesystem::copy_file(data / "tokenizers/gpt2" / name, file("g2") / name);
        save_as("w.json", "open --weights w.npz --input x.npy --heads 2 --mask none --rotary none\n");
        save_as("g.json", "open g2 --ids \"1 2 3\"\n");
        save_as("l.json", "open llama --ids \"1 2 3\"\n");
    }

    void save_as(const std::string& name, const std::string& script) {
        const Finished saved = play(script + "key ctrl+s\ntype field:save-path \"" + name +
                                    "\"\nexpect notice \"Saved to " + name + ".\"\n");
        ASSERT_EQ(saved.status, 0) << saved.errors;
    }

    /// The contents of all files, with links followed.
    std::map<std::filesystem::path, std::string> contents() const {
        std::map<std::filesystem::path, std::string> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
            if (entry.is_regular_file() && entry.path().filename() != "tour.play")
                all.emplace(entry.path(), content_of(entry.path()));
        return all;
    }

    /// Makes another name of the file, by which it would be overwritten.
    std::string link(const std::string& name, const std::string& to) {
        std::filesystem::create_symlink(to, file(name));
        return name;
    }
};

TEST_F(Inputs, ThatASessionNamesAreNeverWrittenOver) {
    std::filesystem::create_hard_link(file("arr.npz"), file("hard.npz"));
    const std::string absolute = file("arr.npz").string();
    const std::vector<Words> all{
        {"trace", "old.json", "-o", "arr.npz"},
        {"trace", "old.json", "-o", "./g2/../arr.npz"},
        {"trace", "old.json", "-o", absolute},
        {"trace", "old.json", "-o", "hard.npz"},
        {"trace", "old.json", "-o", link("sym.npz", "arr.npz")},
        {"weights", "old.json", "-o", "arr.npz"},
        {"figure", "old.json", "--stage", "A", "-o", "arr.npz"},
        {"figure", "s.json", "--kind", "change", "--stage", "A", "--baseline", "old.json", "-o", "arr.npz"},
        {"figure", "s.json", "--stage", "A", "--baseline", "w.json", "-o", "w.npz"},
        {"figure", "listed.json", "--all", "--format", "npz", "-o", "."},
        {"figure", "old.json", "--film", "--kind", "product", "--stage", "scores", "-o", link("a.gif", "arr.npz")},
        {"code", "old.json", "-o", link("arr.py", "arr.npz")},
        {"handout", "old.json", "-o", link("arr.html", "arr.npz")},
        {"storyboard", "old.json", "-o", link("arr.pdf", "arr.npz")},
        {"worksheet", "old.json", "-o", "sheet.pdf", "--key", "arr.pdf"},
        {"check", "old.json", "--against", "t.npz", "--csv", link("arr.csv", "arr.npz")},
        {"trace", "w.json", "-o", "w.npz"},
        {"weights", "w.json", "-o", "w.npz"},
        {"weights", "g.json", "-o", "g2/model.safetensors"},
        {"weights", "l.json", "-o", "llama"},
        {"code", "g.json", "-o", link("config.py", "g2/config.json")},
        {"code", "g.json", "-o", link("vocab.py", "g2/vocab.json")},
        {"handout", "g.json", "-o", link("merges.html", "g2/merges.txt")},
        {"handout", "l.json", "-o", link("shard.html", "llama/model-00002-of-00002.safetensors")},
        {"handout", "llama", "--ids", "1 2 3", "-o", "shard.html"}};
    const auto before = contents();
    for (const Words& words : all) {
        const Finished refused = start(words);
        EXPECT_EQ(refused.status, 2) << words.front() << " " << words[1] << " " << words.back();
        EXPECT_THAT(refused.errors, HasSubstr("would be lost; expected another name")) << words.front();
        EXPECT_TRUE(contents() == before) << words.front() << " " << words[1] << " " << words.back();
    }
}

TEST_F(Inputs, ThatAScriptHasOpenedAreNeverWrittenOver) {
    link("arr.png", "arr.npz");
    link("model.png", "g2/model.safetensors");
    const auto before = contents();
    for (const std::string script :
         {"open old.json\ntrace arr.npz\n", "open old.json\nscreenshot arr.png\n", "open w.json\ntrace w.npz\n",
          "open g.json\nscreenshot model.png\n", "open old.json\nopen s.json\ntrace arr.npz\n"}) {
        const Finished refused = play(script);
        EXPECT_EQ(refused.status, 2) << script;
        EXPECT_THAT(refused.errors, HasSubstr("would be lost")) << script;
        EXPECT_TRUE(contents() == before) << script;
    }
}

TEST_F(Inputs, ThatTheWindowHasOpenedAreNotExportedOrSavedOver) {
    link("arr.png", "arr.npz");
    link("sym.json", "arr.npz");
    const std::string refused = "expect field.problem \"is what is read, and would be lost; expected another name\"\n";
    const auto before = contents();
    for (const std::string& script :
         {"open old.json\nkey ctrl+e\ntype field:picture-path \"arr.png\"\n" + refused,
          "open old.json\nkey ctrl+shift+s\ntype field:save-path \"sym.json\"\nkey enter\n" + refused,
          "open w.json\nclick action:menu/file\nclick action:export-weights\ntype field:weights-path \"w.npz\"\n"
          "key enter\n" +
              refused}) {
        const Finished played = play(script);
        EXPECT_EQ(played.status, 0) << played.errors << script;
        EXPECT_TRUE(contents() == before) << script;
    }
}

TEST_F(Inputs, AreAllThatIsRefused) {
    EXPECT_EQ(start({"trace", "old.json", "-o", "new.npz"}).status, 0);
    EXPECT_EQ(start({"trace", "old.json", "-o", "new.npz"}).status, 0) << "a trace takes the place of a trace";
    EXPECT_EQ(start({"weights", "g.json", "-o", "copy.safetensors"}).status, 0);
    EXPECT_EQ(start({"weights", "l.json", "-o", "copies"}).status, 0);
    EXPECT_EQ(start({"weights", "l.json", "-o", "copies"}).status, 0);
    EXPECT_EQ(start({"figure", "s.json", "--stage", "A", "-o", "g2/a.png"}).status, 0) << "beside a model's files";
    EXPECT_EQ(start({"figure", "g.json", "--stage", "A", "-o", "g2/a.png"}).status, 0);
}

TEST_F(Program, APictureOfTheScreenTakesThePlaceOfPicturesOnly) {
    std::ofstream(file("note.png")) << "hello, this is no picture";
    const Finished refused = play("screenshot note.png\n");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.errors, HasSubstr("is no picture"));
    EXPECT_TRUE(content_of(file("note.png")) == "hello, this is no picture");
    EXPECT_EQ(play("screenshot new.png\nscreenshot new.png\n").status, 0);
}

TEST_F(Program, AFolderOfSomebodyElseIsNoJournal) {
    const std::filesystem::path home = file("mine");
    for (const char* name : {"mine/thesis", "mine/work-chapter", "mine/.hidden"})
        std::filesystem::create_directories(file(name));
    for (const char* name : {"mine/thesis/lock", "mine/work-chapter/text.txt", "mine/.hidden/lock"})
        std::ofstream(file(name)) << "mine";
    namespace fs = std::filesystem;
    fs::permissions(home, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec);
    const auto names = [&] {
        std::map<fs::path, fs::perms> all;
        for (const auto& entry : fs::recursive_directory_iterator(home))
            all.emplace(entry.path(), entry.status().permissions());
        all.emplace(home, fs::status(home).permissions());
        return all;
    };
    const auto before = names();
    const Finished played = play("open --preset by-hand\nwait 100\n", {"--journal", "mine"});
    EXPECT_EQ(played.status, 0) << played.errors;
    EXPECT_TRUE(names() == before);
    EXPECT_EQ(content_of(file("mine/thesis/lock")), "mine");
}

} // namespace
} // namespace attn
