// Journals with a torn file, and folders that are no journals.

#include "tests/core/journal/journals.h"

#include <cstdint>
#include <optional>

namespace attn {
namespace {

using test::equal_sessions;
using test::small_session;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// --- Torn files --------------------------------------------------------------------------------------------------

/// A journal of two steps. If a file of the second step is torn, the first is read, or else nothing; never anything
/// else.
class TornJournal : public JournalInAFolder {
protected:
    void SetUp() override {
        first_ = session_of_many_numbers();
        second_ = with_first_weight(first_, 7);
        journal_ = leave({first_, second_});
        for (const std::string& name : files(journal_))
            if (name != "lock")
                contents_[name] = content_of(journal_ / name);
    }
    void restore() {
        for (const auto& [name, content] : contents_)
            overwrite(journal_ / name, content);
    }
    /// The session that is read: 1 or 2; 0 for none.
    int read() const {
        const Result<UnsavedWork> work = read_left_work(journal_);
        if (!work) {
            EXPECT_THAT(work.error().message, testing::Not(HasSubstr("\n")));
            return 0;
        }
        if (equal_sessions(*work->session, second_))
            return 2;
        EXPECT_TRUE(equal_sessions(*work->session, first_)) << "a mixture";
        return 1;
    }
    /// True if the step names this file.
    bool names(int step, const std::string& file) const {
        const std::string name = step_file(static_cast<std::uint64_t>(step));
        return file == name || contents_.at(name).find(file) != std::string::npos;
    }
    int expected_without(const std::string& file) const { return !names(2, file) ? 2 : !names(1, file) ? 1 : 0; }

