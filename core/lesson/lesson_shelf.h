#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

/// The lessons of a folder, in the order of the course, and its lectures.
struct LessonList {
    std::vector<LessonLabel> labels;
    std::vector<LessonLabel> lectures;
    std::vector<Error> unreadable; ///< errors of files that cannot be read; the others are listed
};
LessonList list_lessons(const std::filesystem::path& assets);

/// The program's lessons, read when they are first asked for.
class LessonShelf {
public:
    explicit LessonShelf(std::filesystem::path assets) : assets_(std::move(assets)) {}

    const std::vector<LessonLabel>& labels() const { return list().labels; }
    const std::vector<LessonLabel>& lectures() const { return list().lectures; }
    const std::vector<Error>& unreadable() const { return list().unreadable; }
    /// The lesson or lecture with this id; null if there is none.
    const LessonLabel* find(std::string_view id) const;
    bool is_read() const { return list_.has_value(); }

private:
    const LessonList& list() const {
        if (!list_)
            list_ = list_lessons(assets_);
        return *list_;
    }

    std::filesystem::path assets_;
    mutable std::optional<LessonList> list_;
};

} // namespace attn
