#include "core/files/presence.h"

#include "core/files/printable.h"

#include <system_error>

namespace attn {

Result<bool> is_present(const std::filesystem::path& path) {
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(path, failed);
    if (status.type() == std::filesystem::file_type::not_found)
        return false;
    if (!failed && !std::filesystem::is_symlink(status))
        return true;
    if (!failed && std::filesystem::exists(path, failed))
        return true;
    if (!failed && std::filesystem::is_symlink(status))
        return error("{}: is a link to {}, which is not there", printable_path(path),
                     printable_path(std::filesystem::read_symlink(path, failed)));
    return error("{}: cannot be read: {}", printable_path(path), failed.message());
}

} // namespace attn
