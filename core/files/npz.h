#pragma once

#include "core/files/atomic_file.h"
#include "core/files/ndarray.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// The limits of an npz file.
struct NpzLimits {
    std::uint64_t entries = 65535;
    std::uint64_t unpacked_bytes = std::uint64_t{4} << 30; // limit for all arrays together
};

/// Reads all arrays of an npz file (stored or deflated), by name without ".npy"; entries with other names are skipped.
/// The sizes that the file states are checked against its contents before they are used, so that memory stays
/// proportional to the file's real contents. Fails if an entry is damaged, encrypted, duplicate or beyond the limits.
Result<NdArrays> read_npz(const std::filesystem::path& path, const NpzLimits& limits = {});

/// An array of an npz file of which only the header has been read.
struct NpzArray {
    std::string name;  // without .npy
    DataType stored{}; // the type in the file
    std::vector<Index> shape;
    std::uint64_t index = 0; // number of its entry
};

/// The arrays in an npz file, in the order of the entries.
struct NpzListing {
    std::vector<NpzArray> arrays;
    std::vector<std::string> without_numbers; ///< names of arrays of text, objects or dates
};

/// An npz file whose directory and headers have been read and checked as by read_npz. Arrays are unpacked on demand, to
/// the size in their headers. The file stays open as long as a copy of this object exists; only one thread at a time
/// may read from the copies.
class NpzFile {
public:
    static Result<NpzFile> open(const std::filesystem::path& path, const NpzLimits& limits = {});

    /// Returns the arrays in the order of the entries.
    const std::vector<NpzArray>& arrays() const { return arrays_; }

    /// Returns the names of arrays of text, Python objects or dates, which are not read.
    const std::vector<std::string>& without_numbers() const { return without_numbers_; }

    /// Reads one of `arrays()`. Fails if its entry is damaged or beyond the limits.
    Result<NdArray> read(const NpzArray& array) const;

private:
    struct Opened;
    explicit NpzFile(std::shared_ptr<Opened> opened) : opened_(std::move(opened)) {}

    std::shared_ptr<Opened> opened_;
    std::vector<NpzArray> arrays_;
    std::vector<std::string> without_numbers_;
};

/// An unpacked entry of an npz file: the bytes of an npy file or of any other file.
struct NpzEntry {
    std::string name; // with .npy
    std::vector<std::byte> content;
};

/// Reads all entries of an npz file in their order, checked as by read_npz; their contents are not examined.
Result<std::vector<NpzEntry>> read_npz_entries(const std::filesystem::path& path, const NpzLimits& limits = {});

/// Reads the entries from memory as read_npz_entries does; error messages begin with `name`.
Result<std::vector<NpzEntry>> parse_npz_entries(const Bytes& file, std::string_view name, const NpzLimits& limits = {});

/// Writes an npz file array by array and piece by piece, so that no whole array needs to be in memory. Entries are
/// stored uncompressed; the same arrays give the same bytes. The file appears when it is committed (AtomicFile).
///
///     NpzWriter file(path);
///     file.begin("A", shape);
///     for (...)
///         file.append(row);
///     return file.commit();
class NpzWriter {
public:
    explicit NpzWriter(const std::filesystem::path& path) : file_(path) {}

    /// Begins the next array; the previous one must be complete. Names are unique and have at most 1000 bytes.
    void begin(std::string_view name, std::span<const Index> shape);
    /// Appends the next numbers of the array, in C order.
    void append(std::span<const float> values);
    /// Appends the next numbers, row by row.
    void append(ConstView values);
    /// Adds a whole array.
    void add(std::string_view name, std::span<const Index> shape, std::span<const float> values);

    /// Adds a whole entry unchanged; `name` includes its extension.
    void add_entry(std::string_view name, std::span<const std::byte> content);

    /// True after a failure, so that a long computation may stop; commit() returns the reason.
    bool failed() const { return file_.failed(); }
    /// Completes the file. Fails, leaving no file, if any step failed. Must be called only once.
    Result<void> commit();
    /// Completes the file and returns it before it appears. Must be called only once, instead of commit().
    AtomicFile take();

private:
    struct Entry {
        std::string name;         // with .npy
        std::uint64_t offset = 0; // offset of the local header
        std::uint64_t size = 0;   // size of npy header and numbers
        std::uint32_t checksum = 0;
    };

    void begin_entry(std::string name, std::uint64_t size);
    void append_counted(std::span<const std::byte> bytes);
    void finish_entry();

    AtomicFile file_;
    std::vector<Entry> entries_;
    std::uint64_t missing_ = 0; // bytes of the last entry that have not been appended yet
};

/// Writes all arrays as one npz file of float32.
Result<void> write_npz(const std::filesystem::path& path, const NdArrays& arrays);

} // namespace attn
