#include "core/journal/session_lock.h"

#include "core/document/session/random_numbers.h"

#include <fmt/format.h>
#include <system_error>

namespace attn {

std::filesystem::path session_lock_path(const std::filesystem::path& session, const std::filesystem::path& folder) {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::weakly_canonical(session, failed);
    if (failed)
        whole = session.lexically_normal();
    return folder / fmt::format("{:016x}.lock", hash_of(whole.string()));
}

} // namespace attn
