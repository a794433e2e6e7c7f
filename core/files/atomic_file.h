#pragma once

#include "core/files/file.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <sys/stat.h>
#include <vector>

namespace attn {

/// A file that appears as a whole or not at all. Its bytes are written to a temporary file in the same folder, which
/// gets the file's name when it is committed and is removed otherwise; temporary files that killed processes left there
/// are removed, too. A symbolic link is followed, and its target replaced. The temporary file has the mode of the
/// replaced file from its first byte on. A write-protected file is not replaced. A pipe or device, which cannot be
/// replaced, gets all bytes when the file is committed.
///
/// The first failure is stored and reported by commit(); later calls do nothing.
class AtomicFile {
public:
    explicit AtomicFile(const std::filesystem::path& path);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    void append(std::span<const std::byte> bytes);
    /// Overwrites bytes that were appended earlier.
    void replace(std::uint64_t offset, std::span<const std::byte> bytes);
    /// The number of bytes appended so far.
    std::uint64_t size() const { return size_; }
    /// True after a failure, so that a long computation may stop.
    bool failed() const { return failure_.has_value(); }

    /// Writes all bytes safely to the disk under the temporary name, and closes the file. Only commit may be called
    /// after this.
    Result<void> prepare();
    /// Makes the file appear, safely on the disk. Must be called only once. Fails if any step failed, e.g. because the
    /// folder does not exist or is not writable, or the disk is full.
    Result<void> commit();

    /// Returns the file that is replaced, with symbolic links followed; nullopt for a pipe or device.
    std::optional<std::filesystem::path> replaced_file() const;

private:
    void begin_stream();
    void begin_replacement();
    void take_over_mode(const struct stat& old);
    void flush();
    void fail(int reason);
    void move_into_place();
    void copy_to_stream();
    void discard();

    std::filesystem::path path_;   // as the caller gave it
    std::filesystem::path target_; // behind symbolic links
    std::filesystem::path temporary_;
    bool is_stream_ = false; // a pipe or device
    FileDescriptor descriptor_;
    std::vector<std::byte> buffer_;
    std::uint64_t size_ = 0;
    std::optional<Error> failure_;
};

} // namespace attn
