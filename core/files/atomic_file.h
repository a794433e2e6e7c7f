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

/// A file that appears whole or not at all. What is written goes into a temporary file in the same folder, which
/// takes the file's name when it is committed and is removed otherwise; those that killed processes have left there are
/// removed too. Through a symbolic link its target is written; the mode of a file that is replaced holds from the first
/// byte. A write-protected file is not replaced.
/// A pipe or device, which cannot be replaced, gets everything when it is committed. What it is is seen from its kind.
///
/// The first thing that goes wrong is kept and reported by commit(); what follows it does nothing.
class AtomicFile {
public:
    explicit AtomicFile(const std::filesystem::path& path);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    void append(std::span<const std::byte> bytes);
    /// Replaces bytes that were appended before.
    void replace(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Bytes appended so far.
    std::uint64_t size() const { return size_; }
    /// Whether something went wrong, so that a long computation may stop.
    bool failed() const { return failure_.has_value(); }

    /// Puts everything safely on the disk under the temporary name, and closes that. Only commit may follow.
    Result<void> prepare();
    /// Makes the file appear, safely on the disk. Fails when anything failed: the folder does not exist or is not
    /// writable, the disk is full. Once.
    Result<void> commit();

    /// Where symbolic links lead: the file that is replaced. Nothing for a pipe or device.
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

    std::filesystem::path path_;   // as it was asked for
    std::filesystem::path target_; // where symbolic links lead
    std::filesystem::path temporary_;
    bool is_stream_ = false; // a pipe or device
    FileDescriptor descriptor_;
    std::vector<std::byte> buffer_;
    std::uint64_t size_ = 0;
    std::optional<Error> failure_;
};

} // namespace attn
