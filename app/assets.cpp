#include "app/assets.h"

#include <cstdlib>
#include <system_error>

namespace attn {

std::filesystem::path program_assets() {
    if (const char* const named = std::getenv("ATTENTION_LAB_ASSETS")) // NOLINT(concurrency-mt-unsafe): nobody sets it
        return named;
    std::error_code failed;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
    return program.parent_path().parent_path() / "share" / "attention-lab";
}

std::optional<std::filesystem::path> program_model(std::string_view name) {
    const std::filesystem::path plain(name);
    const std::filesystem::path folder = program_assets() / "models" / plain;
    std::error_code ignored;
    if (name.empty() || plain.filename() != plain || !std::filesystem::is_regular_file(folder / "config.json", ignored))
        return std::nullopt;
    return folder;
}

} // namespace attn
