#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace attn {

/// The files that something was read from, including files named in them. Writers of what was made from them check
/// here, so that they replace none of them. A value type; copies share the list.
class InputFiles {
public:
    InputFiles() = default;

    /// Adds a file; a relative path counts from the current folder now.
    void add(const std::filesystem::path& file);
    void add(const InputFiles& others);

    /// Absolute paths without duplicates.
    std::span<const std::filesystem::path> paths() const;
    /// Fails if a file written to `output` would replace one of these files, under whatever name: another spelling of
    /// its path, a symbolic link or a hard link.
    Result<void> check_spares(const std::filesystem::path& output) const;

private:
    std::shared_ptr<const std::vector<std::filesystem::path>> paths_;
};

/// Records every file that its thread opens for reading (open_for_reading) during its lifetime, however deep in a
/// reader, so that no reader can forget one. Nested records each record all files.
class ReadingRecord {
public:
    ReadingRecord();
    ReadingRecord(const ReadingRecord&) = delete;
    ReadingRecord& operator=(const ReadingRecord&) = delete;
    ~ReadingRecord();

    const InputFiles& files() const { return files_; }

    /// Records that this thread has opened the file for reading.
    static void note(const std::filesystem::path& file);

private:
    ReadingRecord* outer_;
    InputFiles files_;
};

} // namespace attn
