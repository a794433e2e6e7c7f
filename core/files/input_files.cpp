#include "core/files/input_files.h"

#include "core/files/file.h"
#include "core/files/printable.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Returns the record of this thread that was created last.
ReadingRecord*& innermost_record() {
    // It is for this thread alone, like errno. NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
    thread_local ReadingRecord* record = nullptr;
    return record;
}

} // namespace

void InputFiles::add(const std::filesystem::path& file) {
    std::error_code failed;
    std::filesystem::path place = std::filesystem::absolute(file, failed);
    if (failed || std::ranges::find(paths(), place) != paths().end())
        return;
    auto more = std::make_shared<std::vector<std::filesystem::path>>(paths().begin(), paths().end());
    more->push_back(std::move(place));
    paths_ = std::move(more);
}

void InputFiles::add(const InputFiles& others) {
    if (!paths_)
        paths_ = others.paths_;
    else if (paths_ != others.paths_)
        for (const std::filesystem::path& file : others.paths())
            add(file);
}

std::span<const std::filesystem::path> InputFiles::paths() const {
    return paths_ ? std::span<const std::filesystem::path>(*paths_) : std::span<const std::filesystem::path>();
}

Result<void> InputFiles::check_spares(const std::filesystem::path& output) const {
    std::error_code ignored;
    if (!std::filesystem::exists(output, ignored))
        return {}; // it replaces no file
    for (const std::filesystem::path& input : paths())
        if (std::filesystem::is_regular_file(input, ignored) && is_same_file(input, output))
            return error("{}: is what is read, and would be lost; expected another name", printable_path(output));
    return {};
}

ReadingRecord::ReadingRecord() : outer_(std::exchange(innermost_record(), this)) {}

ReadingRecord::~ReadingRecord() {
    innermost_record() = outer_;
}

void ReadingRecord::note(const std::filesystem::path& file) {
    for (ReadingRecord* record = innermost_record(); record != nullptr; record = record->outer_)
        record->files_.add(file);
}

} // namespace attn
