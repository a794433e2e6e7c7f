#pragma once

#include "core/attention/result.h"
#include "core/io/number_format.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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

/// Opens a file for reading. Folders, pipes and devices are refused, so that it neither blocks nor never ends.
Result<OpenedFile> open_for_reading(const std::filesystem::path& path);

/// The whole file. Fails when it cannot be read or has more than `limit` bytes.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uint64_t limit = file_size_limit);

/// As read_file, as text; the encoding is not looked at.
Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t limit = file_size_limit);

/// The whole file as memory that is read when it is touched. Fails as read_file does, without a limit.
/// A file that another program cuts meanwhile ends this one; replacing it by another file does no harm.
Result<Bytes> map_file(const std::filesystem::path& path);

/// Writes a whole file at once: either all of it is there in the end, or the old one as it was. See AtomicFile.
Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> content);
Result<void> write_text_file(const std::filesystem::path& path, std::string_view content);

} // namespace attn
