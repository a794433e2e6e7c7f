#pragma once

#include "core/tensor/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// The default limit of read_file: 4 GiB.
constexpr std::uint64_t file_size_limit = std::uint64_t{4} << 30;

/// An open file, closed by the destructor.
class FileDescriptor {
public:
    explicit FileDescriptor(int number = -1) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor();

    int number() const { return number_; }
    /// Returns the descriptor and leaves it open; this object no longer owns it.
    int release();

private:
    int number_;
};

/// A regular file that was opened for reading.
struct OpenedFile {
    FileDescriptor descriptor;
    std::uint64_t size = 0; // bytes, when the file was opened
};

/// True if both paths lead to the same file, also through links and folders, and even if the file does not exist yet.
bool is_same_file(const std::filesystem::path& left, const std::filesystem::path& right);

/// Opens a regular file for reading. Folders, pipes and devices are refused, since they could block or never end.
Result<OpenedFile> open_for_reading(const std::filesystem::path& path);

/// Reads the whole file. Fails if it cannot be read or has more than `limit` bytes.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uint64_t limit = file_size_limit);

/// Reads the whole file as text; the encoding is not checked.
Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t limit = file_size_limit);

/// A file that stays open, so that parts of it can be read on demand. Copies share it. If another program shortens the
/// file, reading the missing part is an error; parts that were already read stay valid.
class RandomAccessFile {
public:
    static Result<RandomAccessFile> open(const std::filesystem::path& path);

    /// Returns the number of bytes that the file had when it was opened.
    std::uint64_t size() const { return file_->size; }
    /// Returns the path as messages begin with it.
    const std::string& name() const { return name_; }
    /// Fills `bytes` from `offset` on. The error message does not name the file.
    Result<void> read(std::uint64_t offset, std::span<std::byte> bytes) const;

private:
    RandomAccessFile(std::shared_ptr<const OpenedFile> file, std::string name)
        : file_(std::move(file)), name_(std::move(name)) {}

    std::shared_ptr<const OpenedFile> file_;
    std::string name_;
};

/// Writes a whole file: afterwards there is either the whole new content, or the old file unchanged. See AtomicFile.
Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> content);
Result<void> write_text_file(const std::filesystem::path& path, std::string_view content);

/// True if something exists at the path. Fails for a dangling link, and if the path cannot be examined, since in these
/// cases the user's file may exist.
Result<bool> is_present(const std::filesystem::path& path);

} // namespace attn
