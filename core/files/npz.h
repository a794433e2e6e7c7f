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

/// What an npz file may ask of us.
struct NpzLimits {
    std::uint64_t entries = 65535;
    std::uint64_t unpacked_bytes = std::uint64_t{4} << 30; // of all arrays together
};

/// All arrays of an npz file (stored or deflated), by name without ".npy"; entries with other names are passed over.
/// Nothing that the file claims is believed before it is compared with what is there, so that memory stays within
/// what the file really holds. Fails when anything in it is damaged, encrypted, doubled or beyond the limits.
Result<NdArrays> read_npz(const std::filesystem::path& path, const NpzLimits& limits = {});

/// An array of an npz file, of which only the header has been read.
struct NpzArray {
    std::string name;  // without .npy
    DataType stored{}; // in the file
    std::vector<Index> shape;
    std::uint64_t index = 0; // of its entry
};

/// What lies in an npz file, in the order of its entries.
struct NpzListing {
    std::vector<NpzArray> arrays;
    std::vector<std::string> without_numbers; ///< names of arrays of text, objects or dates
};

/// An npz file whose directory and headers have been read and distrusted as by read_npz. Arrays are unpacked when they
/// are asked for, each to the size that its header says. The file stays open until all copies have gone; one thread
/// at a time may read from them.
class NpzFile {
public:
    static Result<NpzFile> open(const std::filesystem::path& path, const NpzLimits& limits = {});

    /// In the order of their entries.
    const std::vector<NpzArray>& arrays() const { return arrays_; }

    /// The names of arrays that hold text, Python objects or dates: they lie beside the numbers, and are not read.
    const std::vector<std::string>& without_numbers() const { return without_numbers_; }

    /// The numbers of one of our arrays. Fails when anything in its entry is damaged or beyond the limits.
    Result<NdArray> read(const NpzArray& array) const;

private:
    struct Opened;
    explicit NpzFile(std::shared_ptr<Opened> opened) : opened_(std::move(opened)) {}

    std::shared_ptr<Opened> opened_;
    std::vector<NpzArray> arrays_;
    std::vector<std::string> without_numbers_;
};

/// An entry of an npz file as it is, unpacked: the bytes of an npy file, or of whatever else lies there.
struct NpzEntry {
    std::string name; // with .npy
    std::vector<std::byte> content;
};

/// All entries of an npz file in their order, distrusted as by read_npz; what they hold is not looked at.
Result<std::vector<NpzEntry>> read_npz_entries(const std::filesystem::path& path, const NpzLimits& limits = {});

/// As read_npz_entries, from memory; `name` begins the message of an error.
Result<std::vector<NpzEntry>> parse_npz_entries(const Bytes& file, std::string_view name, const NpzLimits& limits = {});

/// Writes an npz file array by array, each as its numbers come, so that no array need be in memory as a whole. Entries
/// are stored, not packed; the same arrays give the same bytes. The file appears when it is committed (AtomicFile).
///
///     NpzWriter file(path);
///     file.begin("A", shape);
///     for (...)
///         file.append(row);
///     return file.commit();
class NpzWriter {
public:
    explicit NpzWriter(const std::filesystem::path& path) : file_(path) {}

    /// Begins the next array; the one before is complete. Names differ and have at most 1000 bytes.
    void begin(std::string_view name, std::span<const Index> shape);
    /// The next numbers of the array, in C order.
    void append(std::span<const float> values);
    /// The next numbers, row by row.
    void append(ConstView values);
    /// A whole array.
    void add(std::string_view name, std::span<const Index> shape, std::span<const float> values);

    /// A whole entry as it is; `name` with its ending.
    void add_entry(std::string_view name, std::span<const std::byte> content);

    /// Whether something went wrong, so that a long computation may stop; commit says what.
    bool failed() const { return file_.failed(); }
    /// Completes the file. Fails when anything failed since its creation; then no file is left. Once.
    Result<void> commit();
    /// Completes the file and gives it away before it appears. Once, instead of commit.
    AtomicFile take();

private:
    struct Entry {
        std::string name;         // with .npy
        std::uint64_t offset = 0; // of its local header
        std::uint64_t size = 0;   // npy header and numbers
        std::uint32_t checksum = 0;
    };

    void begin_entry(std::string name, std::uint64_t size);
    void append_counted(std::span<const std::byte> bytes);
    void finish_entry();

    AtomicFile file_;
    std::vector<Entry> entries_;
    std::uint64_t missing_ = 0; // bytes of the last entry that are still to come
};

/// Writes all arrays as one npz file of float32.
Result<void> write_npz(const std::filesystem::path& path, const NdArrays& arrays);

} // namespace attn
