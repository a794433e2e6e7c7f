#include "tests/array_files.h"

#include "core/files/atomic_file.h"
#include "core/files/npy_header.h"

#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace attn {

Result<void> write_npy(const std::filesystem::path& path, std::span<const Index> shape, std::span<const float> values) {
    AtomicFile file(path);
    const std::string header = npy_header(shape);
    file.append(std::as_bytes(std::span(header)));
    file.append(std::as_bytes(values));
    return file.commit();
}

Result<NdArrays> read_as_npz(const Bytes& file, const NpzLimits& limits) {
    // A file in memory: one on the disk, cut and written again for every case, would be flushed each time.
    static const int descriptor = ::memfd_create("w.npz", MFD_CLOEXEC);
    static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    if (::ftruncate(descriptor, 0) != 0 ||
        ::pwrite(descriptor, file.view.data(), file.view.size(), 0) != std::ssize(file.view))
        return error("w.npz: could not be written");
    auto arrays = read_npz(path, limits);
    if (arrays || !arrays.error().message.starts_with(path))
        return arrays;
    return Error{"w.npz" + arrays.error().message.substr(path.size())};
}

} // namespace attn
