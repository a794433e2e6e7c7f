// Work kept against a crash, and the offer of it afterwards.

#include "tests/core/journal/journals.h"

#include <array>
#include <csignal>
#include <optional>
#include <rapidcheck/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace attn {
namespace {

using test::any_edit;
using test::any_session;
using test::equal_sessions;
using test::small_session;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

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
    // Three versions of W_Q of the first head, and the other matrices once.
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

/// Makes the journal one of an earlier version, whose lock was empty.
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
    // One session in two has matrices in files of their own.
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
