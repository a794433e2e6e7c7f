#include "core/journal/session_lock.h"

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <system_error>

namespace attn {

namespace {

/// FNV-1a of the bytes.
std::uint64_t hash_of_path(const std::string& path) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char letter : path)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3U;
    return hash;
}

} // namespace

std::filesystem::path session_lock_path(const std::filesystem::path& session, const std::filesystem::path& folder) {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::weakly_canonical(session, failed);
    if (failed)
        whole = session.lexically_normal();
    return folder / fmt::format("{:016x}.lock", hash_of_path(whole.string()));
}

} // namespace attn
