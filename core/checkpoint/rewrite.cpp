#include "core/checkpoint/rewrite.h"

#include "core/files/atomic_file.h"
#include "core/files/file.h"
#include "core/files/file_transaction.h"
#include "core/files/npy_header.h"
#include "core/files/npz.h"
#include "core/files/printable.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <system_error>

namespace attn {

namespace {

/// Replaces the numbers that differ in the bytes of one tensor. place_of(i) returns the index in the file of the i-th
/// number.
template <class PlaceOf>
Result<void> replace_numbers(std::span<std::byte> bytes, DataType type, ByteOrder order,
                             const std::vector<float>& before, const std::vector<float>& after, const std::string& name,
                             const PlaceOf& place_of) {
    assert(before.size() == after.size());
    const std::size_t size = byte_size(type);
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (std::bit_cast<std::uint32_t>(before[i]) == std::bit_cast<std::uint32_t>(after[i]))
            continue;
        if (!encode_number(after[i], type, order, bytes.subspan(place_of(i) * size, size)))
            return error("{}: {} cannot be written as {}", name, after[i], data_type_name(type));
    }
    return {};
}

std::vector<float> numbers_of(const NdArray& array) {
    return {array.values.begin(), array.values.end()};
}

/// Copies the bytes from `begin` to `end` of the file.
Result<void> copy_range(const RandomAccessFile& from, std::size_t begin, std::size_t end, AtomicFile& to) {
    constexpr std::size_t most_at_once = std::size_t{4} << 20; // bytes
    std::vector<std::byte> part;
    while (begin < end) {
        part.resize(std::min(most_at_once, end - begin));
        if (auto read = from.read(begin, part); !read)
            return error("{}: {}", from.name(), read.error().message);
        to.append(part);
        begin += part.size();
    }
    return {};
}

/// Rewrites one safetensors file with new numbers. The file appears when the returned AtomicFile is committed.
Result<AtomicFile> rewrite_safetensors(const std::filesystem::path& from, const NewNumbers& numbers,
                                       const std::filesystem::path& to) {
    const auto opened = RandomAccessFile::open(from);
    if (!opened)
        return opened.error();
    const auto file = SafetensorsFile::parse(*opened);
    if (!file)
        return file.error();
    AtomicFile written(to);
    std::size_t done = 0;
    // In the order of their bytes in the file.
    for (const TensorDescription& tensor : file->tensors()) {
        const auto changed = numbers.find(tensor.name);
        if (changed == numbers.end())
            continue;
        const auto before = file->read(tensor);
        if (!before)
            return before.error();
        const std::size_t begin = file->offset(tensor);
        std::vector<std::byte> bytes(tensor.end - tensor.begin);
        if (auto old = opened->read(begin, bytes); !old)
            return error("{}: {}: {}", opened->name(), printable(tensor.name, 120), old.error().message);
        auto replaced =
            replace_numbers(bytes, *tensor.type, ByteOrder::little, numbers_of(*before), changed->second,
                            printable_path(from) + ": " + printable(tensor.name, 120), [](std::size_t i) { return i; });
        if (!replaced)
            return replaced.error();
        if (auto copied = copy_range(*opened, done, begin, written); !copied)
            return copied.error();
        written.append(bytes);
        done = begin + bytes.size();
    }
    if (auto copied = copy_range(*opened, done, static_cast<std::size_t>(opened->size()), written); !copied)
        return copied.error();
    return written;
}

/// Returns the index in the file of the i-th number in C order.
std::size_t place_in(const NpyHeader& header, std::size_t i) {
    if (!header.fortran_order || header.shape.size() != 2)
        return i;
    const auto rows = static_cast<std::size_t>(header.shape[0]);
    const auto columns = static_cast<std::size_t>(header.shape[1]);
    return i % columns * rows + i / columns;
}

Result<void> rewrite_npz(const Checkpoint& checkpoint, const NewNumbers& numbers, const std::filesystem::path& to) {
    auto entries = read_npz_entries(checkpoint.path());
    if (!entries)
        return entries.error();
    NpzWriter written(to);
    for (NpzEntry& entry : *entries) {
        const std::string array = entry.name.ends_with(".npy") ? entry.name.substr(0, entry.name.size() - 4) : "";
        if (const auto changed = numbers.find(array); changed != numbers.end()) {
            const std::string name = checkpoint.name() + ": " + printable(array, 120);
            const auto header = parse_npy_header(entry.content, name);
            const auto before = checkpoint.read(*checkpoint.find(array));
            if (!header || !before)
                return !header ? header.error() : before.error();
            const auto place = [&](std::size_t i) { return place_in(*header, i); };
            if (auto replaced = replace_numbers(std::span(entry.content).subspan(header->header_bytes), header->type,
                                                header->order, numbers_of(*before), changed->second, name, place);
                !replaced)
                return replaced;
        }
        written.add_entry(entry.name, entry.content);
    }
    return written.commit();
}

/// Rewrites all files of a checkpoint into a folder other than its own.
Result<void> rewrite_shards(const Checkpoint& checkpoint, const NewNumbers& numbers,
                            const std::filesystem::path& folder, const InputFiles& inputs) {
    std::error_code failed;
    if (folder.has_parent_path())
        std::filesystem::create_directories(folder.parent_path(), failed);
    if (failed)
        return error("{}: {}", printable_path(folder), failed.message());
    FileTransaction files(inputs); // new numbers in some shards and old ones in others would be a third model
    if (auto made = files.make_folder(folder); !made)
        return made;
    for (const std::filesystem::path& shard : checkpoint.shards()) {
        auto written = rewrite_safetensors(shard, numbers, files.place(folder / shard.filename()));
        if (!written)
            return files.in_place(written.error());
        if (auto added = files.add(*std::move(written)); !added)
            return added;
    }
    const auto index = read_text_file(checkpoint.path());
    if (!index)
        return index.error();
    auto written = files.write(folder / checkpoint.path().filename(), *index);
    return written ? files.commit() : written;
}

} // namespace

Result<void> rewrite(const Checkpoint& checkpoint, const NewNumbers& numbers, const std::filesystem::path& path,
                     InputFiles inputs) {
    inputs.add(checkpoint.path());
    for (const std::filesystem::path& shard : checkpoint.shards())
        inputs.add(shard);
    if (auto spared = inputs.check_spares(path); !spared)
        return spared;
    if (checkpoint.path().extension() == ".json") {
        if (path.has_extension())
            return error("{}: {} is an index of several files; expected a folder to write them into",
                         printable_path(path), checkpoint.name());
        return rewrite_shards(checkpoint, numbers, path, inputs);
    }
    if (path.extension() != checkpoint.path().extension())
        return error("{}: the weights came from {}; expected a name that ends in {}", printable_path(path),
                     checkpoint.name(), checkpoint.path().extension().string());
    if (path.extension() == ".npz")
        return rewrite_npz(checkpoint, numbers, path);
    auto written = rewrite_safetensors(checkpoint.path(), numbers, path);
    return written ? written->commit() : written.error();
}

} // namespace attn
