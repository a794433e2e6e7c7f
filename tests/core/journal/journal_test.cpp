#include "core/journal/journal.h"

#include "core/files/file.h"
#include "core/journal/journal_files.h"
#include "core/journal/left_work.h"
#include "tests/core/document/random_edits.h"
#include "tests/core/document/sessions.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace attn {
namespace {

using test::after;
using test::any_edit;
using test::any_session;
using test::equal_sessions;
using test::session_of;
using test::small_session;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

UnsavedWork work_of(Session session, std::int64_t changed = 1) {
    return {std::make_shared<const Session>(std::move(session)), {}, {}, changed, {}};
}

/// So many numbers that its matrices stand in files of their own.
Session session_of_many_numbers() {
    Session session = session_of("{'version': 1, 'tokens': ['the', 'cat', 'sat'],"
                                 " 'sizes': {'d_model': 48, 'heads': 2, 'd_k': 24, 'd_v': 24}}");
    for (Index head = 0; head < 2; ++head)
        session = after(session, SetCell{{ArrayId::W_Q, 0, head, 0, 0}, 0.25F});
    for (Index head = 0; head < 2; ++head)
        session = after(session, SetCell{{ArrayId::W_K, 0, head, 0, 0}, 0.5F});
    return session;
}

Session with_first_weight(const Session& session, float value) {
    return after(session, SetCell{{ArrayId::W_Q, 0, 0, 0, 0}, value});
}

/// Journals in a folder of their own.
class JournalInAFolder : public testing::Test {
protected:
    std::filesystem::path home() const { return folder_ / "unsaved"; }

    std::vector<std::string> files(const std::filesystem::path& folder) const {
        std::vector<std::string> names = names_in(folder, 1000);
        std::ranges::sort(names);
        return names;
    }
    std::vector<std::string> steps(const std::filesystem::path& folder) const {
        std::vector<std::string> names = files(folder);
        std::erase_if(names, [](const std::string& name) { return !is_step_file(name); });
        return names;
    }
    std::vector<std::string> arrays(const std::filesystem::path& folder) const {
        std::vector<std::string> names = files(folder);
        std::erase_if(names, [](const std::string& name) { return !name.ends_with(".npy"); });
        return names;
    }
    /// A process that ended in the midst of things left these behind.
    std::filesystem::path leave(const std::vector<Session>& sessions) {
        Journal journal(home());
        std::int64_t time = 0;
        for (const Session& session : sessions)
            EXPECT_TRUE(journal.keep(work_of(session, ++time)));
        return *journal.folder();
    }

    TemporaryFolder folder_;
};

std::string content_of(const std::filesystem::path& file) {
    const Result<std::string> text = read_text_file(file);
    EXPECT_TRUE(text);
    return text ? *text : std::string();
}

void overwrite(const std::filesystem::path& file, std::string_view content) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
}