    Session first_;
    Session second_;
    std::filesystem::path journal_;
    std::map<std::string, std::string> contents_;
};

TEST_F(TornJournal, WhichIsWholeGivesItsLastStep) {
    EXPECT_EQ(read(), 2);
    EXPECT_GE(contents_.size(), 2U + 5U);
}

TEST_F(TornJournal, WithAFileMissingGivesTheStepBeforeOrNothing) {
    for (const auto& [name, content] : contents_) {
        std::filesystem::remove(journal_ / name);
        EXPECT_EQ(read(), expected_without(name)) << name;
        restore();
    }
}

TEST_F(TornJournal, CutAnywhereGivesTheStepBeforeOrNothing) {
    for (const auto& [name, content] : contents_) {
        // Cuts at every byte near the beginning and the end, and at places in between.
        for (std::size_t size = 0; size < content.size();
             size += size < 96 || size + 48 > content.size() ? 1 : 1 + content.size() / 20) {
            overwrite(journal_ / name, std::string_view(content).substr(0, size));
            EXPECT_EQ(read(), expected_without(name)) << name << " cut at " << size;
        }
        restore();
    }
}

TEST_F(TornJournal, WithOneBitChangedAnywhereGivesTheStepBeforeOrNothing) {
    for (const auto& [name, content] : contents_) {
        for (std::size_t at = 0; at < content.size();
             at += at < 96 || at + 48 > content.size() ? 1 : 1 + content.size() / 20) {
            std::string changed = content;
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ (1U << (at % 8)));
            overwrite(journal_ / name, changed);
            EXPECT_EQ(read(), expected_without(name)) << name << " changed at " << at;
        }
        restore();
    }
}

TEST_F(TornJournal, WithMoreBehindItsEndGivesTheStepBeforeOrNothing) {
    for (const auto& [name, content] : contents_) {
        overwrite(journal_ / name, content + '\n');
        EXPECT_EQ(read(), expected_without(name)) << name;
        restore();
    }
}

TEST_F(TornJournal, WithTheContentOfAnotherOfItsFilesGivesTheStepBeforeOrNothing) {
    for (const auto& [name, content] : contents_)
        for (const auto& [other, other_content] : contents_) {
            if (name == other || (is_step_file(name) && is_step_file(other)))
                continue; // a step is whole under any name
            overwrite(journal_ / name, other_content);
            EXPECT_EQ(read(), expected_without(name)) << name << " with the content of " << other;
            restore();
        }
}

TEST_F(TornJournal, IsOfferedWithAWordThatItIsNotTheLastChange) {
    std::filesystem::remove(journal_ / step_file(2));
    overwrite(journal_ / step_file(2), "{}");
    const FoundLeftWork found = find_left_work(home());
    ASSERT_THAT(found.works, SizeIs(1));
    EXPECT_FALSE(found.works.front().label().is_newest);
    EXPECT_EQ(found.works.front().label().changed, 1);
}

TEST_F(TornJournal, OfWhichNothingIsWholeIsPutAsideOnceAndSaid) {
    for (const auto& [name, content] : contents_)
        overwrite(journal_ / name, "torn");
    const FoundLeftWork found = find_left_work(home());
    EXPECT_THAT(found.works, IsEmpty());
    EXPECT_THAT(found.problem, HasSubstr("cannot be read"));
    EXPECT_TRUE(std::filesystem::exists(journal_.string() + ".damaged"));
    EXPECT_EQ(find_left_work(home()).problem, "");
}

TEST_F(JournalInAFolder, FoldersOfSomebodyElseAreLeftAlone) {
    const auto make = [&](const std::string& name, const std::vector<std::string>& names, mode_t mode) {
        std::filesystem::create_directories(home() / name);
        for (const std::string& each : names)
            overwrite(home() / name / each, each == "lock" ? "" : "mine");
        ::chmod((home() / name).c_str(), mode);
    };
    make("thesis", {"lock", step_file(1)}, 0700);
    make("work-abcde", {"lock"}, 0700); // one letter too short
    make("work-abcdef", {"lock", step_file(1), "letter.txt"}, 0700);
    make("work-shared", {"lock", step_file(1)}, 0755);
    make("work-unlock", {step_file(1)}, 0700);
    make(".new-abcdef", {}, 0700);
    make(".gone-abcdef", {"lock"}, 0700);
    std::vector<std::string> before = files(home());
    const FoundLeftWork found = find_left_work(home());
    EXPECT_THAT(found.works, IsEmpty());
    EXPECT_EQ(found.problem, "");
    EXPECT_EQ(files(home()), before);
    EXPECT_EQ(files(home() / "work-abcdef"), (std::vector<std::string>{"letter.txt", "lock", step_file(1)}));
    EXPECT_EQ(files(home() / "work-unlock"), (std::vector<std::string>{step_file(1)}));
    EXPECT_EQ(content_of(home() / "thesis" / step_file(1)), "mine");
    EXPECT_EQ(mode_of(home() / "work-shared"), 0755U);
}

// --- Folders that are not as they should be ------------------------------------------------------------------------

TEST_F(JournalInAFolder, ALinkInItsPlaceIsRefusedInOneLine) {
    std::filesystem::create_directory(folder_ / "elsewhere");
    std::filesystem::create_directory_symlink(folder_ / "elsewhere", home());
    Journal journal(home());
    const Result<void> kept = journal.keep(work_of(small_session()));
    ASSERT_FALSE(kept);
    EXPECT_THAT(kept.error().message, HasSubstr("symbolic link"));
    EXPECT_THAT(find_left_work(home()).problem, HasSubstr("symbolic link"));
    EXPECT_THAT(files(folder_ / "elsewhere"), IsEmpty());
}

TEST_F(JournalInAFolder, AFileInItsPlaceIsRefusedInOneLine) {
    overwrite(home(), "mine");
    Journal journal(home());
    const Result<void> kept = journal.keep(work_of(small_session()));
    ASSERT_FALSE(kept);
    EXPECT_THAT(kept.error().message, HasSubstr("is a file"));
    EXPECT_EQ(content_of(home()), "mine");
}

TEST_F(JournalInAFolder, LinksAndForeignFilesInItAreLeftAlone) {
    std::filesystem::create_directories(folder_ / "elsewhere");
    overwrite(folder_ / "elsewhere" / step_file(1), "not ours");
    std::filesystem::create_directories(home());
    std::filesystem::create_directory_symlink(folder_ / "elsewhere", home() / "work-linked");
    const auto left = leave({small_session()});
    overwrite(left / "letter.txt", "dear");
    FoundLeftWork found = find_left_work(home());
    ASSERT_THAT(found.works, SizeIs(1));
    found.works.front().discard();
    EXPECT_EQ(content_of(folder_ / "elsewhere" / step_file(1)), "not ours");
    EXPECT_EQ(content_of(home() / (".gone-" + left.filename().string()) / "letter.txt"), "dear");
}

TEST_F(JournalInAFolder, AnEnormousStepIsNoStep) {
    const auto left = leave({small_session()});
    overwrite(left / step_file(2), "");
    std::filesystem::resize_file(left / step_file(2), std::uintmax_t{1} << 40U); // takes no room on the disk
    const FoundLeftWork found = find_left_work(home());
    ASSERT_THAT(found.works, SizeIs(1));
    EXPECT_FALSE(found.works.front().label().is_newest);
}

TEST_F(JournalInAFolder, APipeInThePlaceOfAStepDoesNotBlock) {
    const auto left = leave({small_session()});
    ASSERT_EQ(::mkfifo((left / step_file(2)).c_str(), 0600), 0);
    EXPECT_THAT(find_left_work(home()).works, SizeIs(1));
}

} // namespace
} // namespace attn
