#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace attn {

/// The files from which something was read, including files named in them. Whoever writes files made from them checks
/// here that none of them is replaced. A value type; copies share the list.
class InputFiles {
public:
    InputFiles() = default;

    /// Adds a file; a relative path is resolved against the current folder now.
    void add(const std::filesystem::path& file);
    void add(const InputFiles& others);

    /// Returns absolute paths without duplicates.
    std::span<const std::filesystem::path> paths() const;
    /// Fails if a file written to `output` would replace one of these files, under whatever name: another spelling of
    /// its path, a symbolic link or a hard link.
    Result<void> check_spares(const std::filesystem::path& output) const;

private:
    std::shared_ptr<const std::vector<std::filesystem::path>> paths_;
};

/// Records every file that its thread opens for reading (open_for_reading) while the record exists, in whatever
/// function, so that no reader can forget a file. If records are nested, each records all files.
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