mode_t mode_of(const std::filesystem::path& path) {
    struct stat status = {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
}

TEST_F(JournalInAFolder, NothingIsMadeBeforeThereIsSomethingToKeep) {
    const Journal journal(home());
    EXPECT_EQ(journal.folder(), nullptr);
    EXPECT_FALSE(std::filesystem::exists(home()));
    EXPECT_THAT(find_left_work(home()).works, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(home()));
}

TEST_F(JournalInAFolder, WhatWasLeftIsFoundWithItsNameDateWordsAndPicture) {
    {
        Session session = small_session();
        session.title = "Three words";
        Journal journal(home());
        ASSERT_TRUE(journal.keep({std::make_shared<const Session>(session),
                                  "/somewhere/tea.json",
                                  {},
                                  1700000000,
                                  Matrix::from_rows({{1, 0}, {0.25F, 0.75F}})}));
    }
    const FoundLeftWork found = find_left_work(home());
    EXPECT_EQ(found.problem, "");
    ASSERT_THAT(found.works, SizeIs(1));
    const LeftWorkLabel& label = found.works.front().label();
    EXPECT_EQ(label.name, "tea.json");
    EXPECT_EQ(label.file, "/somewhere/tea.json");
    EXPECT_EQ(label.changed, 1700000000);
    EXPECT_EQ(label.tokens, (std::vector<std::string>{"the", "cat", "sat"}));
    EXPECT_TRUE(equal_bits(label.picture, Matrix::from_rows({{1, 0}, {0.25F, 0.75F}})));
    EXPECT_TRUE(label.is_newest);
}

TEST_F(JournalInAFolder, WithoutAFileItsNameIsTheTitle) {
    Session session = small_session();
    session.title = "Three words";
    leave({session});
    const FoundLeftWork found = find_left_work(home());
    ASSERT_THAT(found.works, SizeIs(1));
    EXPECT_EQ(found.works.front().label().name, "Three words");
    EXPECT_EQ(found.works.front().label().file, std::nullopt);
}

TEST_F(JournalInAFolder, ASmallSessionIsOneReadableFile) {
    const auto folder = leave({small_session()});
    EXPECT_EQ(files(folder), (std::vector<std::string>{"lock", step_file(1)}));
    EXPECT_THAT(content_of(folder / step_file(1)), HasSubstr("\"tokens\": [\"the\", \"cat\", \"sat\"]"));
}

TEST_F(JournalInAFolder, AChangeOfOneMatrixWritesOneMatrix) {
    Journal journal(home());
    const Session session = session_of_many_numbers();
    ASSERT_TRUE(journal.keep(work_of(session)));
    const std::vector<std::string> before = arrays(*journal.folder());
    ASSERT_GE(before.size(), 4U);
    ASSERT_TRUE(journal.keep(work_of(with_first_weight(session, 7))));
    const std::vector<std::string> now = arrays(*journal.folder());
    EXPECT_EQ(now.size(), before.size() + 1);
    EXPECT_TRUE(std::ranges::includes(now, before));
}

TEST_F(JournalInAFolder, TheLastStepsAreKeptAndWhatTheyDoNotNameGoes) {
    Journal journal(home());
    const Session session = session_of_many_numbers();
    for (int i = 0; i < 20; ++i)
        ASSERT_TRUE(journal.keep(work_of(with_first_weight(session, static_cast<float>(i)))));
    const std::filesystem::path& folder = *journal.folder();
    EXPECT_EQ(steps(folder), (std::vector<std::string>{step_file(18), step_file(19), step_file(20)}));
    // Three W_Q of the first head, and the others once.
    EXPECT_EQ(arrays(folder).size(), 3U + 3U);
}

TEST_F(JournalInAFolder, UndoneAndDoneAgainTheSameMatrixIsReadAgain) {
    const Session first = session_of_many_numbers();
    const Session second = with_first_weight(first, 7);
    const auto folder = leave({first, second, second, second, second, first});
    const Result<UnsavedWork> work = read_left_work(folder);
    ASSERT_TRUE(work) << work.error().message;
    EXPECT_TRUE(equal_sessions(*work->session, first));
}

TEST_F(JournalInAFolder, DiscardedItLeavesNothing) {
    Journal journal(home());
    ASSERT_TRUE(journal.keep(work_of(session_of_many_numbers())));
    journal.discard();
    EXPECT_EQ(journal.folder(), nullptr);
    EXPECT_THAT(files(home()), IsEmpty());
    ASSERT_TRUE(journal.keep(work_of(small_session()))) << "and can begin again";
    EXPECT_EQ(steps(*journal.folder()).size(), 1U);
}

TEST_F(JournalInAFolder, MakesAFolderAgainThatSomebodyRemoved) {
    Journal journal(home());
    const Session session = session_of_many_numbers();
    ASSERT_TRUE(journal.keep(work_of(session, 1)));
    std::filesystem::remove_all(home());
    ASSERT_TRUE(journal.keep(work_of(session, 2)));
    const Result<UnsavedWork> read = read_left_work(*journal.folder());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->changed, 2);
    EXPECT_TRUE(equal_sessions(*read->session, session));
}

TEST_F(JournalInAFolder, EverythingIsForItsUserAlone) {
    const mode_t before = ::umask(0);
    const auto folder = leave({session_of_many_numbers(), with_first_weight(session_of_many_numbers(), 7)});
    ::umask(before);
    EXPECT_EQ(mode_of(home()), 0700U);
    EXPECT_EQ(mode_of(folder), 0700U);
    for (const std::string& name : files(folder))
        EXPECT_EQ(mode_of(folder / name), 0600U) << name;
}

TEST_F(JournalInAFolder, AFolderThatWasThereKeepsItsPermissionsAndTheJournalInItIsPrivate) {
    std::filesystem::create_directories(home());
    ::chmod(home().c_str(), 0755);
    const auto journal = leave({small_session()});
    EXPECT_THAT(find_left_work(home()).works, SizeIs(1));
    EXPECT_EQ(mode_of(home()), 0755U);
    EXPECT_EQ(mode_of(journal), 0700U);
}

