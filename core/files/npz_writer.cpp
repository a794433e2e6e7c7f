#include "core/files/content_hash.h"
#include "core/files/npy_header.h"
#include "core/files/npz.h"

#include <algorithm>
#include <cassert>

namespace attn {

namespace {

// Fields of a zip file, little-endian (PKWARE's APPNOTE 4.3). Sizes and offsets are always in the zip64 extra fields,
// so that small and large files take the same path.
constexpr std::uint16_t version_zip64 = 45;
constexpr std::uint16_t made_by_unix = 3U << 8 | version_zip64;
constexpr std::uint16_t stored = 0;
constexpr std::uint16_t name_is_utf8 = 1U << 11;
constexpr std::uint16_t midnight = 0;
constexpr std::uint16_t new_year_1980 = 1U << 5 | 1U; // the zip format's first day: the real date would make each file
                                                      // differ
constexpr std::uint32_t in_zip64 = 0xFFFFFFFF;
constexpr std::uint16_t in_zip64_short = 0xFFFF;
constexpr std::uint32_t mode_of_a_plain_file = 0100644U << 16;
constexpr std::uint64_t checksum_in_local_header = 14;

class Record {
public:
    Record& u16(std::uint16_t value) { return put(value, 2); }
    Record& u32(std::uint32_t value) { return put(value, 4); }
    Record& u64(std::uint64_t value) { return put(value, 8); }
    Record& text(std::string_view value) {
        bytes_ += value;
        return *this;
    }
    std::span<const std::byte> bytes() const { return std::as_bytes(std::span(bytes_)); }

private:
    Record& put(std::uint64_t value, int count) {
        for (int i = 0; i < count; ++i)
            bytes_ += static_cast<char>(value >> (8 * i) & 0xFFU);
        return *this;
    }

    std::string bytes_;
};

std::uint16_t flags_for(std::string_view name) {
    const bool ascii = std::ranges::all_of(name, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
    return ascii ? std::uint16_t{0} : name_is_utf8;
}

/// Appends the fields that are the same in the local and the central header, up to the length of the name.
void append_common(Record& record, std::string_view name, std::uint32_t checksum) {
    record.u16(version_zip64).u16(flags_for(name)).u16(stored).u16(midnight).u16(new_year_1980);
    record.u32(checksum).u32(in_zip64).u32(in_zip64).u16(static_cast<std::uint16_t>(name.size()));
}

Record local_header(std::string_view name, std::uint64_t size) {
    Record record;
    record.u32(0x04034B50);
    append_common(record, name, 0); // the checksum is written when it is known
    record.u16(20).text(name);
    record.u16(1).u16(16).u64(size).u64(size);
    return record;
}

Record central_header(std::string_view name, std::uint32_t checksum, std::uint64_t size, std::uint64_t offset) {
    Record record;
    record.u32(0x02014B50).u16(made_by_unix);
    append_common(record, name, checksum);
    record.u16(28).u16(0).u16(0).u16(0).u32(mode_of_a_plain_file).u32(in_zip64).text(name);
    record.u16(1).u16(24).u64(size).u64(size).u64(offset);
    return record;
}

Record end_of_central_directory(std::uint64_t entries, std::uint64_t offset, std::uint64_t end) {
    constexpr std::uint64_t bytes_that_follow = 44;
    Record record;
    record.u32(0x06064B50).u64(bytes_that_follow).u16(made_by_unix).u16(version_zip64).u32(0).u32(0);
    record.u64(entries).u64(entries).u64(end - offset).u64(offset);
    record.u32(0x07064B50).u32(0).u64(end).u32(1);
    record.u32(0x06054B50).u16(0).u16(0).u16(in_zip64_short).u16(in_zip64_short).u32(in_zip64).u32(in_zip64).u16(0);
    return record;
}

} // namespace

void NpzWriter::begin(std::string_view name, std::span<const Index> shape) {
    const auto count = number_count(shape);
    assert(count && !name.empty() && name.size() <= 1000);
    const std::string header = npy_header(shape);
    begin_entry(std::string(name) + ".npy", header.size() + static_cast<std::uint64_t>(*count) * sizeof(float));
    append_counted(std::as_bytes(std::span(header)));
}

void NpzWriter::begin_entry(std::string name, std::uint64_t size) {
    finish_entry();
    Entry entry{std::move(name), file_.size(), size, 0};
    assert(std::ranges::find(entries_, entry.name, &Entry::name) == entries_.end());
    file_.append(local_header(entry.name, size).bytes());
    entries_.push_back(std::move(entry));
    missing_ = size;
}

void NpzWriter::add_entry(std::string_view name, std::span<const std::byte> content) {
    begin_entry(std::string(name), content.size());
    append_counted(content);
}

void NpzWriter::append(std::span<const float> values) {
    append_counted(std::as_bytes(values));
}

void NpzWriter::append(ConstView values) {
    if (values.stride == values.columns) {
        append(std::span(values.data, static_cast<std::size_t>(values.rows * values.columns)));
        return;
    }
    for (Index i = 0; i < values.rows; ++i)
        append(values.row(i));
}

void NpzWriter::add(std::string_view name, std::span<const Index> shape, std::span<const float> values) {
    begin(name, shape);
    append(values);
}

void NpzWriter::append_counted(std::span<const std::byte> bytes) {
    assert(!entries_.empty() && bytes.size() <= missing_);
    missing_ -= bytes.size();
    entries_.back().checksum = crc32(bytes, entries_.back().checksum);
    file_.append(bytes);
}

void NpzWriter::finish_entry() {
    assert(missing_ == 0 || file_.failed());
    if (entries_.empty())
        return;
    const Entry& entry = entries_.back();
    Record checksum;
    checksum.u32(entry.checksum);
    file_.replace(entry.offset + checksum_in_local_header, checksum.bytes());
}

Result<void> NpzWriter::commit() {
    return take().commit();
}

AtomicFile NpzWriter::take() {
    finish_entry();
    const std::uint64_t offset = file_.size();
    for (const Entry& entry : entries_)
        file_.append(central_header(entry.name, entry.checksum, entry.size, entry.offset).bytes());
    file_.append(end_of_central_directory(entries_.size(), offset, file_.size()).bytes());
    return std::move(file_);
}

Result<void> write_npz(const std::filesystem::path& path, const NdArrays& arrays) {
    NpzWriter file(path);
    for (const auto& [name, array] : arrays)
        file.add(name, array.shape, array.values);
    return file.commit();
}

} // namespace attn
