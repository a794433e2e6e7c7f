#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace attn {

/// The folder of this test program. Paths start from it, so that every checkout builds the same program.
inline std::filesystem::path folder_of_program() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

/// The project's folder: the one around the program that contains this file, or ATTN_SOURCE_DIR of the environment.
inline std::filesystem::path source_folder() {
    if (const char* const said = std::getenv("ATTN_SOURCE_DIR")) // NOLINT(concurrency-mt-unsafe): nobody sets it
        return said;
    std::filesystem::path folder = folder_of_program();
    while (folder.has_relative_path() && !std::filesystem::exists(folder / "tests/folders.h"))
        folder = folder.parent_path();
    return folder;
}

/// The folder of assets as the build has put them together.
inline std::filesystem::path assets_folder() {
    return folder_of_program().parent_path() / "share" / "attention-lab";
}

/// The path of the program itself.
inline std::string program_file() {
    return (folder_of_program() / "attention-lab").string();
}

} // namespace attn
