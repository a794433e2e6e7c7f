#include "core/lesson/lesson_shelf.h"

#include "core/files/printable.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace attn {

namespace {

bool is_named(const std::filesystem::path& file, std::string_view beginning) {
    return file.extension() == ".json" && file.filename().string().starts_with(beginning);
}

} // namespace

LessonList list_lessons(const std::filesystem::path& assets) {
    LessonList list;
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    const std::filesystem::path folder = assets / "lessons";
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        if (is_named(entry.path(), "lesson-") || is_named(entry.path(), "lecture-"))
            files.push_back(entry.path());
    if (failed)
        list.unreadable.push_back(error("{}: {}", printable_path(folder), failed.message()));
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) {
        Result<LessonLabel> label = read_lesson_label(file);
        if (!label)
            list.unreadable.push_back(label.error());
        else
            (label->on_wall ? list.lectures : list.labels).push_back(*std::move(label));
    }
    std::ranges::stable_sort(list.labels, [](const LessonLabel& a, const LessonLabel& b) {
        return std::pair(a.number, a.id) < std::pair(b.number, b.id);
    });
    return list;
}

const LessonLabel* LessonShelf::find(std::string_view id) const {
    for (const std::vector<LessonLabel>* const shelf : {&labels(), &lectures()})
        if (const auto found = std::ranges::find(*shelf, id, &LessonLabel::id); found != shelf->end())
            return &*found;
    return nullptr;
}

} // namespace attn
