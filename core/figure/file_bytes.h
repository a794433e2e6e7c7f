#pragma once

#include <exception>
#include <string>

namespace attn {

/// Appends what a library of C hands over, through which no exception can pass. False where there is no memory for it.
inline bool append_bytes(std::string& file, const unsigned char* bytes, std::size_t count) noexcept {
    try {
        file.append(reinterpret_cast<const char*>(bytes), count);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace attn
