#include "core/io/file.h"

#include "core/io/atomic_file.h"
#include "core/io/printable.h"

#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

Error read_error(const std::filesystem::path& path, int reason) {
    return error("{}: cannot be read: {}", printable_path(path), std::generic_category().message(reason));
}

/// Reads until the file ends, or until the limit is passed: a file may grow while it is read.
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
        content.resize(static_cast<std::size_t>(file->size) + 1); // one more shows the end without growing
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

class Mapping {
public:
    Mapping(void* address, std::size_t size) : address_(address), size_(size) {}
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() { ::munmap(address_, size_); }

private:
    void* address_;
    std::size_t size_;
};

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

Result<OpenedFile> open_for_reading(const std::filesystem::path& path) {
    // Without O_NONBLOCK, opening a pipe waits for somebody who writes.
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
    return OpenedFile{std::move(descriptor), static_cast<std::uint64_t>(status.st_size)};
}

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uint64_t limit) {
    return read_whole<std::vector<std::byte>>(path, limit);
}

Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t limit) {
    return read_whole<std::string>(path, limit);
}

Result<Bytes> map_file(const std::filesystem::path& path) {
    auto file = open_for_reading(path);
    if (!file)
        return file.error();
    if (file->size == 0)
        return Bytes{}; // nothing cannot be mapped
    const auto size = static_cast<std::size_t>(file->size);
    void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->descriptor.number(), 0);
    if (address == MAP_FAILED)
        return read_error(path, errno);
    return Bytes{std::make_shared<const Mapping>(address, size), {static_cast<const std::byte*>(address), size}};
}

Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> content) {
    AtomicFile file(path);
    file.append(content);
    return file.commit();
}

Result<void> write_text_file(const std::filesystem::path& path, std::string_view content) {
    return write_file(path, std::as_bytes(std::span(content)));
}

} // namespace attn
