#include "core/io/made_files.h"

#include "core/io/file.h"
#include "core/io/printable.h"

#include <system_error>

namespace attn {

MadeFiles::~MadeFiles() {
    std::error_code ignored;
    for (const std::filesystem::path& file : made_)
        std::filesystem::remove(file, ignored);
    if (made_folder_)
        std::filesystem::remove(folder_, ignored);
}

Result<void> MadeFiles::open() {
    std::error_code failure;
    made_folder_ = std::filesystem::create_directory(folder_, failure);
    if (failure)
        return error("{}: {}", printable_path(folder_), failure.message());
    if (!std::filesystem::is_directory(folder_, failure))
        return error("{}: this is no folder", printable_path(folder_));
    return {};
}

bool MadeFiles::exists(const std::string& name) const {
    std::error_code ignored;
    return std::filesystem::exists(path(name), ignored);
}

Result<void> MadeFiles::write(const std::string& name, std::string_view bytes) {
    const bool is_new = !exists(name);
    auto written = write_text_file(path(name), bytes);
    if (written && is_new)
        add(name);
    return written;
}

void MadeFiles::keep() {
    made_.clear();
    made_folder_ = false;
}

} // namespace attn
