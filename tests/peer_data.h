#pragma once

#include "tests/folders.h"
#include <cstdlib>
#include <filesystem>

namespace attn::test {

/// The folder of test cases made by others, beside the project or in ATTENTION_LAB_DATA. It may be missing.
inline std::filesystem::path peer_data() {
    if (const char* const named = std::getenv("ATTENTION_LAB_DATA")) // NOLINT(concurrency-mt-unsafe): nobody sets it
        return named;
    return source_folder().parent_path() / "shared" / "data";
}

} // namespace attn::test
