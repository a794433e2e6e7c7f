// The command "check" as a user runs it.

#include "tests/app/process.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include "core/files/npz.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace attn {
namespace {

/// The program in a folder with a right and a wrong answer to the preset by-hand.
class CheckCommand : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "right.npz"}).status, 0);
        auto arrays = read_npz(folder_ / "right.npz");
        ASSERT_TRUE(arrays);
        (*arrays)["scaled"] = arrays->at("scores");
        ASSERT_TRUE(write_npz(folder_ / "wrong.npz", *arrays));
    }
    Finished start(std::vector<std::string> words) const {
        words.insert(words.begin(), program_file());
        return run(words, {}, folder_.path());
    }
    Finished check(const std::string& against, const std::vector<std::string>& options = {}) const {
        std::vector<std::string> words{"check", "--preset", "by-hand", "--against", against};
        words.insert(words.end(), options.begin(), options.end());
        return start(words);
    }
    std::string text_of(const std::string& file) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / file).rdbuf();
        return text.str();
    }

    TemporaryFolder folder_;
};

TEST_F(CheckCommand, ItsOwnTraceAgrees) {
    const Finished checked = check("right.npz");
    EXPECT_EQ(checked.status, 0) << checked.errors;
    EXPECT_EQ(checked.output, "all 18 stages given agree (largest difference 0 of a stage's largest entry)\n");
    EXPECT_EQ(checked.errors, "");
}

TEST_F(CheckCommand, RecordedStagesOfItsOwnAreToldWithoutACellThatIsNone) {
    const Finished recorded = start({"recorded", "right.npz"});
    EXPECT_EQ(recorded.status, 0) << recorded.errors;
    EXPECT_NE(recorded.output.find("A          agrees   exactly\n"), std::string::npos) << recorded.output;
    EXPECT_EQ(recorded.output.find("difference 0 at"), std::string::npos) << recorded.output;
}

TEST_F(CheckCommand, ADifferenceIsStatusOneAndItsStageTheFirstLine) {
    const Finished checked = check("wrong.npz");
    EXPECT_EQ(checked.status, 1);
    EXPECT_EQ(checked.output.substr(0, checked.output.find('\n')), "scaled");
    EXPECT_NE(checked.output.find("1/√d_k"), std::string::npos) << checked.output;
    EXPECT_EQ(checked.errors, "");
}

TEST_F(CheckCommand, AToleranceCanLetItPass) {
    EXPECT_EQ(check("wrong.npz", {"--tolerance", "2"}).status, 0);
}

TEST_F(CheckCommand, BadInputIsStatusTwoAndOneLineThatNamesIt) {
    std::ofstream(folder_ / "broken.npz") << "PK\003\004 and no more";
    for (const char* const file : {"broken.npz", "nowhere.npz", "."}) {
        const Finished checked = check(file, {"--csv", "no/such/folder.csv"});
        EXPECT_EQ(checked.status, 2) << file;
        EXPECT_TRUE(is_one_line(checked.errors) || std::string(file) == ".") << checked.errors;
    }
    EXPECT_NE(check("broken.npz").errors.find("broken.npz"), std::string::npos);
    for (const char* tolerance : {"--tolerance=-1", "--tolerance=nan", "--tolerance=inf", "--tolerance=1e999"})
        EXPECT_EQ(check("wrong.npz", {tolerance}).status, 2) << tolerance;
    EXPECT_EQ(start({"check", "--preset", "by-hand"}).status, 2);
}

TEST_F(CheckCommand, AFolderGivesATableInWhichABrokenFileIsALine) {
    const std::filesystem::path answers = folder_ / "answers";
    std::filesystem::create_directory(answers);
    std::filesystem::rename(folder_ / "right.npz", answers / "anna.npz");
    std::filesystem::rename(folder_ / "wrong.npz", answers / "carl.npz");
    std::ofstream(answers / "bela.npz") << "no zip";
    const Finished checked = check("answers", {"--csv", "out.csv"});
    EXPECT_EQ(checked.status, 1);
    EXPECT_EQ(checked.output, "1 agree, 1 differ, 1 could not be read\n");
    EXPECT_EQ(checked.errors, "1 of 3: anna.npz\n2 of 3: bela.npz\n3 of 3: carl.npz\n");
    const std::string table = text_of("out.csv");
    EXPECT_EQ(std::ranges::count(table, '\n'), 4);
    EXPECT_EQ(table.find("file,stage,difference,cell,slip,words\nanna.npz,,0,,,"), 0U) << table;
    EXPECT_NE(table.find("\nbela.npz,,,,,error: answers/bela.npz: "), std::string::npos) << table;
    EXPECT_NE(table.find("\ncarl.npz,scaled,"), std::string::npos) << table;
    EXPECT_NE(table.find(",no-scale,"), std::string::npos) << table;
    EXPECT_EQ(check("answers").output, table);
}

TEST_F(CheckCommand, NeitherTablesNorTracesTakeThePlaceOfAFileOfAnotherKind) {
    std::ofstream(folder_ / "thesis.docx") << "a year's work";
    for (const auto& [command, kind] :
         {std::pair<std::vector<std::string>, std::string>{
              {"check", "--preset", "by-hand", "--against", "right.npz", "--csv", "thesis.docx"}, "table"},
          {{"trace", "--preset", "by-hand", "-o", "thesis.docx"}, "trace"}}) {
        const Finished refused = start(command);
        EXPECT_EQ(refused.status, 2);
        EXPECT_NE(refused.errors.find("thesis.docx: is there already, and is no " + kind), std::string::npos)
            << refused.errors;
        EXPECT_EQ(text_of("thesis.docx"), "a year's work");
    }
}

TEST_F(CheckCommand, ATableNeverTakesThePlaceOfWhatIsRead) {
    ASSERT_EQ(start({"new", "--preset", "by-hand", "-o", "s.json"}).status, 0);
    std::filesystem::create_directories(folder_ / "class/anna");
    std::ofstream(folder_ / "class/anna/A.npy") << "numbers";
    std::filesystem::copy_file(folder_ / "right.npz", folder_ / "class/bela.npz");
    const std::vector<std::pair<std::string, std::string>> all{{"right.npz", "right.npz"},
                                                               {"class", "class/bela.npz"},
                                                               {"class", "class/anna/A.npy"},
                                                               {"class/anna", "class/anna/A.npy"},
                                                               {"right.npz", "s.json"}};
    for (const auto& [against, table] : all) {
        const std::string before = text_of(table);
        const Finished refused = start({"check", "s.json", "--against", against, "--csv", table});
        EXPECT_EQ(refused.status, 2) << table;
        EXPECT_EQ(refused.errors,
                  "attention-lab: " + table + ": is what is read, and would be lost; expected another name\n");
        EXPECT_EQ(text_of(table), before) << table;
    }
    EXPECT_EQ(start({"check", "s.json", "--against", "class", "--csv", "class/table.csv"}).status, 2);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "class/table.csv"));
}

TEST_F(CheckCommand, AFolderWithBrokenFilesOnlyIsStatusTwo) {
    std::filesystem::create_directory(folder_ / "answers");
    std::ofstream(folder_ / "answers/bela.npz") << "no zip";
    EXPECT_EQ(check("answers").status, 2);
}

} // namespace
} // namespace attn
