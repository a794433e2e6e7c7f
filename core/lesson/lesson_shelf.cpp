#include "core/lesson/lesson_shelf.h"

#include "core/files/printable.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace attn {

LessonList list_lessons(const std::filesystem::path& assets) {
    LessonList list;
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    const std::filesystem::path folder = assets / "lessons";
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        if (entry.path().extension() == ".json" && entry.path().filename().string().starts_with("lesson-"))
            files.push_back(entry.path());
    if (failed)
        list.unreadable.push_back(error("{}: {}", printable_path(folder), failed.message()));
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) {
        Result<LessonLabel> label = read_lesson_label(file);
        if (label)
            list.labels.push_back(*std::move(label));
        else
            list.unreadable.push_back(label.error());
    }
    std::ranges::stable_sort(list.labels, [](const LessonLabel& a, const LessonLabel& b) {
        return std::pair(a.number, a.id) < std::pair(b.number, b.id);
    });
    return list;
}

const LessonLabel* LessonShelf::find(std::string_view id) const {
    const auto found = std::ranges::find(labels(), id, &LessonLabel::id);
    return found == labels().end() ? nullptr : &*found;
}

} // namespace attn
