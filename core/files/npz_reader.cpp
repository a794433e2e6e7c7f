#include "core/files/file.h"
#include "core/files/little_endian.h"
#include "core/files/mistaken_file.h"
#include "core/files/npy.h"
#include "core/files/npy_header.h"
#include "core/files/npz.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <new>
#include <set>
#include <unistd.h>
#include <utility>
#include <zip.h>

namespace attn {

namespace {

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;

struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using OpenedEntry = std::unique_ptr<zip_file_t, CloseEntry>;

/// Returns libzip's error message as one line.
std::string reason_of(zip_error_t* status) {
    return printable(zip_error_strerror(status), 200);
}

/// A function that reads bytes of the file from an offset on and returns their number: fewer at the file's end, 0 on
/// failure.
using ReadAt = std::function<std::size_t(std::uint64_t offset, std::span<std::byte> bytes)>;

/// Returns the last bytes of the file, in which the end of a zip directory must be.
std::vector<std::byte> tail_of(const ReadAt& read_at, std::uint64_t size) {
    constexpr std::size_t longest_end = 65536 + 22 + 20; // comment, end of the directory, its zip64 locator
    std::vector<std::byte> tail(static_cast<std::size_t>(std::min<std::uint64_t>(size, longest_end)));
    tail.resize(read_at(size - tail.size(), tail));
    return tail;
}

/// Checks every position that could be the end of a large zip file's directory. libzip allocates memory for the number
/// of entries stated there: a file of a hundred bytes could fill all memory.
Result<void> check_entry_counts(const ReadAt& read_at, std::uint64_t size, std::string_view name,
                                const NpzLimits& limits) {
    constexpr std::array locator_magic{std::byte{'P'}, std::byte{'K'}, std::byte{6}, std::byte{7}};
    constexpr std::size_t locator_bytes = 20;
    constexpr std::size_t directory_end_bytes = 56;
    std::vector<std::byte> tail = tail_of(read_at, size);
    for (auto place = tail.begin();; ++place) {
        place = std::search(place, tail.end(), locator_magic.begin(), locator_magic.end());
        if (static_cast<std::size_t>(tail.end() - place) < locator_bytes)
            return {};
        std::array<std::byte, directory_end_bytes> end{};
        if (read_at(little_endian(std::span(place + 8, 8)), end) < end.size())
            continue; // libzip reports that
        for (const std::size_t field : {std::size_t{24}, std::size_t{32}}) {
            const std::uint64_t entries = little_endian(std::span(end).subspan(field, 8));
            if (entries > limits.entries)
                return error("{}: claims {} entries, at most {} are read", name, entries, limits.entries);
        }
    }
}

/// Reads the entries of one archive.
class NpzReader {
public:
    NpzReader(zip_t* archive, std::uint64_t file_bytes, std::string_view name, const NpzLimits& limits)
        : archive_(archive), file_bytes_(file_bytes), name_(name), limits_(limits) {}

    Result<NdArrays> read() {
        const auto entries = look_at_all();
        if (!entries)
            return entries.error();
        NdArrays arrays;
        for (const zip_stat_t& entry : *entries) {
            if (!is_array(entry))
                continue;
            auto array = read_array(entry);
            if (!array)
                return array.error();
            arrays.emplace(array_name_of(entry), *std::move(array));
        }
        return arrays;
    }

    /// Reads the headers of the arrays.
    Result<NpzListing> list() {
        const auto entries = look_at_all();
        if (!entries)
            return entries.error();
        NpzListing listing;
        for (const zip_stat_t& entry : *entries) {
            if (!is_array(entry))
                continue;
            const std::string place = place_of(entry);
            if (auto valid = check_declared(entry, place); !valid)
                return valid.error();
            const auto opened = open_entry(entry, place);
            if (!opened)
                return opened.error();
            std::vector<std::byte> content;
            auto header = read_header(opened->get(), content, entry.size, place);
            if (header)
                listing.arrays.push_back({array_name_of(entry), header->type, std::move(header->shape), entry.index});
            else if (holds_no_numbers(content))
                listing.without_numbers.push_back(array_name_of(entry));
            else
                return header.error();
        }
        return listing;
    }

    /// Reads one array of the list.
    Result<NdArray> read_listed(std::uint64_t index) {
        const auto entry = look_at(index);
        return entry ? read_array(*entry) : Result<NdArray>(entry.error());
    }

