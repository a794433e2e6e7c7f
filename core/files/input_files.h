#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace attn {

/// The files that something was made from, and those that these name: whoever writes what is made of it asks here, and
/// replaces none of them. A value; copies share.
class InputFiles {
public:
    InputFiles() = default;

    /// A relative path is one in the folder that is current now.
    void add(const std::filesystem::path& file);
    void add(const InputFiles& others);

    /// Absolute, each once.
    std::span<const std::filesystem::path> paths() const;
    /// Fails where what is to be written to `output` would take the place of one of them, under whatever name: another
    /// way of writing its path, a symbolic link, a hard link.
    Result<void> check_spares(const std::filesystem::path& output) const;

private:
    std::shared_ptr<const std::vector<std::filesystem::path>> paths_;
};

/// Notes every file that is opened for reading (open_for_reading) in its thread while it is there, however deep within
/// a reader, so that no reader can forget to say what it read. Where there are several, each notes all.
class ReadingRecord {
public:
    ReadingRecord();
    ReadingRecord(const ReadingRecord&) = delete;
    ReadingRecord& operator=(const ReadingRecord&) = delete;
    ~ReadingRecord();

    const InputFiles& files() const { return files_; }

    /// A file has been opened for reading in this thread.
    static void note(const std::filesystem::path& file);

private:
    ReadingRecord* outer_;
    InputFiles files_;
};

} // namespace attn
