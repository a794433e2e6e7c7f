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

/// The most that read_file takes unless told otherwise: 4 GiB.
constexpr std::uint64_t file_size_limit = std::uint64_t{4} << 30;

/// An open file, closed when it goes.
class FileDescriptor {
public:
    explicit FileDescriptor(int number = -1) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor();

    int number() const { return number_; }
    /// Gives the open file away.
    int release();

private:
    int number_;
};

/// A regular file that was opened for reading.
struct OpenedFile {
    FileDescriptor descriptor;
    std::uint64_t size = 0; // bytes, when it was opened
};

/// Whether both paths lead to one file, through links and folders too, whether or not it is there yet.
bool is_same_file(const std::filesystem::path& left, const std::filesystem::path& right);

/// Opens a file for reading. Folders, pipes and devices are refused, so that it neither blocks nor never ends.
Result<OpenedFile> open_for_reading(const std::filesystem::path& path);

/// The whole file. Fails when it cannot be read or has more than `limit` bytes.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uint64_t limit = file_size_limit);

/// As read_file, as text; the encoding is not looked at.
Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t limit = file_size_limit);

/// A file that stays open, of which parts are read when they are asked for. Copies share it. Another program may cut
/// the file meanwhile: what is gone then is an error, and what was read stays.
class RandomAccessFile {
public:
    static Result<RandomAccessFile> open(const std::filesystem::path& path);

    /// Bytes, when it was opened.
    std::uint64_t size() const { return file_->size; }
    /// Its path, as it begins messages.
    const std::string& name() const { return name_; }
    /// Fills `bytes` from `offset` on. The message of an error does not name the file.
    Result<void> read(std::uint64_t offset, std::span<std::byte> bytes) const;

private:
    RandomAccessFile(std::shared_ptr<const OpenedFile> file, std::string name)
        : file_(std::move(file)), name_(std::move(name)) {}

    std::shared_ptr<const OpenedFile> file_;
    std::string name_;
};

/// Writes a whole file at once: either all of it is there in the end, or the old one as it was. See AtomicFile.
Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> content);
Result<void> write_text_file(const std::filesystem::path& path, std::string_view content);

/// Whether something stands at the path. Fails where a link stands there that leads to nothing, or where it cannot be
/// seen: a file that is meant and missing is not one that was never meant.
Result<bool> is_present(const std::filesystem::path& path);

} // namespace attn