    Result<std::vector<NpzEntry>> read_entries() {
        const auto entries = look_at_all();
        if (!entries)
            return entries.error();
        std::vector<NpzEntry> all;
        for (const zip_stat_t& entry : *entries) {
            const std::string place = place_of(entry);
            if (auto valid = check_declared_and_limit(entry, place); !valid)
                return valid.error();
            const auto opened = open_entry(entry, place);
            if (!opened)
                return opened.error();
            NpzEntry& read = all.emplace_back(NpzEntry{entry.name, {}});
            if (auto content = read_up_to(opened->get(), read.content, entry.size, place); !content)
                return content.error();
            if (auto end = check_end(opened->get(), place); !end)
                return end.error();
        }
        return all;
    }

private:
    static constexpr std::string_view suffix = ".npy";

    static bool is_array(const zip_stat_t& entry) { return std::string_view(entry.name).ends_with(suffix); }
    static std::string array_name_of(const zip_stat_t& entry) {
        const std::string_view name = entry.name;
        return std::string(name.substr(0, name.size() - suffix.size()));
    }
    std::string place_of(const zip_stat_t& entry) const { return fmt::format("{}: {}", name_, printable(entry.name)); }

    /// Returns the entries of the directory; fails if two have the same name.
    Result<std::vector<zip_stat_t>> look_at_all() {
        const auto count = static_cast<std::uint64_t>(std::max<zip_int64_t>(0, zip_get_num_entries(archive_, 0)));
        if (count > limits_.entries)
            return error("{}: has {} entries, at most {} are read", name_, count, limits_.entries);
        std::vector<zip_stat_t> entries;
        std::set<std::string, std::less<>> names;
        for (std::uint64_t index = 0; index < count; ++index) {
            const auto entry = look_at(index);
            if (!entry)
                return entry.error();
            if (!names.emplace(entry->name).second)
                return error("{}: two entries are named {}", name_, printable(entry->name));
            entries.push_back(*entry);
        }
        return entries;
    }

    /// Opens an entry whose stated sizes were checked.
    Result<OpenedEntry> open_entry(const zip_stat_t& entry, const std::string& place) {
        OpenedEntry opened(zip_fopen_index(archive_, entry.index, 0));
        if (!opened)
            return error("{}: cannot be unpacked: {}", place, reason_of(zip_get_error(archive_)));
        return opened;
    }

    Result<zip_stat_t> look_at(std::uint64_t index) {
        zip_stat_t entry;
        zip_stat_init(&entry);
        constexpr zip_uint64_t needed =
            ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
        if (zip_stat_index(archive_, index, 0, &entry) != 0 || (entry.valid & needed) != needed)
            return error("{}: entry {} is damaged: {}", name_, index, reason_of(zip_get_error(archive_)));
        return entry;
    }

    /// Checks the sizes that the directory states against the size of the file.
    Result<void> check_declared(const zip_stat_t& entry, std::string_view place) {
        constexpr std::uint64_t best_deflation = 1032; // largest ratio of unpacked to packed bytes
        if (entry.encryption_method != ZIP_EM_NONE)
            return error("{}: is encrypted", place);
        if (entry.comp_method != ZIP_CM_STORE && entry.comp_method != ZIP_CM_DEFLATE)
            return error("{}: is packed by method {}, stored (0) or deflated (8) was expected", place,
                         entry.comp_method);
        if (entry.comp_size > file_bytes_ - packed_)
            return error("{}: claims {} bytes in the file, which has {} in all", place, entry.comp_size, file_bytes_);
        packed_ += entry.comp_size;
        if (entry.comp_method == ZIP_CM_STORE && entry.size != entry.comp_size)
            return error("{}: is stored, yet claims {} bytes in the file and {} out of it", place, entry.comp_size,
                         entry.size);
        if (entry.size / best_deflation > entry.comp_size)
            return error("{}: claims {} bytes packed into {}", place, entry.size, entry.comp_size);
        return {};
    }

    /// Checks the stated sizes, and the total of unpacked bytes against the limits.
    Result<void> check_declared_and_limit(const zip_stat_t& entry, std::string_view place) {
        if (auto valid = check_declared(entry, place); !valid)
            return valid;
        if (entry.size > limits_.unpacked_bytes - unpacked_)
            return error("{}: claims {} bytes, at most {} are read from one file", place, entry.size,
                         limits_.unpacked_bytes);
        unpacked_ += entry.size;
        return {};
    }

