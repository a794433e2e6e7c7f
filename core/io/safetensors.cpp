#include "core/io/safetensors.h"

#include "core/io/file.h"
#include "core/io/printable.h"
#include "core/io/safetensors_header.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t header_limit = 100'000'000; // as the format has it

struct TypeName {
    std::string_view name;
    DataType type;
};

constexpr std::array<TypeName, 13> type_names{{{"BOOL", DataType::boolean},
                                               {"I8", DataType::int8},
                                               {"I16", DataType::int16},
                                               {"I32", DataType::int32},
                                               {"I64", DataType::int64},
                                               {"U8", DataType::uint8},
                                               {"U16", DataType::uint16},
                                               {"U32", DataType::uint32},
                                               {"U64", DataType::uint64},
                                               {"F16", DataType::float16},
                                               {"BF16", DataType::bfloat16},
                                               {"F32", DataType::float32},
                                               {"F64", DataType::float64}}};

std::optional<DataType> find_type(std::string_view name) {
    const auto* const row = std::ranges::find(type_names, name, &TypeName::name);
    return row == type_names.end() ? std::nullopt : std::optional(row->type);
}

/// Compares what the header says about a tensor with the data.
Result<void> check_tensor(const TensorDescription& tensor, std::size_t data_bytes, std::string_view file) {
    const std::string name = printable(tensor.name);
    if (tensor.end > data_bytes)
        return error("{}: {}: ends at byte {} of the data, which has {}", file, name, tensor.end, data_bytes);
    const auto count = number_count(tensor.shape);
    if (!count)
        return error("{}: {}: claims an axis too long for any memory", file, name);
    if (!tensor.type)
        return {}; // how long its numbers are is not known; it can only be listed
    const std::size_t claimed = static_cast<std::size_t>(*count) * byte_size(*tensor.type);
    if (claimed != tensor.end - tensor.begin)
        return error("{}: {}: {} of shape {} takes {} bytes, data_offsets span {}", file, name, tensor.stored,
                     shape_text(tensor.shape), claimed, tensor.end - tensor.begin);
    return {};
}

/// Tensors stand in the order of their bytes.
Result<void> check_overlaps(const std::vector<TensorDescription>& tensors, std::string_view file) {
    const auto overlapping = std::ranges::adjacent_find(
        tensors, [](const TensorDescription& left, const TensorDescription& right) { return left.end > right.begin; });
    if (overlapping != tensors.end())
        return error("{}: {} and {} overlap", file, printable(overlapping->name),
                     printable(std::next(overlapping)->name));
    return {};
}

/// The header's JSON, by the length that stands before it.
Result<std::string_view> find_header(std::span<const std::byte> file, std::string_view name) {
    if (file.size() < length_bytes)
        return error("{}: has {} bytes, a safetensors file begins with the {} of its header's length", name,
                     file.size(), length_bytes);
    std::uint64_t length = 0;
    for (std::size_t i = length_bytes; i-- > 0;)
        length = length << 8 | std::to_integer<std::uint64_t>(file[i]);
    if (length > file.size() - length_bytes)
        return error("{}: the header claims {} bytes, {} follow", name, length, file.size() - length_bytes);
    if (length > header_limit)
        return error("{}: the header claims {} bytes, at most {} are read", name, length, header_limit);
    return std::string_view(reinterpret_cast<const char*>(file.data()) + length_bytes,
                            static_cast<std::size_t>(length));
}

} // namespace

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path) {
    auto mapped = map_file(path);
    if (!mapped)
        return mapped.error();
    return parse(*std::move(mapped), printable_path(path));
}

Result<SafetensorsFile> SafetensorsFile::parse(Bytes file, std::string_view name) {
    const auto header = find_header(file.view, name);
    if (!header)
        return header.error();
    try {
        auto tensors = parse_safetensors_header(*header, name);
        if (!tensors)
            return tensors.error();
        SafetensorsFile parsed;
        parsed.name_ = name;
        parsed.tensors_ = *std::move(tensors);
        parsed.data_begin_ = length_bytes + header->size();
        parsed.data_ = {std::move(file.owner), file.view.subspan(length_bytes + header->size())};
        for (TensorDescription& tensor : parsed.tensors_) {
            tensor.type = find_type(tensor.stored);
            if (auto checked = check_tensor(tensor, parsed.data_.view.size(), name); !checked)
                return checked.error();
        }
        // By the end too, so that an empty tensor between two others does not look like an overlap.
        std::ranges::sort(parsed.tensors_, {}, [](const TensorDescription& tensor) {
            return std::tuple(tensor.begin, tensor.end, std::string_view(tensor.name));
        });
        if (auto checked = check_overlaps(parsed.tensors_, name); !checked)
            return checked.error();
        return parsed;
    } catch (const std::bad_alloc&) {
        return error("{}: there is no memory for its header", name);
    }
}

const TensorDescription* SafetensorsFile::find(std::string_view name) const {
    const auto tensor = std::ranges::find(tensors_, name, &TensorDescription::name);
    return tensor == tensors_.end() ? nullptr : &*tensor;
}

Result<Array> SafetensorsFile::read(const TensorDescription& tensor) const {
    assert(tensor.begin <= tensor.end && tensor.end <= data_.view.size());
    if (!tensor.type)
        return error("{}: {}: holds {}, F32, F16, BF16, F64, integers or BOOL were expected", name_,
                     printable(tensor.name), printable(tensor.stored, 20));
    try {
        const Bytes bytes{data_.owner, data_.view.subspan(tensor.begin, tensor.end - tensor.begin)};
        Numbers numbers = decode_numbers(bytes, *tensor.type, ByteOrder::little);
        return Array{tensor.shape, *tensor.type, std::move(numbers.owner), numbers.view};
    } catch (const std::bad_alloc&) {
        return error("{}: {}: there is no memory for its numbers", name_, printable(tensor.name));
    }
}

Result<Array> SafetensorsFile::read_rows(const TensorDescription& tensor, Index first, Index count) const {
    assert(tensor.shape.size() == 2 && first >= 0 && count >= 0 && first + count <= tensor.shape[0]);
    if (!tensor.type)
        return read(tensor); // which says why not
    TensorDescription part = tensor;
    const std::size_t row = static_cast<std::size_t>(tensor.shape[1]) * byte_size(*tensor.type);
    part.begin += static_cast<std::size_t>(first) * row;
    part.end = part.begin + static_cast<std::size_t>(count) * row;
    part.shape[0] = count;
    return read(part);
}

Result<Arrays> read_safetensors(const std::filesystem::path& path) {
    const auto file = SafetensorsFile::open(path);
    if (!file)
        return file.error();
    Arrays arrays;
    for (const TensorDescription& tensor : file->tensors()) {
        auto array = file->read(tensor);
        if (!array)
            return array.error();
        arrays.emplace(tensor.name, *std::move(array));
    }
    return arrays;
}

} // namespace attn