TEST_F(JournalInAFolder, WorkThatGoesOnIsNotOffered) {
    Journal journal(home());
    ASSERT_TRUE(journal.keep(work_of(small_session())));
    EXPECT_THAT(find_left_work(home()).works, IsEmpty());
    const Result<UnsavedWork> work = read_left_work(*journal.folder());
    EXPECT_TRUE(work) << "and still is there";
}

TEST_F(JournalInAFolder, WhatOneOffersNobodyElseOffersUntilItIsGivenUp) {
    leave({small_session()});
    {
        const FoundLeftWork found = find_left_work(home());
        EXPECT_THAT(found.works, SizeIs(1));
        EXPECT_THAT(find_left_work(home()).works, IsEmpty());
    }
    EXPECT_THAT(find_left_work(home()).works, SizeIs(1));
}

TEST_F(JournalInAFolder, DiscardedLeftWorkIsGone) {
    leave({session_of_many_numbers()});
    FoundLeftWork found = find_left_work(home());
    ASSERT_THAT(found.works, SizeIs(1));
    found.works.front().discard();
    EXPECT_THAT(files(home()), IsEmpty());
}

TEST_F(JournalInAFolder, TheLastChangedIsOfferedFirst) {
    for (const std::int64_t changed : {20, 30, 10}) {
        Journal journal(home());
        ASSERT_TRUE(journal.keep(work_of(small_session(), changed)));
    }
    const FoundLeftWork found = find_left_work(home());
    ASSERT_THAT(found.works, SizeIs(3));
    EXPECT_EQ(found.works[0].label().changed, 30);
    EXPECT_EQ(found.works[1].label().changed, 20);
    EXPECT_EQ(found.works[2].label().changed, 10);
}

// --- Another process ---------------------------------------------------------------------------------------------

/// A process that keeps work in its journal until it is killed.
class KeepingProcess {
public:
    explicit KeepingProcess(const std::filesystem::path& home) {
        std::array<int, 2> ready{};
        EXPECT_EQ(::pipe(ready.data()), 0);
        id_ = ::fork();
        if (id_ == 0) {
            Journal journal(home);
            const char kept = journal.keep(work_of(small_session())) ? 'k' : 'n';
            static_cast<void>(::write(ready[1], &kept, 1));
            for (;;)
                ::pause();
        }
        char kept = 0;
        EXPECT_EQ(::read(ready[0], &kept, 1), 1);
        EXPECT_EQ(kept, 'k');
        ::close(ready[0]);
        ::close(ready[1]);
    }
    KeepingProcess(const KeepingProcess&) = delete;
    KeepingProcess& operator=(const KeepingProcess&) = delete;
    ~KeepingProcess() { end(SIGKILL); }

    void end(int signal) {
        if (id_ > 0) {
            ::kill(id_, signal);
            ::waitpid(id_, nullptr, 0);
        }
        id_ = -1;
    }

private:
    pid_t id_ = -1;
};

TEST_F(JournalInAFolder, OfTwoProcessesTheOneThatWasKilledIsOffered) {
    KeepingProcess first(home());
    const KeepingProcess second(home());
    EXPECT_THAT(find_left_work(home()).works, IsEmpty());
    first.end(SIGKILL);
    EXPECT_THAT(find_left_work(home()).works, SizeIs(1));
    EXPECT_THAT(files(home()), SizeIs(2)) << "nothing of the other is touched";
}

// --- Torn files --------------------------------------------------------------------------------------------------

/// Two steps: where something of the second is torn, the first is read, else nothing; never anything else.
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
    /// Which session is read: 1 or 2; 0 for none.
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
    /// The steps that name this file.
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
        // Every byte of what is read first and last, and places in between.
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

TEST_F(JournalInAFolder, WhatAKilledProcessWasJustMakingOrRemovingGoes) {
    const auto making = leave({small_session()});
    std::filesystem::remove(making / step_file(1));
    std::filesystem::rename(making, home() / ".new-abcdef");
    const auto removing = leave({small_session()});
    std::filesystem::rename(removing, home() / ".gone-work-abcdef");
    const auto writing = leave({small_session()});
    std::filesystem::rename(writing / step_file(1), writing / ".attention-lab-17-0.tmp");
    const FoundLeftWork found = find_left_work(home());
    EXPECT_THAT(found.works, IsEmpty());
    EXPECT_EQ(found.problem, "");
    EXPECT_THAT(files(home()), IsEmpty());
}