    /// Unpacks the header only.
    static Result<NpyHeader> read_header(zip_file_t* entry, std::vector<std::byte>& content, std::uint64_t size,
                                         const std::string& place) {
        if (auto begin = read_up_to(entry, content, std::min<std::uint64_t>(size, npy_preamble_bytes), place); !begin)
            return begin.error();
        const auto bytes = npy_header_bytes(content, place);
        if (!bytes)
            return bytes.error();
        if (auto rest = read_up_to(entry, content, std::min<std::uint64_t>(size, *bytes), place); !rest)
            return rest.error();
        auto header = parse_npy_header(content, place);
        if (header && header->header_bytes + header->data_bytes != size)
            return error("{}: the header claims {} bytes, the entry has {}", place,
                         header->header_bytes + header->data_bytes, size);
        return header;
    }

    Result<NdArray> read_array(const zip_stat_t& entry) {
        const std::string place = place_of(entry);
        if (auto valid = check_declared_and_limit(entry, place); !valid)
            return valid.error();
        const auto opened = open_entry(entry, place);
        if (!opened)
            return opened.error();
        std::vector<std::byte> content;
        if (const auto header = read_header(opened->get(), content, entry.size, place); !header)
            return header.error();
        if (auto rest = read_up_to(opened->get(), content, entry.size, place); !rest)
            return rest.error();
        if (auto end = check_end(opened->get(), place); !end)
            return end.error();
        const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(content));
        return parse_npy({owner, *owner}, place);
    }

    /// Unpacks until the content has `size` bytes. Pages of memory are used only when bytes arrive. Reserves the whole
    /// block at once, so that nothing is copied to larger blocks.
    static Result<void> read_up_to(zip_file_t* entry, std::vector<std::byte>& content, std::uint64_t size,
                                   std::string_view place) {
        constexpr std::uint64_t step = std::uint64_t{1} << 20;
        content.reserve(static_cast<std::size_t>(size));
        while (content.size() < size) {
            const std::size_t filled = content.size();
            content.resize(filled + static_cast<std::size_t>(std::min(step, size - filled)));
            const zip_int64_t count = zip_fread(entry, content.data() + filled, content.size() - filled);
            if (count < 0)
                return error("{}: cannot be unpacked: {}", place, reason_of(zip_file_get_error(entry)));
            content.resize(filled + static_cast<std::size_t>(count));
            if (count == 0)
                return error("{}: the directory claims {} bytes, {} are there", place, size, filled);
        }
        return {};
    }

    /// Checks that the entry ends here. Reading at the end makes libzip compare the checksum.
    static Result<void> check_end(zip_file_t* entry, std::string_view place) {
        std::byte beyond{};
        const zip_int64_t count = zip_fread(entry, &beyond, 1);
        if (count < 0)
            return error("{}: cannot be unpacked: {}", place, reason_of(zip_file_get_error(entry)));
        if (count > 0)
            return error("{}: has more bytes than the directory claims", place);
        return {};
    }

