#pragma once

#include "core/attention/result.h"
#include "core/io/file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace attn {

/// A file that appears whole or not at all. What is written goes into a temporary file in the same folder, which
/// takes the file's name when it is committed and is removed otherwise. Through a symbolic link its target is
/// written; the mode of a file that is replaced stays. A write-protected file is not replaced.
/// A pipe or device gets everything when it is committed.
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

    /// Makes the file appear, safely on the disk. Fails when anything failed: the folder does not exist or is not
    /// writable, the disk is full. Once.
    Result<void> commit();

private:
    void create_temporary(const std::filesystem::path& folder);
    void take_over_mode();
    void flush();
    void fail(int reason);
    void move_into_place();
    void copy_to_device();
    void discard();

    std::filesystem::path path_;   // as it was asked for
    std::filesystem::path target_; // where symbolic links lead
    std::filesystem::path temporary_;
    bool device_ = false;
    FileDescriptor descriptor_;
    std::vector<std::byte> buffer_;
    std::uint64_t size_ = 0;
    std::optional<Error> failure_;
};

} // namespace attn