// --- Journals of earlier versions, which bore no mark
// ------------------------------------------------------------------

/// As earlier versions left it: its lock was empty.
void remove_mark(const std::filesystem::path& journal) {
    overwrite(journal / "lock", "");
}

TEST_F(JournalInAFolder, OfAnEarlierVersionIsFoundAndGoesWhenItIsNotWanted) {
    const auto left = leave({session_of_many_numbers()});
    remove_mark(left);
    FoundLeftWork found = find_left_work(home());
    ASSERT_THAT(found.works, SizeIs(1));
    const Result<UnsavedWork> work = read_left_work(left);
    ASSERT_TRUE(work) << work.error().message;
    EXPECT_TRUE(equal_sessions(*work->session, session_of_many_numbers()));
    found.works.front().discard();
    EXPECT_THAT(files(home()), IsEmpty());
}

TEST_F(JournalInAFolder, OfAnEarlierVersionThatWasJustMadeOrRemovedGoes) {
    for (const char* name : {".new-aB3cde", ".gone-work-abcdef", "work-000000"}) {
        const auto left = leave({small_session()});
        remove_mark(left);
        if (std::string_view(name) == "work-000000")
            std::filesystem::remove(left / step_file(1));
        std::filesystem::rename(left, home() / name);
    }
    EXPECT_THAT(find_left_work(home()).works, IsEmpty());
    EXPECT_THAT(files(home()), IsEmpty());
}

TEST_F(JournalInAFolder, FoldersOfSomebodyElseAreLeftAlone) {
    const auto make = [&](const std::string& name, const std::vector<std::string>& names, mode_t mode) {
        std::filesystem::create_directories(home() / name);
        for (const std::string& each : names)
            overwrite(home() / name / each, each == "lock" ? "" : "mine");
        ::chmod((home() / name).c_str(), mode);
    };
    make("thesis", {"lock", step_file(1)}, 0700);
    make("work-abcde", {"lock"}, 0700); // a letter short
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

TEST_F(JournalInAFolder, WhereNothingCanBeWrittenSaysSoAndKeepsTheStepsBefore) {
    Journal journal(home());
    ASSERT_TRUE(journal.keep(work_of(small_session(), 1)));
    std::filesystem::create_directory(*journal.folder() / step_file(2)); // root may write anywhere, but not there
    EXPECT_FALSE(journal.keep(work_of(small_session(), 2)));
    const Result<UnsavedWork> work = read_left_work(*journal.folder());
    ASSERT_TRUE(work);
    EXPECT_EQ(work->changed, 1);
    std::filesystem::remove(*journal.folder() / step_file(2));
    ASSERT_TRUE(journal.keep(work_of(small_session(), 3))) << "and goes on when it can";
    EXPECT_EQ(read_left_work(*journal.folder())->changed, 3);
}

TEST_F(JournalInAFolder, WeightsNamedByARelativePathAreFoundFromAnywhere) {
    Session session = small_session();
    session.origin = WeightsOrigin{"models/gpt2.safetensors", "h.0."};
    const auto left = leave({session});
    const Result<UnsavedWork> work = read_left_work(left);
    ASSERT_TRUE(work);
    ASSERT_TRUE(work->session->origin);
    EXPECT_EQ(work->session->origin->file, std::filesystem::absolute("models/gpt2.safetensors"));
    EXPECT_EQ(work->session->origin->layer, "h.0.");
}

// --- Any edits ---------------------------------------------------------------------------------------------------

RC_GTEST_PROP(JournalOfAnyEdits, OpenedAgainIsTheLastSessionBitForBit, ()) {
    const TemporaryFolder folder;
    // One in two has matrices in files of their own.
    Session session = *rc::gen::arbitrary<bool>() ? session_of_many_numbers() : *any_session();
    std::filesystem::path left;
    {
        Journal journal(folder / "unsaved");
        for (int i = 0; i < 6; ++i) {
            if (auto applied = attn::apply(session, any_edit(session)))
                session = applied->session;
            const Result<void> kept = journal.keep(work_of(session));
            if (!kept)
                RC_FAIL(kept.error().message);
        }
        left = *journal.folder();
    }
    const Result<UnsavedWork> work = read_left_work(left);
    if (!work)
        RC_FAIL(work.error().message);
    RC_ASSERT(equal_sessions(*work->session, session));
}

} // namespace
} // namespace attn
