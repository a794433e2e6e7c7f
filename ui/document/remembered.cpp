#include "ui/document/remembered.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace attn {

void remember_file(Remembered& remembered, const std::filesystem::path& file) {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::absolute(file, failed).lexically_normal();
    if (failed)
        return;
    std::vector<std::filesystem::path>& recent = remembered.recent;
    std::erase(recent, whole);
    recent.insert(recent.begin(), std::move(whole));
    if (recent.size() > most_recent_files)
        recent.resize(most_recent_files);
}

} // namespace attn
