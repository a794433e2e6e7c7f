#include "core/io/input_files.h"

#include "core/io/file.h"
#include "core/io/printable.h"

#include <system_error>

namespace attn {

Result<void> check_is_not_read(std::span<const std::filesystem::path> inputs, const std::filesystem::path& output) {
    std::error_code ignored;
    for (const std::filesystem::path& input : inputs)
        if (std::filesystem::is_regular_file(input, ignored) && is_same_file(input, output))
            return error("{}: is what is read, and would be lost; expected another name", printable_path(output));
    return {};
}

} // namespace attn
