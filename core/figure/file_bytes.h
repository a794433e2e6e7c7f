#pragma once

#include <exception>
#include <string>

namespace attn {

/// Appends bytes that a C library passes to a callback, which must not throw. Returns false if there is not enough
/// memory.
inline bool append_bytes(std::string& file, const unsigned char* bytes, std::size_t count) noexcept {
    try {
        file.append(reinterpret_cast<const char*>(bytes), count);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace attn
