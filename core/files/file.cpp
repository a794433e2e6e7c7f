#include "core/files/file.h"

#include "core/files/atomic_file.h"
#include "core/files/input_files.h"
#include "core/files/printable.h"

#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

Error read_error(const std::filesystem::path& path, int reason) {
    return error("{}: cannot be read: {}", printable_path(path), std::generic_category().message(reason));
}

/// Reads until the end of the file or past the limit; the file may grow meanwhile.
template <class Container>
Result<Container> read_whole(const std::filesystem::path& path, std::uint64_t limit) {
    auto file = open_for_reading(path);
    if (!file)
        return file.error();
    const auto too_large = [&](std::uint64_t size) {
        return error("{}: has {} bytes, at most {} are read", printable_path(path), size, limit);
    };
    if (file->size > limit)
        return too_large(file->size);
    try {
        Container content;
        content.resize(static_cast<std::size_t>(file->size) + 1); // one byte more, so that the end shows without
                                                                  // growing the container
        std::size_t filled = 0;
        for (;;) {
            const ssize_t count = ::read(file->descriptor.number(), content.data() + filled, content.size() - filled);
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return read_error(path, errno);
            filled += static_cast<std::size_t>(count);
            if (filled > limit)
                return too_large(filled);
            if (count == 0)
                break;
            if (filled == content.size())
                content.resize(content.size() * 2);
        }
        content.resize(filled);
        return content;
    } catch (const std::bad_alloc&) {
        return error("{}: there is no memory for {} bytes", printable_path(path), file->size);
    }
}

} // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
        if (number_ >= 0)
            ::close(number_);
        number_ = other.release();
    }
    return *this;
}

FileDescriptor::~FileDescriptor() {
    if (number_ >= 0)
        ::close(number_);
}

int FileDescriptor::release() {
    return std::exchange(number_, -1);
}

bool is_same_file(const std::filesystem::path& left, const std::filesystem::path& right) {
    std::error_code failed;
    if (std::filesystem::equivalent(left, right, failed) && !failed)
        return true;
    // A missing file has no identity, so the places that links lead to are compared.
    const auto where_it_leads = [](std::filesystem::path path) {
        std::error_code none;
        constexpr int most_links = 40;
        for (int i = 0; i < most_links && std::filesystem::is_symlink(path, none); ++i)
            path = path.parent_path() / std::filesystem::read_symlink(path, none);
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, none), none);
    };
    const std::filesystem::path place = where_it_leads(left);
    return !place.empty() && place == where_it_leads(right);
}

Result<OpenedFile> open_for_reading(const std::filesystem::path& path) {
    // O_NONBLOCK: opening a pipe would otherwise wait for a writer.
    FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor.number() < 0)
        return read_error(path, errno);
    struct stat status = {};
    if (::fstat(descriptor.number(), &status) != 0)
        return read_error(path, errno);
    if (S_ISDIR(status.st_mode))
        return error("{}: is a folder, a file was expected", printable_path(path));
    if (!S_ISREG(status.st_mode))
        return error("{}: is a pipe or device, a file was expected", printable_path(path));
    ReadingRecord::note(path);
    return OpenedFile{std::move(descriptor), static_cast<std::uint64_t>(status.st_size)};
}

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uint64_t limit) {
    return read_whole<std::vector<std::byte>>(path, limit);
}

Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t limit) {
    return read_whole<std::string>(path, limit);
}

Result<RandomAccessFile> RandomAccessFile::open(const std::filesystem::path& path) {
    auto file = open_for_reading(path);
    if (!file)
        return file.error();
    return RandomAccessFile(std::make_shared<const OpenedFile>(*std::move(file)), printable_path(path));
}

Result<void> RandomAccessFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const auto rest = bytes.subspan(filled);
        const ssize_t count =
            ::pread(file_->descriptor.number(), rest.data(), rest.size(), static_cast<off_t>(offset + filled));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return error("cannot be read: {}", std::generic_category().message(errno));
        if (count == 0)
            return error("the file was cut while it was open: it ends at byte {}, {} were there", offset + filled,
                         size());
        filled += static_cast<std::size_t>(count);
    }
    return {};
}

Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> content) {
    AtomicFile file(path);
    file.append(content);
    return file.commit();
}

Result<void> write_text_file(const std::filesystem::path& path, std::string_view content) {
    return write_file(path, std::as_bytes(std::span(content)));
}

Result<bool> is_present(const std::filesystem::path& path) {
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(path, failed);
    if (status.type() == std::filesystem::file_type::not_found)
        return false;
    if (!failed && !std::filesystem::is_symlink(status))
        return true;
    if (!failed && std::filesystem::exists(path, failed))
        return true;
    if (!failed && std::filesystem::is_symlink(status))
        return error("{}: is a link to {}, which is not there", printable_path(path),
                     printable_path(std::filesystem::read_symlink(path, failed)));
    return error("{}: cannot be read: {}", printable_path(path), failed.message());
}

} // namespace attn
