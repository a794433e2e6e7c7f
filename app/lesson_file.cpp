#include "app/lesson_file.h"

#include "core/files/printable.h"
#include "core/lesson/lesson_shelf.h"

#include <fmt/ranges.h>
#include <string>
#include <system_error>
#include <vector>

namespace attn {

Result<std::filesystem::path> lesson_file(const std::filesystem::path& named, const std::filesystem::path& assets) {
    std::error_code unknown;
    if (std::filesystem::exists(named, unknown) || named.has_extension() || named.has_parent_path())
        return named;
    const LessonShelf shelf(assets);
    if (const LessonLabel* const label = shelf.find(named.string()))
        return label->file;
    std::vector<std::string> ids;
    for (const auto& labels : {shelf.labels(), shelf.lectures()})
        for (const LessonLabel& label : labels)
            ids.push_back(label.id);
    return error("{}: there is no such file, and no such lesson; the program has {}", printable_path(named),
                 fmt::join(ids, ", "));
}

} // namespace attn
