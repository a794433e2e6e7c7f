// Journals in a folder, for their tests.

#pragma once

#include "core/files/file.h"
#include "core/journal/journal.h"
#include "core/journal/journal_files.h"
#include "core/journal/left_work.h"
#include "tests/core/document/random_edits.h"
#include "tests/core/document/sessions.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace attn {
inline UnsavedWork work_of(Session session, std::int64_t changed = 1) {
    return {std::make_shared<const Session>(std::move(session)), {}, {}, changed, {}};
}

/// A session of so many numbers that its matrices have files of their own.
inline Session session_of_many_numbers() {
    Session session = test::session_of("{'version': 1, 'tokens': ['the', 'cat', 'sat'],"
                                       " 'sizes': {'d_model': 48, 'heads': 2, 'd_k': 24, 'd_v': 24}}");
    for (Index head = 0; head < 2; ++head)
        session = test::after(session, SetCell{{0, ArrayId::W_Q, 0, head, 0, 0}, 0.25F});
    for (Index head = 0; head < 2; ++head)
        session = test::after(session, SetCell{{0, ArrayId::W_K, 0, head, 0, 0}, 0.5F});
    return session;
}

inline Session with_first_weight(const Session& session, float value) {
    return test::after(session, SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, value});
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
    /// The journal that a process left when it ended without warning.
    std::filesystem::path leave(const std::vector<Session>& sessions) {
        Journal journal(home());
        std::int64_t time = 0;
        for (const Session& session : sessions)
            EXPECT_TRUE(journal.keep(work_of(session, ++time)));
        return *journal.folder();
    }

    TemporaryFolder folder_;
};

inline std::string content_of(const std::filesystem::path& file) {
    const Result<std::string> text = read_text_file(file);
    EXPECT_TRUE(text);
    return text ? *text : std::string();
}

inline void overwrite(const std::filesystem::path& file, std::string_view content) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
}

inline mode_t mode_of(const std::filesystem::path& path) {
    struct stat status = {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
}

} // namespace attn
