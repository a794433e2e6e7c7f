#pragma once

#include "core/files/json.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace attn {

/// The file that exists where a session is to be saved. Only sessions are replaced without asking.
struct ReplacedFile {
    enum class Kind : std::uint8_t {
        nothing, ///< there is no file, an empty file, or a pipe or device, which is written to and not replaced
        session,
        other
    };
    Kind kind = Kind::nothing;
    std::string holds; ///< contents of another file, in words: "arrays (.npz)", "a picture"
};

/// True if the JSON is a session of a whole model, even an incomplete one.
bool is_of_whole_model(const Json& document);

/// Classifies the file by its content; its name does not matter.
ReplacedFile classify_existing_file(const std::filesystem::path& path);

} // namespace attn
