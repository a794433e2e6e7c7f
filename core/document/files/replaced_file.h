#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace attn {

/// What stands where a session is to be saved, so that nothing else is taken for an older state of it.
struct ReplacedFile {
    enum class Kind : std::uint8_t {
        nothing, ///< no file, an empty one, or a pipe or device, which gets bytes and is not replaced
        session,
        other
    };
    Kind kind = Kind::nothing;
    std::string holds; ///< of another file, in words: "arrays (.npz)", "a picture"
};

/// Looks at the file's content, not at its name.
ReplacedFile classify_existing_file(const std::filesystem::path& path);

} // namespace attn
