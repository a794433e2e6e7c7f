#pragma once

#include "tests/folders.h"
#include <cstdlib>
#include <filesystem>

namespace attn::test {

/// Cases that others made; they are beside the project or where ATTENTION_LAB_DATA says, and may be missing.
inline std::filesystem::path peer_data() {
    if (const char* const named = std::getenv("ATTENTION_LAB_DATA")) // NOLINT(concurrency-mt-unsafe): nobody sets it
        return named;
    return source_folder().parent_path() / "shared" / "data";
}

} // namespace attn::test