    zip_t* archive_;
    std::uint64_t file_bytes_;
    std::string_view name_;
    const NpzLimits& limits_;
    std::uint64_t packed_ = 0;   // bytes in the file, as stated by the entries so far
    std::uint64_t unpacked_ = 0; // unpacked bytes, as stated by the entries so far
};

/// Calls `read` of a reader of the archive; fails if there is not enough memory.
template <class Value>
Result<Value> read_archive(const Archive& archive, std::uint64_t size, std::string_view name, const NpzLimits& limits,
                           Result<Value> (NpzReader::*read)()) {
    try {
        NpzReader reader(archive.get(), size, name, limits);
        return (reader.*read)();
    } catch (const std::bad_alloc&) {
        return error("{}: there is no memory for its arrays", name);
    }
}

/// True if the file begins like a zip archive but lacks the end of the directory, which is last in the file.
bool is_cut(const ReadAt& read_at, std::uint64_t size) {
    constexpr std::array entry_magic{std::byte{'P'}, std::byte{'K'}, std::byte{3}, std::byte{4}};
    constexpr std::array end_magic{std::byte{'P'}, std::byte{'K'}, std::byte{5}, std::byte{6}};
    constexpr std::ptrdiff_t end_bytes = 22;
    std::array<std::byte, entry_magic.size()> begin{};
    if (read_at(0, begin) != begin.size() || begin != entry_magic)
        return false;
    const std::vector<std::byte> tail = tail_of(read_at, size);
    const auto end = std::search(tail.begin(), tail.end(), end_magic.begin(), end_magic.end());
    return tail.end() - end < end_bytes;
}

/// Returns the error for a file that libzip does not open. libzip's own message about an incomplete file depends on its
/// version.
Error no_archive(zip_error_t& status, const ReadAt& read_at, std::uint64_t size, std::string_view name) {
    std::array<char, telling_bytes> beginning{};
    const std::size_t count = read_at(0, std::as_writable_bytes(std::span(beginning)));
    if (const auto mistaken = mistaken_numbers({beginning.data(), count})) {
        zip_error_fini(&status);
        return error("{}: {}", name, *mistaken);
    }
    const std::string reason =
        is_cut(read_at, size) ? "it is cut short: it begins as a zip archive, but the directory at its end is missing"
                              : reason_of(&status);
    zip_error_fini(&status);
    return error("{}: cannot be opened as an npz file: {}", name, reason);
}

/// An npz file on disk whose end was checked.
struct OpenedArchive {
    Archive archive;
    std::uint64_t size = 0; ///< size of the file, in bytes
};

Result<OpenedArchive> open_archive(const std::filesystem::path& path, const std::string& name,
                                   const NpzLimits& limits) {
    auto file = open_for_reading(path);
    if (!file)
        return file.error();
    if (file->size == 0)
        return error("{}: is empty, an npz file was expected", name);
    const ReadAt read_at = [&](std::uint64_t offset, std::span<std::byte> bytes) {
        const ssize_t count =
            ::pread(file->descriptor.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        return static_cast<std::size_t>(std::max<ssize_t>(0, count));
    };
    if (auto counts = check_entry_counts(read_at, file->size, name, limits); !counts)
        return counts.error();
    int code = 0;
    Archive archive(zip_fdopen(file->descriptor.number(), 0, &code));
    if (!archive) {
        zip_error_t status;
        zip_error_init_with_code(&status, code);
        return no_archive(status, read_at, file->size, name);
    }
    file->descriptor.release(); // the archive owns it now
    return OpenedArchive{std::move(archive), file->size};
}

template <class Value>
Result<Value> read_file_with(const std::filesystem::path& path, const NpzLimits& limits,
                             Result<Value> (NpzReader::*read)()) {
    const std::string name = printable_path(path);
    const auto opened = open_archive(path, name, limits);
    if (!opened)
        return opened.error();
    return read_archive(opened->archive, opened->size, name, limits, read);
}

} // namespace

struct NpzFile::Opened {
    std::string name;
    OpenedArchive file;
    NpzLimits limits;
};

Result<NpzFile> NpzFile::open(const std::filesystem::path& path, const NpzLimits& limits) {
    std::string name = printable_path(path);
    auto opened = open_archive(path, name, limits);
    if (!opened)
        return opened.error();
    auto listing = read_archive(opened->archive, opened->size, name, limits, &NpzReader::list);
    if (!listing)
        return listing.error();
    NpzFile file(std::make_shared<Opened>(Opened{std::move(name), *std::move(opened), limits}));
    file.arrays_ = std::move(listing->arrays);
    file.without_numbers_ = std::move(listing->without_numbers);
    return file;
}

Result<NdArray> NpzFile::read(const NpzArray& array) const {
    try {
        return NpzReader(opened_->file.archive.get(), opened_->file.size, opened_->name, opened_->limits)
            .read_listed(array.index);
    } catch (const std::bad_alloc&) {
        return error("{}: {}: there is no memory for its numbers", opened_->name, printable(array.name));
    }
}

Result<NdArrays> read_npz(const std::filesystem::path& path, const NpzLimits& limits) {
    return read_file_with(path, limits, &NpzReader::read);
}

Result<std::vector<NpzEntry>> read_npz_entries(const std::filesystem::path& path, const NpzLimits& limits) {
    return read_file_with(path, limits, &NpzReader::read_entries);
}

Result<std::vector<NpzEntry>> parse_npz_entries(const Bytes& file, std::string_view name, const NpzLimits& limits) {
    if (file.view.empty())
        return error("{}: is empty, an npz file was expected", name);
    const ReadAt read_at = [&](std::uint64_t offset, std::span<std::byte> bytes) {
        const auto rest =
            file.view.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(offset, file.view.size())));
        const std::size_t count = std::min(bytes.size(), rest.size());
        std::ranges::copy(rest.first(count), bytes.begin());
        return count;
    };
    if (auto counts = check_entry_counts(read_at, file.view.size(), name, limits); !counts)
        return counts.error();
    zip_error_t status;
    zip_error_init(&status);
    zip_source_t* const source = zip_source_buffer_create(file.view.data(), file.view.size(), 0, &status);
    if (source == nullptr)
        return no_archive(status, read_at, file.view.size(), name);
    const Archive archive(zip_open_from_source(source, ZIP_RDONLY, &status));
    if (!archive) {
        zip_source_free(source);
        return no_archive(status, read_at, file.view.size(), name);
    }
    return read_archive(archive, file.view.size(), name, limits, &NpzReader::read_entries);
}

} // namespace attn
