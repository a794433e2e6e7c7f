#include "ui/document/journaling.h"

#include "core/journal/journal_files.h"
#include "tests/comes_about.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <chrono>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

UnsavedWork work_changed_at(std::int64_t changed) {
    return {std::make_shared<const Session>(preset("by-hand")), {}, {}, changed, {}};
}

class JournalBesideFrames : public testing::Test {
protected:
    std::filesystem::path home() const { return folder_ / "unsaved"; }
    /// The time at which the work in the only journal was changed; nullopt if there is no journal.
    std::optional<std::int64_t> kept() const {
        for (const std::string& name : names_in(home(), 10))
            if (const Result<UnsavedWork> work = read_left_work(home() / name))
                return work->changed;
        return std::nullopt;
    }
    std::size_t steps() const {
        std::size_t count = 0;
        for (const std::string& name : names_in(home(), 10))
            for (const std::string& file : names_in(home() / name, 100))
                count += is_step_file(file) ? 1U : 0U;
        return count;
    }

    TemporaryFolder folder_;
};

TEST_F(JournalBesideFrames, TheFirstChangeIsWrittenAtOnce) {
    Journaling journaling({home(), 1h});
    journaling.keep(work_changed_at(1));
    EXPECT_TRUE(comes_about([&] { return kept() == 1; }));
}

TEST_F(JournalBesideFrames, OfTheChangesOfAnIntervalOnlyTheLastIsWritten) {
    Journaling journaling({home(), 1h});
    journaling.keep(work_changed_at(1));
    ASSERT_TRUE(comes_about([&] { return kept() == 1; }));
    for (std::int64_t i = 2; i <= 9; ++i)
        journaling.keep(work_changed_at(i));
    EXPECT_EQ(kept(), 1);
    journaling.flush();
    EXPECT_EQ(kept(), 9);
    EXPECT_EQ(steps(), 2U);
}

TEST_F(JournalBesideFrames, AfterTheIntervalTheLastChangeIsWrittenWithoutBeingAskedFor) {
    Journaling journaling({home(), 1ms});
    journaling.keep(work_changed_at(1));
    journaling.keep(work_changed_at(2));
    EXPECT_TRUE(comes_about([&] { return kept() == 2; }));
}

TEST_F(JournalBesideFrames, HurriedItWritesTheLastChangeWithinTheInterval) {
    Journaling journaling({home(), 1h});
    journaling.keep(work_changed_at(1));
    ASSERT_TRUE(comes_about([&] { return kept() == 1; }));
    journaling.hurry(); // nothing waits, so that the next changes wait for the usual interval
    journaling.keep(work_changed_at(2));
    EXPECT_EQ(kept(), 1);
    journaling.hurry();
    EXPECT_TRUE(comes_about([&] { return kept() == 2; }));
    journaling.keep(work_changed_at(3));
    EXPECT_EQ(kept(), 2);
}

TEST_F(JournalBesideFrames, EndsWithTheLastChangeWritten) {
    {
        Journaling journaling({home(), 1h});
        for (std::int64_t i = 1; i <= 5; ++i)
            journaling.keep(work_changed_at(i));
    }
    EXPECT_EQ(kept(), 5);
}

TEST_F(JournalBesideFrames, DiscardingDoesNotWaitForTheInterval) {
    Journaling journaling({home(), 1h});
    journaling.keep(work_changed_at(1));
    journaling.flush();
    journaling.discard();
    EXPECT_TRUE(comes_about([&] { return names_in(home(), 10).empty(); }));
}

TEST_F(JournalBesideFrames, WhatIsReplacedGoesOnlyWhenItsSuccessorIsOnTheDisk) {
    {
        Journaling ended({home(), 1h});
        ended.keep(work_changed_at(1));
    }
    FoundLeftWork found = find_left_work(home());
    ASSERT_EQ(found.works.size(), 1U);
    const std::filesystem::path left = found.works.front().label().folder;
    Journaling journaling({home(), 1h});
    journaling.replace(std::move(found.works.front()));
    journaling.flush();
    EXPECT_TRUE(std::filesystem::exists(left));
    journaling.keep(work_changed_at(2));
    journaling.flush();
    EXPECT_FALSE(std::filesystem::exists(left));
    EXPECT_EQ(kept(), 2);
}

TEST_F(JournalBesideFrames, AFolderThatCannotBeUsedIsSaidOnceAndNobodyWaitsForIt) {
    std::filesystem::create_directory(folder_ / "elsewhere");
    std::filesystem::create_directory_symlink(folder_ / "elsewhere", home());
    Journaling journaling({home(), 1ms});
    journaling.keep(work_changed_at(1));
    journaling.flush();
    const std::optional<Error> problem = journaling.take_problem();
    ASSERT_TRUE(problem);
    EXPECT_THAT(problem->message, HasSubstr("symbolic link"));
    journaling.keep(work_changed_at(2));
    journaling.flush();
    EXPECT_FALSE(journaling.take_problem());
}

TEST_F(JournalBesideFrames, WhatFailedIsTriedAgainByItself) {
    std::filesystem::create_directory(folder_ / "elsewhere");
    std::filesystem::create_directory_symlink(folder_ / "elsewhere", home());
    Journaling journaling({home(), 1ms});
    journaling.keep(work_changed_at(1));
    ASSERT_TRUE(comes_about([&] { return journaling.take_problem().has_value(); }));
    std::filesystem::remove(home());
    EXPECT_TRUE(comes_about([&] { return kept() == 1; }));
}

} // namespace
} // namespace attn
